"""Unpacking of uploads: a zip is opened within limits, and the contents show the file's kind."""

from __future__ import annotations

import re
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import IO, Final

from logbook.exchange.formats.entries import Unreadable
from logbook.exchange.formats.json_pieces import members
from logbook.exchange.formats.native import FORMAT
from logbook.exchange.formats.packing import EVERYTHING
from logbook.exchange.formats.text import Pieces, decoded, encoding_of

MOST_UPLOADED: Final = 64 * 1024 * 1024
MOST_UNPACKED: Final = 128 * 1024 * 1024
PIECE: Final = 1 << 16
MEGABYTE: Final = 1024 * 1024
WORKBOOK: Final = "[Content_Types].xml"
LARGEST_PHOTO: Final = 12 * MEGABYTE
MOST_FILES: Final = 10_000
DIRECTORY, DIRECTORY_64 = b"PK\5\6", b"PK\6\7"
LARGEST_DIRECTORY: Final = 2 * MEGABYTE
METHODS: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""Allowed compression methods: they never give more output at once than requested."""
PHOTO: Final = re.compile(r"photos/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.jpg")


def unpacked(file: IO[bytes]) -> Iterator[bytes]:
    """Return the file's bytes; of a zip, those of its only file, or of our own file in it. Raises Unreadable."""
    if not is_zip(file):
        yield from _limited(iter(lambda: file.read(PIECE), b""), MOST_UPLOADED, "too-large")
        return
    with _open_archive(file) as archive, archive.open(_single_file(archive)) as inside:
        pieces = iter(lambda: inside.read(PIECE), b"")
        for number, piece in enumerate(_limited(pieces, MOST_UNPACKED, "bomb")):
            if not number and piece[:2] == b"PK":
                raise Unreadable("zip-in-zip")
            yield piece


def photos(file: IO[bytes], size: int) -> Iterator[tuple[str, bytes]]:
    """Yield the photos in our zip, each under its entry's key; `size` counts bytes unpacked before. Raises Unreadable.

    A photo above the size limit counts as missing.
    """
    if not is_zip(file):
        return
    with _open_archive(file) as archive:
        for entry in archive.infolist():
            match = PHOTO.fullmatch(entry.filename)
            if match is None or entry.flag_bits & 1:
                continue
            if entry.compress_type not in METHODS:
                yield match[1], b""
                continue
            with archive.open(entry) as inside:
                photo = inside.read(LARGEST_PHOTO + 1)
            size += len(photo)
            if size > MOST_UNPACKED:
                raise Unreadable("bomb", most=MOST_UNPACKED // MEGABYTE)
            yield match[1], photo if len(photo) <= LARGEST_PHOTO else b""


def is_zip(file: IO[bytes]) -> bool:
    """Return whether the file begins as a zip."""
    file.seek(0)
    start = file.read(2)
    file.seek(0)
    return start == b"PK"


@contextmanager
def _open_archive(file: IO[bytes]) -> Iterator[zipfile.ZipFile]:
    _check_directory(file)
    try:
        with zipfile.ZipFile(file) as archive:
            yield archive
    # RuntimeError: the zip has a password. NotImplementedError: its compression is unknown.
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError) as error:
        raise Unreadable("zip-broken") from error


