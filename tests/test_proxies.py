"""The proxies of `examples/`, started as they are: only addresses, ports and certificates are the tests' own."""

from __future__ import annotations

import json
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from datetime import UTC, datetime, timedelta
from http.client import HTTPSConnection
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from tests.faults.processes import ROOT, free_port, waited_until
from tests.server_scenes import PATIENCE, served

pytestmark = pytest.mark.slow

EXAMPLES = ROOT / "examples"
NAME = "crew.example.org"


class Echo:
    """A web process that says who it is and what it was asked; at /stream it sends one event and waits."""

    def __init__(self) -> None:
        self.port = 0

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        is_stream = scope["path"].startswith("/stream")
        kind = b"text/event-stream" if is_stream else b"application/json"
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", kind)]})
        if is_stream:
            await send({"type": "http.response.body", "body": b"event: moved\ndata: 1\n\n", "more_body": True})
            while (await receive())["type"] != "http.disconnect":
                pass
        else:
            heads = {name.decode(): value.decode() for name, value in scope["headers"]}
            await send({"type": "http.response.body", "body": json.dumps({"port": self.port, **heads}).encode()})


@contextmanager
def serving() -> Iterator[int]:
    """A web process: its port."""
    echo = Echo()
    with served(echo) as port:
        echo.port = port
        yield port


def certificate(folder: Path) -> Path:
    """A file with a key and its certificate for the example's name."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, NAME)])
    now = datetime.now(UTC)
    built = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
    built = built.serial_number(1).not_valid_before(now - timedelta(1)).not_valid_after(now + timedelta(1))
    built = built.add_extension(x509.SubjectAlternativeName([x509.DNSName(NAME)]), critical=False)
    pem = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    ) + built.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM)
    path = folder / "certificate.pem"
    path.write_bytes(pem)
    return path


def replaced(text: str, changes: Mapping[str, str]) -> str:
    """The text with each of these changed; each must be there."""
    for old, new in changes.items():
        assert old in text, old
        text = text.replace(old, new)
    return text


def nginx(folder: Path, port: int, webs: tuple[int, int]) -> list[str]:
    """The command that starts nginx with its example."""
    pem = str(certificate(folder))
    site = replaced(
        (EXAMPLES / "nginx.conf").read_text("utf-8"),
        {
            "127.0.0.1:8000": f"127.0.0.1:{webs[0]}",
            "127.0.0.1:8001": f"127.0.0.1:{webs[1]}",
            "listen 80;": f"listen 127.0.0.1:{free_port()};",
            "listen 443 ssl http2;": f"listen 127.0.0.1:{port} ssl http2;",
            "/etc/ssl/crew.example.org.pem": pem,
            "/etc/ssl/crew.example.org.key": pem,
        },
    )
    paths = "".join(
        f"{name}_temp_path {folder}/{name};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    whole = f"pid {folder}/pid; daemon off; error_log stderr; events {{}} http {{ access_log off; {paths}\n{site}}}"
    (folder / "nginx.conf").write_text(whole, "utf-8")
    return ["nginx", "-p", str(folder), "-e", "stderr", "-c", str(folder / "nginx.conf")]


def caddy(folder: Path, port: int, webs: tuple[int, int]) -> list[str]:
    """The command that starts Caddy with its example; certificates come from Caddy's own authority."""
    site = replaced(
        (EXAMPLES / "Caddyfile").read_text("utf-8"),
        {
            "127.0.0.1:8000": f"127.0.0.1:{webs[0]}",
            "127.0.0.1:8001": f"127.0.0.1:{webs[1]}",
            "\tgrace_period": "\tadmin off\n\tauto_https disable_redirects\n\tgrace_period",
            f"{NAME} {{": f"{NAME}:{port} {{\n\tbind 127.0.0.1\n\ttls {certificate(folder)} {folder}/certificate.pem",
        },
    )
    (folder / "Caddyfile").write_text(site, "utf-8")
    return ["caddy", "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]


def shaken(port: int) -> ssl.SSLSocket | None:
    """A connection that offers HTTP/2 first; None while nothing listens."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    context.set_alpn_protocols(["h2", "http/1.1"])
    try:
        return context.wrap_socket(socket.create_connection(("127.0.0.1", port), PATIENCE), server_hostname=NAME)
    except OSError:
        return None


class Proxied:
    """A site behind a proxy, as a client sees it."""

    def __init__(self, port: int, process: subprocess.Popen[bytes]) -> None:
        self.port, self.process = port, process

    @contextmanager
    def asked(self, path: str, **heads: str) -> Iterator[Any]:
        """The answer to a request, over HTTP/1.1."""
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        connection = HTTPSConnection(NAME, self.port, context=context, timeout=PATIENCE)
        connection.sock = context.wrap_socket(
            socket.create_connection(("127.0.0.1", self.port), PATIENCE), server_hostname=NAME
        )
        try:
            connection.request("GET", path, headers=heads)
            yield connection.getresponse()
        finally:
            connection.close()

    def echo(self, path: str, **heads: str) -> dict[str, Any]:
        """What the web process was asked."""
        with self.asked(path, **heads) as answer:
            assert answer.status == 200
            return dict(json.loads(answer.read()))


@pytest.fixture(params=[nginx, caddy], ids=["nginx", "caddy"])
def proxied(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Proxied]:
    command: Callable[[Path, int, tuple[int, int]], list[str]] = request.param
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    if shutil.which(command.__name__) is None:
        pytest.skip(f"{command.__name__} is not installed (`.ci/run` installs it)")
    with ExitStack() as webs:
        ports = (webs.enter_context(serving()), webs.enter_context(serving()))
        port = free_port()
        log = webs.enter_context((tmp_path / "log").open("wb"))
        with subprocess.Popen(command(tmp_path, port, ports), stderr=log) as process:
            try:
                assert waited_until(lambda: _closed(shaken(port)), PATIENCE), (tmp_path / "log").read_text()
                yield Proxied(port, process)
            finally:
                process.terminate()  # nginx's workers end with it.
                with suppress(subprocess.TimeoutExpired):
                    process.wait(3)
                process.kill()  # Caddy waits for its clients.


def _closed(line: ssl.SSLSocket | None) -> bool:
    if line is not None:
        line.close()
    return line is not None


def test_a_proxy_of_the_examples_carries_the_site(proxied: Proxied) -> None:
    line = shaken(proxied.port)
    assert line is not None
    assert line.selected_alpn_protocol() == "h2"
    line.close()
    asked = proxied.echo("/rules/", **{"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "http"})
    assert asked["x-forwarded-for"].split(", ")[-1] == "127.0.0.1", "the last entry is the proxy's"
    assert asked["x-forwarded-proto"] == "https"
    assert asked["host"].startswith(NAME)
    began = time.monotonic()
    with proxied.asked("/streams/7/?table=42", Accept="text/event-stream") as answer:
        assert answer.read(len(b"event: moved\ndata: 1\n\n")) == b"event: moved\ndata: 1\n\n"
    assert time.monotonic() - began < PATIENCE, "an event passes while the stream is open"


def test_a_proxy_keeps_a_table_at_one_process(proxied: Proxied) -> None:
    paths = ("/tables/{}/", "/api/v1/tables/{}/view/", "/tables/{}/act/?seen=3")
    places = {number: {proxied.echo(path.format(number))["port"] for path in paths} for number in range(1, 25)}
    assert all(len(ports) == 1 for ports in places.values())
    assert len(set.union(*places.values())) == 2, "tables are spread"
