"""Streamed zip: it is written while it is sent, and the same contents give the same bytes."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

EVERYTHING: Final = "everything.json"
"""The only file of the zip that an import reads, besides photos; the tables are for people."""
BEGINNING: Final = (1980, 1, 1, 0, 0, 0)
PIECE: Final = 1 << 16


class Part(NamedTuple):
    """A file of the zip. Its name is generated, never a person's text."""

    name: str
    pieces: Iterable[bytes]
    packed: bool = True


class _Outlet(io.RawIOBase):
    """Output buffer. It has no seek, so the zip is written from front to back."""

    def __init__(self) -> None:
        super().__init__()
        self._chunks: list[bytes] = []
        self.size = 0

    def writable(self) -> bool:
        return True

    def write(self, piece: bytes, /) -> int:  # type: ignore[override]
        self._chunks.append(bytes(piece))
        self.size += len(piece)
        return len(piece)

    def drain(self) -> bytes:
        """Return the buffer's contents and clear it."""
        chunks, self._chunks, self.size = self._chunks, [], 0
        return b"".join(chunks)


def zipped(parts: Iterable[Part]) -> Iterator[bytes]:
    """Yield the zip, a piece at a time."""
    outlet = _Outlet()
    with zipfile.ZipFile(outlet, "w") as archive:
        for part in parts:
            entry = zipfile.ZipInfo(part.name, BEGINNING)
            entry.compress_type = zipfile.ZIP_DEFLATED if part.packed else zipfile.ZIP_STORED
            entry.external_attr = 0o644 << 16
            with archive.open(entry, "w") as inside:
                for piece in part.pieces:
                    inside.write(piece)
                    if outlet.size >= PIECE:
                        yield outlet.drain()
    yield outlet.drain()


def as_bytes(text: Iterable[str]) -> Iterator[bytes]:
    """Yield text as bytes, in pieces large enough to compress."""
    parts: list[str] = []
    size = 0
    for part in text:
        parts.append(part)
        size += len(part)
        if size >= PIECE:
            yield "".join(parts).encode()
            parts, size = [], 0
    yield "".join(parts).encode()
