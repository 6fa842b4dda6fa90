"""From bytes to text, a piece at a time: which encoding it is, and that it is text at all."""

from __future__ import annotations

import codecs
import io
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from charset_normalizer import from_bytes

from logbook.exchange.formats.entries import Unreadable

Pieces = Callable[[], Iterable[bytes]]
"""The file from its beginning, as often as it is asked for."""

BYTEWISE: Final = ("utf-8", "utf-8-sig")
MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
CHOICES: Final = (
    *("utf-8", "cp1252", "latin-1", "iso8859-15", "mac_roman", "cp1250", "iso8859-2", "cp1251", "koi8_r", "cp1253"),
    *("cp1254", "cp1255", "cp1257", "shift_jis", "euc_jp", "gb18030", "big5", "euc_kr", "utf-16"),
)
"""What one may say that a file is written in."""
BYTES: Final = tuple(name for name in CHOICES if not name.startswith("utf"))
"""Encodings in which any letters beyond ASCII are possible, so that one can only guess."""
TOLD_APART: Final = frozenset(
    ("mac_roman", "cp1251", "koi8_r", "cp1253", "cp1255", "shift_jis", "euc_jp", "gb18030", "big5", "euc_kr")
)
"""Those that charset-normalizer tells from Western European; it mixes the other Latin ones up."""
EVIDENCE: Final = 24
"""With fewer bytes beyond ASCII in different words than these, a Western file with one name looks Chinese to it."""
SAMPLE: Final = 1 << 16
UNDEFINED: Final = frozenset(b"\x81\x8d\x8f\x90\x9d")
"""What stands for nothing in cp1252."""
CONTROLS: Final = frozenset(range(32)) - frozenset(b"\t\n\r\x0c\x1a")
ENOUGH: Final = 4096
LENIENT: Final = "surrogateescape"
"""A byte that is no letter becomes half of one, and is seen there: the rest of the file can be read."""
STRANGE: Final = re.compile("[\ud800-\udfff]")
BEYOND: Final = re.compile(r"[^\x00-\x7f]")
BEYOND_ASCII: Final = re.compile(rb"[\x80-\xff]")
WORDS_BEYOND_ASCII: Final = re.compile(rb"[A-Za-z]*[\x80-\xff][A-Za-z\x80-\xff]*")


def encoding_of(pieces: Pieces) -> str:
    """By its mark, or UTF-8 if all of it is; else as its letters look. Raises Unreadable."""
    head = b"".join(_until(pieces(), ENOUGH))
    for mark, name in MARKS:
        if head.startswith(mark):
            return name
    if not head.strip():
        raise Unreadable("empty")
    guessed = _without_mark(head)
    if guessed:
        return guessed
    if any(byte in CONTROLS for byte in head):
        raise Unreadable("not-text")
    if head.lstrip()[:1] == b"{" or _is_utf8(pieces()):
        return "utf-8"  # JSON always is; what is no letter in it is said where it stands.
    return _told_apart(pieces) or _western(pieces())


def is_guessed(encoding: str) -> bool:
    """Whether the bytes left other readings open."""
    return encoding in BYTES


def _until(pieces: Iterable[bytes], size: int) -> Iterator[bytes]:
    for piece in pieces:
        yield piece[:size]
        size -= len(piece)
        if size <= 0:
            return


def _without_mark(head: bytes) -> str:
    """UTF-16 whose mark is missing shows itself by a zero in every other byte of plain text."""
    pairs, even, odd = len(head) // 2, head[::2].count(0), head[1::2].count(0)
    if max(even, odd) < pairs * 0.6 or min(even, odd) > 0 or pairs < 2:
        return ""
    return "utf-16-le" if odd else "utf-16-be"


def _is_utf8(pieces: Iterable[bytes]) -> bool:
    """Whether all of it is, but for fewer strange bytes than there are letters that only UTF-8 has.

    What is cut in the middle of a letter is a half-written file, and still UTF-8.
    """
    decoder = codecs.getincrementaldecoder("utf-8")(LENIENT)
    letters = strange = 0
    for piece in pieces:
        text = decoder.decode(piece)
        if not text.isascii():
            wrong = len(STRANGE.findall(text))
            letters, strange = letters + len(BEYOND.findall(text)) - wrong, strange + wrong
    return strange == 0 or strange < letters


def _told_apart(pieces: Pieces) -> str:
    """The encoding that is neither UTF-8 nor Western European, where the letters say enough; else empty."""
    words: set[bytes] = set()
    sample = b"".join(_until(_lines_with_new_words(pieces, words), SAMPLE))
    beyond = sum(len(BEYOND_ASCII.findall(word)) for word in words)
    if beyond < EVIDENCE:
        return ""
    best = from_bytes(sample, cp_isolation=list(BYTES)).best()
    if best is None or best.encoding not in TOLD_APART:
        return ""
    # Words of other alphabets are beyond ASCII whole; Western ones have an accent here and there.
    is_latin = beyond * 2 < sum(map(len, words))
    return best.encoding if is_latin == (best.encoding == "mac_roman") else ""


def _lines_with_new_words(pieces: Pieces, words: set[bytes]) -> Iterator[bytes]:
    """The lines that bring words beyond ASCII to those known so far: a name says no more in a hundred rows."""
    file = as_file(pieces)
    for line in iter(lambda: file.readline(SAMPLE), b""):
        if not line.isascii() and (found := set(WORDS_BEYOND_ASCII.findall(line)) - words):
            words |= found
            yield line


def _western(pieces: Iterable[bytes]) -> str:
    return "latin-1" if any(UNDEFINED.intersection(piece) for piece in pieces) else "cp1252"


def decoded(pieces: Pieces, encoding: str) -> Iterator[str]:
    """The text, piece by piece. In UTF-8 a byte that is no letter becomes half of one (STRANGE).

    Raises Unreadable where a letter of another encoding cannot be read, or a file ends within one.
    """
    decoder = codecs.getincrementaldecoder(encoding)(LENIENT if encoding in BYTEWISE else "strict")
    try:
        for piece in pieces():
            yield decoder.decode(piece)
        yield decoder.decode(b"", final=True)
    except UnicodeError as error:
        raise Unreadable("encoding", encoding=encoding.upper()) from error


class _Raw(io.RawIOBase):
    """The pieces as a file that is read once."""

    def __init__(self, pieces: Iterable[bytes]) -> None:
        super().__init__()
        self._pieces, self._rest = iter(pieces), memoryview(b"")

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any, /) -> int:
        if not self._rest:
            self._rest = memoryview(next((piece for piece in self._pieces if piece), b""))
        size = min(len(buffer), len(self._rest))
        buffer[:size] = self._rest[:size]
        self._rest = self._rest[size:]
        return size


def as_file(pieces: Pieces) -> io.BufferedReader:
    """The pieces as a file, for whoever reads only files."""
    return io.BufferedReader(_Raw(pieces()), 1 << 16)


def whole_lines(pieces: Pieces, encoding: str) -> Iterator[str]:
    """The text by its lines, each with its end; bytes that are no letters become halves of them (STRANGE).

    Raises Unreadable where nothing can be read any more.
    """
    errors = "strict" if encoding.startswith(("utf-16", "utf-32")) else LENIENT
    try:
        yield from io.TextIOWrapper(as_file(pieces), encoding=encoding, newline="", errors=errors)
    except UnicodeError as error:
        raise Unreadable("encoding", encoding=encoding.upper()) from error
