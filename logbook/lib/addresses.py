"""Network addresses as limits count them: an IPv6 provider gives each customer at least a /64, and many a /48."""

from __future__ import annotations

import ipaddress
from typing import Final

NARROW: Final = 64
WIDE: Final = 48
WIDER: Final = 8
"""A /48 may do this many times as much as one address."""


def counted_address(address: str) -> str:
    """Return the address that limits count: an IPv4 address itself, the first address of the /64 for IPv6.

    An IPv4 address written in IPv6 is the IPv4 address. A text that is no address is returned unchanged.
    """
    try:
        ip = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(ip, ipaddress.IPv4Address):
        return str(ip)
    return str(ip.ipv4_mapped or ipaddress.ip_network((ip, NARROW), strict=False).network_address)


def wide_network(address: str) -> str | None:
    """Return the /48 of an IPv6 address, such as `2001:db8:7::/48`; None for IPv4 or no address."""
    try:
        ip = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return None
    if isinstance(ip, ipaddress.IPv4Address) or ip.ipv4_mapped:
        return None
    return str(ipaddress.ip_network((ip, WIDE), strict=False))
