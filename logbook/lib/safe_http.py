"""Safe POST requests to an address that a user entered: only to public hosts, over https, without DNS rebinding.

A web request checks the form of an address alone (`ensure_form`), because a name server may be slow. The worker that
posts resolves the host, once. Every resolved address is checked, and the connection goes to that very address, with the
certificate checked for the host's name. Redirects are not followed, and only the status of the response is read.
"""

from __future__ import annotations

import contextlib
import ipaddress
import re
import socket
import ssl
import time
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar, Final
from urllib.parse import SplitResult, urlsplit

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from logbook.lib.exceptions import Refusal

PORT = 443
CONNECT_SECONDS = 4.0
ALL_SECONDS = 10.0
MOST_READ = 4096
LONGEST = 500
JSON: Final[Mapping[str, str]] = MappingProxyType({"Content-Type": "application/json"})
# Addresses that wrap another one, which would need a check too: no webhook needs them.
WRAPPING = [ipaddress.ip_network(net) for net in ("64:ff9b::/96", "64:ff9b:1::/48", "2001::/32", "2002::/16")]
# Ranges that Python takes for public: protocol assignments, IPv6 relays, benchmarks, identifiers that are no
# addresses, and documentation (the last five).
SPECIAL = [
    ipaddress.ip_network(net)
    for net in (
        *("192.0.0.0/24", "192.88.99.0/24", "198.18.0.0/15", "2001::/23", "5f00::/16"),
        *("192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24", "2001:db8::/32", "3fff::/20"),
    )
]
INTERNAL: Final = (
    *("corp", "home", "home.arpa", "internal", "intranet", "invalid", "lan", "local", "localdomain", "localhost"),
    *("onion", "private", "test"),
)
"""Ends of names that no public name server knows."""
LABEL: Final = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?<!-)")
UNICAST = ipaddress.ip_network("2000::/3")


class AddressRefused(Refusal):
    """The address is not allowed."""

    status: ClassVar[int] = 422
    sentence: ClassVar[str | Promise] = _("Enter a complete address, such as https://example.org/hook.")


class NotHttps(AddressRefused):
    """Only https authenticates the host."""

    sentence = _("The address must start with https://, so the connection is encrypted.")


class NamesUser(AddressRefused):
    """`https://user@host/` hides where it leads."""

    sentence = _("The address can’t contain a user name or password. Remove the part before the host.")


class OtherPort(AddressRefused):
    """Other ports belong to other services."""

    sentence = _("The address can’t include a port: only the standard https port, 443, is used.")


class UnknownHost(AddressRefused):
    """The host does not resolve."""

    sentence = _("The host %(host)s couldn’t be found. Check the address.")


class PrivateAddress(AddressRefused):
    """The host is in a private network."""

    sentence = _("%(host)s is in a private or reserved network. Use a public address for the webhook.")


class NumericAddress(AddressRefused):
    """The host is an IP address: certificates and look-ups are for names."""

    sentence = _("Use a host name instead of an IP address.")


@dataclass(frozen=True, slots=True)
class Target:
    """A checked address: the host's name, its IP address, and the path to request."""

    host: str
    addresses: tuple[str, ...]
    path: str


def ensure_form(url: str, *, longest: int = LONGEST) -> None:
    """Check an address without a look-up: https, port 443, a name that may be public. Raises AddressRefused."""
    _ensure_name(_read(url, longest)[1])


def _ensure_name(host: str) -> None:
    if (literal := _literal(host)) is not None:
        raise NumericAddress if is_public(literal) else PrivateAddress(host=host)
    labels = host.removesuffix(".").split(".")
    if not all(LABEL.fullmatch(label) for label in labels) or len(host) > 253:
        raise AddressRefused
    if len(labels) < 2 or f".{'.'.join(labels)}".endswith(tuple(f".{end}" for end in INTERNAL)):
        raise PrivateAddress(host=host)


def _literal(host: str) -> str | None:
    """Return the IP address that a host is written as, in any form that a resolver reads; None for a name."""
    try:
        return str(ipaddress.ip_address(host.partition("%")[0]))
    except ValueError:
        pass
    try:
        return socket.inet_ntoa(socket.inet_aton(host))  # `2130706433`, `0x7f.1`
    except OSError:
        return None


