"""The bodies of requests that wait for a thread: beyond a few bytes in files, and bounded together.

With a limit of each body alone, some hundred connections would fill the memory or the disk before one of them asks for
a thread.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from tempfile import SpooledTemporaryFile
from typing import IO, Final, cast

from django.core.exceptions import RequestAborted

from crewsite.lanes import Full
from crewsite.upload_limits import Receive

IN_MEMORY: Final = 64 * 1024
"""The most bytes of one body in memory; a longer one is written to a file."""
MOST: Final = 1024 * 1024 * 1024
"""The most bytes of all bodies that one process has received and not answered yet."""
MOST_OF_ONE: Final = MOST // 4
"""The same of one sender: almost two of the largest uploads."""


class Bodies:
    """The bodies of one process that arrive, or wait for an answer."""

    def __init__(self) -> None:
        self._bytes: Counter[str] = Counter()
        """The bytes of each sender."""

    @contextmanager
    def of(self, sender: str) -> Iterator[Body]:
        """Hold a body of this sender: its bytes count until the context ends."""
        body = Body(self._bytes, sender)
        try:
            yield body
        finally:
            self._bytes[sender] -= body.bytes
            if not self._bytes[sender]:
                del self._bytes[sender]


class Body:
    """One body."""

    def __init__(self, bytes_of: Counter[str], sender: str) -> None:
        self._bytes_of, self._sender = bytes_of, sender
        self.bytes = 0

    async def read(self, receive: Receive) -> IO[bytes]:
        """Return the whole body as a file. Raises RequestAborted, and Full where too much is held already."""
        file = SpooledTemporaryFile(max_size=IN_MEMORY, mode="w+b")  # noqa: SIM115 - who answers the request closes it
        try:
            while True:
                message = await receive()
                if message["type"] == "http.disconnect":
                    raise RequestAborted
                piece = message.get("body", b"")
                self._count(len(piece))
                file.write(piece)
                if not message.get("more_body", False):
                    file.seek(0)
                    return cast("IO[bytes]", file)
        except BaseException:
            file.close()
            raise

    def _count(self, more: int) -> None:
        self.bytes += more
        self._bytes_of[self._sender] += more
        if more and (self._bytes_of[self._sender] > MOST_OF_ONE or self._bytes_of.total() > MOST):
            raise Full
