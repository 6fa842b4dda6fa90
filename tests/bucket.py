"""A bucket of the tests' own: a real HTTP server that speaks as much S3 as the site uses."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, unquote, urlsplit

NAME = "crewsite-photos"


class Bucket:
    """What is stored, and how the server behaves: `broken` answers 500, `silent` not at all."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self.types: dict[str, str] = {}
        self.modified: dict[str, datetime] = {}
        self.broken = False
        self.released = threading.Event()
        self.released.set()
        self.requests: list[tuple[str, str]] = []
        self.signed = True
        """Whether every request so far was signed."""
        self.port = 0

    def fall_silent(self) -> None:
        """From now on accept requests, and answer none of them."""
        self.released.clear()

    def age(self, by: timedelta) -> None:
        """Make every file so much older."""
        self.modified = {name: moment - by for name, moment in self.modified.items()}


class Server(ThreadingHTTPServer):
    """The server of one bucket."""

    daemon_threads = True

    def __init__(self, bucket: Bucket) -> None:
        self.bucket = bucket
        super().__init__(("127.0.0.1", 0), Requests)

    def handle_error(self, request: object, client_address: object) -> None:
        """The site does not wait for a silent server: its connection is gone when the answer comes."""


class Requests(BaseHTTPRequestHandler):
    """PUT, GET, HEAD and DELETE of files, and the list of a folder, with the bucket's name in the path."""

    protocol_version = "HTTP/1.1"
    server: Server

    def log_message(self, *_given: object) -> None:
        pass

    def _respond(self) -> None:
        bucket = self.server.bucket
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        address = urlsplit(self.path)
        key = unquote(address.path).removeprefix(f"/{NAME}").removeprefix("/")
        bucket.requests.append((self.command, key))
        bucket.signed &= self.headers.get("Authorization", "").startswith("AWS4-HMAC-SHA256 Credential=")
        bucket.released.wait(60)
        if bucket.broken:
            self._send(500, b"<Error><Code>InternalError</Code></Error>")
        elif self.command == "PUT":
            bucket.files[key], bucket.types[key] = body, self.headers["Content-Type"]
            bucket.modified[key] = datetime.now(UTC)
            self._send(200)
        elif self.command == "DELETE":
            bucket.files.pop(key, None)
            self._send(204)
        elif not key:
            self._send(200, listing(bucket, parse_qs(address.query).get("prefix", [""])[0]))
        elif key not in bucket.files:
            self._send(404, b"<Error><Code>NoSuchKey</Code></Error>")
        else:
            self._send(200, bucket.files[key], bucket.modified[key])

    do_GET = do_HEAD = do_PUT = do_DELETE = _respond  # noqa: N815 - the names of http.server

    def _send(self, status: int, body: bytes = b"", modified: datetime | None = None) -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        if modified:
            self.send_header("Last-Modified", format_datetime(modified, usegmt=True))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)


def listing(bucket: Bucket, prefix: str) -> bytes:
    """Return the files and folders right below a prefix."""
    rests = [name.removeprefix(prefix) for name in sorted(bucket.files) if name.startswith(prefix)]
    files = "".join(f"<Contents><Key>{prefix}{rest}</Key></Contents>" for rest in rests if "/" not in rest)
    folders = sorted({rest.split("/")[0] for rest in rests if "/" in rest})
    below = "".join(f"<CommonPrefixes><Prefix>{prefix}{name}/</Prefix></CommonPrefixes>" for name in folders)
    return f"<ListBucketResult><IsTruncated>false</IsTruncated>{files}{below}</ListBucketResult>".encode()


@contextmanager
def one() -> Iterator[Bucket]:
    """Start a bucket, and end it."""
    bucket = Bucket()
    server = Server(bucket)
    bucket.port = server.server_port
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield bucket
    finally:
        bucket.released.set()
        server.shutdown()
        thread.join()
        server.server_close()