def _check_directory(file: IO[bytes]) -> None:
    """Check the size of a zip's directory before it is read, because it is read whole. Raises Unreadable."""
    file.seek(0, 2)
    size = file.tell()
    if size > MOST_UNPACKED:
        raise Unreadable("too-large", most=MOST_UNPACKED // MEGABYTE)
    file.seek(max(0, size - PIECE - 42))
    tail = file.read()
    file.seek(0)
    at = tail.rfind(DIRECTORY)
    if at < 0 or len(tail) < at + 22 or tail[max(0, at - 20) : at].startswith(DIRECTORY_64):
        raise Unreadable("zip-broken")
    files, length = int.from_bytes(tail[at + 10 : at + 12], "little"), int.from_bytes(tail[at + 12 : at + 16], "little")
    if files > MOST_FILES or length > LARGEST_DIRECTORY:
        raise Unreadable("zip-of-many", files=files)


def _single_file(archive: zipfile.ZipFile) -> zipfile.ZipInfo:
    inside = [one for one in archive.infolist() if not one.is_dir() and not one.filename.startswith("__MACOSX/")]
    if any(one.filename == WORKBOOK for one in inside):
        raise Unreadable("workbook")
    if {"mimetype", "content.xml"} <= {one.filename for one in inside}:
        raise Unreadable("opendocument")
    if any(one.filename.endswith(".iwa") for one in inside):
        raise Unreadable("workbook")
    ours = [one for one in inside if one.filename == EVERYTHING]
    inside = ours if len(ours) == 1 else inside
    if len(inside) != 1:
        raise Unreadable("zip-of-many", files=len(inside))
    if inside[0].flag_bits & 1:
        raise Unreadable("zip-locked")
    if inside[0].compress_type not in METHODS:
        raise Unreadable("zip-method")
    if inside[0].file_size > MOST_UNPACKED:
        raise Unreadable("bomb", most=MOST_UNPACKED // MEGABYTE)
    return inside[0]


def _limited(pieces: Iterable[bytes], most: int, code: str) -> Iterator[bytes]:
    """Read within the limit: the output counts, not the size that the zip states."""
    size = 0
    for piece in pieces:
        size += len(piece)
        if size > most:
            raise Unreadable(code, most=most // MEGABYTE)
        yield piece


def packed(pieces: Iterable[bytes]) -> tuple[bytes, int]:
    """Return the bytes compressed for storage, and their number before."""
    packer, chunks, size = zlib.compressobj(6), [], 0
    for piece in pieces:
        chunks.append(packer.compress(piece))
        size += len(piece)
    return b"".join((*chunks, packer.flush())), size


def pieces_of(body: bytes) -> Iterator[bytes]:
    """Yield the uncompressed bytes, a piece at a time."""
    unpacker, view = zlib.decompressobj(), memoryview(body)
    for start in range(0, len(view), PIECE):
        piece = unpacker.decompress(bytes(view[start : start + PIECE]), MEGABYTE)
        yield piece
        while unpacker.unconsumed_tail:
            yield unpacker.decompress(unpacker.unconsumed_tail, MEGABYTE)
    yield unpacker.flush()


def file_kind_of(pieces: Pieces) -> tuple[str, str]:
    """Return a file's kind, by its contents ("own", "bgstats", "bgg", "table"), and its encoding. Raises Unreadable."""
    encoding = encoding_of(pieces)
    first = _first_character(decoded(pieces, encoding))
    if first == "{":
        return _kind_of_json(pieces, encoding), encoding
    if first == "[":
        raise Unreadable("unknown-json")
    if first == "<":
        return _kind_of_xml(pieces, encoding), encoding
    return "table", encoding


def _first_character(text: Iterable[str]) -> str:
    return next((stripped[0] for piece in text if (stripped := piece.lstrip("\ufeff \t\r\n"))), "")


def _kind_of_json(pieces: Pieces, encoding: str) -> str:
    names: set[str] = set()
    for name, value in members(decoded(pieces, encoding)):
        if name == "format":
            return _own_kind(value)
        names.add(name)
        if name == "plays" and isinstance(value, dict) and "gameRefId" in value:
            return "bgstats"
    raise Unreadable("unknown-json")


def _own_kind(value: object) -> str:
    if value == FORMAT:
        return "own"
    if isinstance(value, str) and value.startswith(FORMAT.partition("/")[0] + "/"):
        raise Unreadable("version", version=value[:40], ours=FORMAT)
    raise Unreadable("unknown-json")


def _kind_of_xml(pieces: Pieces, encoding: str) -> str:
    head = ""
    for piece in decoded(pieces, encoding):
        head += piece
        if len(head) > PIECE:
            break
    if "<!DOCTYPE" in head or "<!ENTITY" in head:
        raise Unreadable("entities")
    if "<plays" not in head:
        raise Unreadable("unknown-xml")
    return "bgg"