def target_of(url: str, *, longest: int = LONGEST) -> Target:
    """Parse, resolve and check the address of at most `longest` letters. Raises AddressRefused with its sentence."""
    parts, host = _read(url, longest)
    _ensure_name(host)
    addresses = _resolve(host)
    if not addresses:
        raise UnknownHost(host=host)
    # All of them: a name with both public and private addresses is not trusted.
    if not all(is_public(address) for address in addresses):
        raise PrivateAddress(host=host)
    path = parts.path or "/"
    return Target(host, addresses, f"{path}?{parts.query}" if parts.query else path)


def _read(url: str, longest: int) -> tuple[SplitResult, str]:
    if len(url) > longest or not url.isascii() or not url.isprintable() or any(sign in url for sign in ' \\"<>'):
        raise AddressRefused
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError as error:
        raise AddressRefused from error
    if parts.scheme != "https":
        raise NotHttps if parts.scheme == "http" or not parts.scheme else AddressRefused
    if "@" in parts.netloc:
        raise NamesUser
    if port not in (None, PORT):
        raise OtherPort
    if not host:
        raise AddressRefused
    return parts, host


def _resolve(host: str) -> tuple[str, ...]:
    try:
        addresses = socket.getaddrinfo(host, PORT, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return ()
    return tuple(dict.fromkeys(str(address[0]) for *_rest, address in addresses))


def is_public(address: str) -> bool:
    """Return whether an IP address belongs to the public internet."""
    ip: ipaddress.IPv4Address | ipaddress.IPv6Address = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address):
        ip = ip.ipv4_mapped or ip
    if isinstance(ip, ipaddress.IPv6Address) and (ip not in UNICAST or any(ip in net for net in WRAPPING)):
        return False
    if any(ip in net for net in SPECIAL if net.version == ip.version):
        return False
    private = ip.is_private or ip.is_loopback or ip.is_link_local or ip.is_multicast or ip.is_reserved
    return ip.is_global and not private and not ip.is_unspecified


def post(target: Target, body: bytes, headers: Mapping[str, str] = JSON) -> int:
    """Post JSON, or what the headers say, to a checked address; return the response's status. Raises OSError."""
    end = time.monotonic() + ALL_SECONDS
    with _connected(target) as plain, _context().wrap_socket(plain, server_hostname=target.host) as connection:
        connection.settimeout(_seconds_left(end))
        connection.sendall(_request(target, body, headers))
        return _status(connection, end)


def _context() -> ssl.SSLContext:
    return ssl.create_default_context()


def _connected(target: Target) -> socket.socket:
    error: OSError = ConnectionError("no address")
    for address in target.addresses[:3]:
        try:
            return _line_to(address)
        except OSError as failed:
            error = failed
    raise error


def _line_to(address: str) -> socket.socket:
    return socket.create_connection((address, PORT), timeout=CONNECT_SECONDS)


def _request(target: Target, body: bytes, headers: Mapping[str, str]) -> bytes:
    host = f"[{target.host}]" if ":" in target.host else target.host
    head = (
        f"POST {target.path} HTTP/1.1",
        f"Host: {host}",
        "User-Agent: Crewsite",
        "Accept: */*",
        *(f"{name}: {value}" for name, value in headers.items()),
        f"Content-Length: {len(body)}",
        "Connection: close",
    )
    return "\r\n".join(head).encode() + b"\r\n\r\n" + body


def _status(connection: ssl.SSLSocket, end: float) -> int:
    """Return the status in the first line of the response; it reads at most a few KB, within the time left."""
    answer = b""
    while b"\r\n" not in answer and len(answer) < MOST_READ:
        connection.settimeout(_seconds_left(end))
        piece = connection.recv(1024)
        if not piece:
            break
        answer += piece
    parts = answer.partition(b"\r\n")[0].split(b" ")
    with contextlib.suppress(ValueError, IndexError):
        status = int(parts[1])
        if parts[0].startswith(b"HTTP/1.") and 100 <= status < 600:
            return status
    raise ConnectionError("not an answer")


def _seconds_left(end: float) -> float:
    seconds = end - time.monotonic()
    if seconds <= 0:
        raise TimeoutError
    return seconds
