"""What an uploaded file is: a zip is opened, within limits, and the kind is told from what stands in it."""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Iterable, Iterator
from typing import IO, Final

from .entries import Unreadable
from .json_pieces import members
from .own import FORMAT
from .text import Pieces, decoded, encoding_of

MOST_UPLOADED: Final = 64 * 1024 * 1024
MOST_UNPACKED: Final = 128 * 1024 * 1024
PIECE: Final = 1 << 16
MEGABYTE: Final = 1024 * 1024
WORKBOOK: Final = "[Content_Types].xml"


def unpacked(file: IO[bytes]) -> Iterator[bytes]:
    """The file's bytes, or those of the one file in the zip that it is. Raises Unreadable."""
    file.seek(0)
    start = file.read(4)
    file.seek(0)
    if start[:2] != b"PK":
        yield from _limited(iter(lambda: file.read(PIECE), b""), MOST_UPLOADED, "too-large")
        return
    try:
        with zipfile.ZipFile(file) as archive, archive.open(_only(archive)) as inside:
            pieces = iter(lambda: inside.read(PIECE), b"")
            for number, piece in enumerate(_limited(pieces, MOST_UNPACKED, "bomb")):
                if not number and piece[:2] == b"PK":
                    raise Unreadable("zip-in-zip")
                yield piece
    # RuntimeError: it is locked by a password. NotImplementedError: packed in a way that is not known here.
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError) as error:
        raise Unreadable("zip-broken") from error


def _only(archive: zipfile.ZipFile) -> zipfile.ZipInfo:
    inside = [one for one in archive.infolist() if not one.is_dir() and not one.filename.startswith("__MACOSX/")]
    if any(one.filename == WORKBOOK for one in inside):
        raise Unreadable("workbook")
    if len(inside) != 1:
        raise Unreadable("zip-of-many", files=len(inside))
    if inside[0].flag_bits & 1:
        raise Unreadable("zip-locked")
    if inside[0].file_size > MOST_UNPACKED:
        raise Unreadable("bomb", most=MOST_UNPACKED // MEGABYTE)
    return inside[0]


def _limited(pieces: Iterable[bytes], most: int, code: str) -> Iterator[bytes]:
    """Whatever a zip says of its size: what counts is what comes out."""
    size = 0
    for piece in pieces:
        size += len(piece)
        if size > most:
            raise Unreadable(code, most=most // MEGABYTE)
        yield piece


def packed(pieces: Iterable[bytes]) -> tuple[bytes, int]:
    """The bytes, made small to be kept, and how many they were."""
    packer, kept, size = zlib.compressobj(6), [], 0
    for piece in pieces:
        kept.append(packer.compress(piece))
        size += len(piece)
    return b"".join((*kept, packer.flush())), size


def pieces_of(body: bytes) -> Iterator[bytes]:
    """What was made small, a piece at a time."""
    unpacker, view = zlib.decompressobj(), memoryview(body)
    for start in range(0, len(view), PIECE):
        piece = unpacker.decompress(bytes(view[start : start + PIECE]), MEGABYTE)
        yield piece
        while unpacker.unconsumed_tail:
            yield unpacker.decompress(unpacker.unconsumed_tail, MEGABYTE)
    yield unpacker.flush()


def kind_of(pieces: Pieces) -> tuple[str, str]:
    """What a file holds, by its content ("own", "bgstats", "bgg", "table"), and its encoding. Raises Unreadable."""
    encoding = encoding_of(pieces)
    first = _first_sign(decoded(pieces, encoding))
    if first == "{":
        return _kind_of_json(pieces, encoding), encoding
    if first == "[":
        raise Unreadable("unknown-json")
    if first == "<":
        return _kind_of_xml(pieces, encoding), encoding
    return "table", encoding


def _first_sign(text: Iterable[str]) -> str:
    return next((stripped[0] for piece in text if (stripped := piece.lstrip("\ufeff \t\r\n"))), "")


def _kind_of_json(pieces: Pieces, encoding: str) -> str:
    names: set[str] = set()
    for name, value in members(decoded(pieces, encoding)):
        if name == "format":
            return _ours(value)
        names.add(name)
        if name == "plays" and isinstance(value, dict) and "gameRefId" in value:
            return "bgstats"
    raise Unreadable("unknown-json")


def _ours(value: object) -> str:
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
