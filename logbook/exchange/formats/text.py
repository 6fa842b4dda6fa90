"""Decoder of files: it finds the encoding, refuses what is not text, and yields a piece at a time."""

from __future__ import annotations

import codecs
import io
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from charset_normalizer import from_bytes

from logbook.exchange.formats.entries import Unreadable

Pieces = Callable[[], Iterable[bytes]]
"""Opens the file from its start, as often as needed."""

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
"""The encodings that an importer may choose."""
BYTES: Final = tuple(name for name in CHOICES if not name.startswith("utf"))
"""Encodings in which all letters beyond ASCII are possible, so that only a guess finds them."""
TOLD_APART: Final = frozenset(
    ("mac_roman", "cp1251", "koi8_r", "cp1253", "cp1255", "shift_jis", "euc_jp", "gb18030", "big5", "euc_kr")
)
"""Encodings that charset-normalizer distinguishes from Western European; it confuses the other Latin ones."""
OLD_WORKBOOK: Final = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
"""The beginning of an .xls file."""
EVIDENCE: Final = 24
"""With fewer bytes beyond ASCII in different words, a Western file with one name looks Chinese."""
SAMPLE: Final = 1 << 16
UNDEFINED: Final = frozenset(b"\x81\x8d\x8f\x90\x9d")
"""Bytes without a character in cp1252."""
CONTROLS: Final = frozenset(range(32)) - frozenset(b"\t\n\r\x0c\x1a")
ENOUGH: Final = 4096
LENIENT: Final = "surrogateescape"
"""The error handler: an undecodable byte becomes a lone surrogate, is reported there, and the reading continues."""
STRANGE: Final = re.compile("[\ud800-\udfff]")
BEYOND: Final = re.compile(r"[^\x00-\x7f]")
BEYOND_ASCII: Final = re.compile(rb"[\x80-\xff]")
WORDS_BEYOND_ASCII: Final = re.compile(rb"[A-Za-z]*[\x80-\xff][A-Za-z\x80-\xff]*")


def encoding_of(pieces: Pieces) -> str:
    """Return the encoding: by its byte order mark, else UTF-8 if the whole file is, else by its letters. Raises
    Unreadable.
    """
    head = b"".join(_beginning(pieces(), ENOUGH))
    for mark, name in MARKS:
        if head.startswith(mark):
            return name
    if not head.strip():
        raise Unreadable("empty")
    guessed = _without_mark(head)
    if guessed:
        return guessed
    if head.startswith(OLD_WORKBOOK):
        raise Unreadable("workbook")
    if any(byte in CONTROLS for byte in head):
        raise Unreadable("not-text")
    if head.lstrip()[:1] == b"{" or _is_utf8(pieces()):
        return "utf-8"  # JSON always is; undecodable characters are reported where they stand.
    return _detected_encoding(pieces) or _western(pieces())


def is_guessed(encoding: str) -> bool:
    """Return whether the bytes allow other encodings."""
    return encoding in BYTES


def _beginning(pieces: Iterable[bytes], size: int) -> Iterator[bytes]:
    for piece in pieces:
        yield piece[:size]
        size -= len(piece)
        if size <= 0:
            return


def _without_mark(head: bytes) -> str:
    """Return UTF-16 without a mark, if every other byte of plain text is zero."""
    pairs, even, odd = len(head) // 2, head[::2].count(0), head[1::2].count(0)
    if max(even, odd) < pairs * 0.6 or min(even, odd) > 0 or pairs < 2:
        return ""
    return "utf-16-le" if odd else "utf-16-be"


def _is_utf8(pieces: Iterable[bytes]) -> bool:
    """Return whether the whole file is UTF-8: undecodable bytes are fewer than letters that only UTF-8 has.

    A file cut in the middle of a letter is incomplete, and still UTF-8.
    """
    decoder = codecs.getincrementaldecoder("utf-8")(LENIENT)
    letters = strange = 0
    for piece in pieces:
        text = decoder.decode(piece)
        if not text.isascii():
            wrong = len(STRANGE.findall(text))
            letters, strange = letters + len(BEYOND.findall(text)) - wrong, strange + wrong
    return strange == 0 or strange < letters


def _detected_encoding(pieces: Pieces) -> str:
    """Return the encoding, neither UTF-8 nor Western European, that the letters show clearly; "" otherwise."""
    seen_words: set[bytes] = set()
    sample = b"".join(_beginning(_lines_with_new_words(pieces, seen_words), SAMPLE))
    beyond = sum(len(BEYOND_ASCII.findall(word)) for word in seen_words)
    if beyond < EVIDENCE:
        return ""
    best = from_bytes(sample, cp_isolation=list(BYTES)).best()
    if best is None or best.encoding not in TOLD_APART:
        return ""
    # In other alphabets whole words are beyond ASCII; Western words have an accent here and there.
    is_latin = beyond * 2 < sum(map(len, seen_words))
    return best.encoding if is_latin == (best.encoding == "mac_roman") else ""


def _lines_with_new_words(pieces: Pieces, seen_words: set[bytes]) -> Iterator[bytes]:
    """Yield the lines with new words beyond ASCII: a name repeated in a hundred rows adds no evidence."""
    file = as_file(pieces)
    for line in iter(lambda: file.readline(SAMPLE), b""):
        if not line.isascii() and (new_words := set(WORDS_BEYOND_ASCII.findall(line)) - seen_words):
            seen_words |= new_words
            yield line


def _western(pieces: Iterable[bytes]) -> str:
    return "latin-1" if any(UNDEFINED.intersection(piece) for piece in pieces) else "cp1252"


def decoded(pieces: Pieces, encoding: str) -> Iterator[str]:
    """Yield the text, piece by piece. In UTF-8 an undecodable byte becomes a lone surrogate (STRANGE).

    Raises Unreadable where another encoding cannot decode a letter, or a file ends within one.
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
    """Return the pieces as a file, for parsers that read only files."""
    return io.BufferedReader(_Raw(pieces()), 1 << 16)


def whole_lines(pieces: Pieces, encoding: str) -> Iterator[str]:
    """Yield the text's lines, each with its end; undecodable bytes become lone surrogates (STRANGE).

    Raises Unreadable at the first place from which nothing can be read.
    """
    errors = "strict" if encoding.startswith(("utf-16", "utf-32")) else LENIENT
    try:
        yield from io.TextIOWrapper(as_file(pieces), encoding=encoding, newline="", errors=errors)
    except UnicodeError as error:
        raise Unreadable("encoding", encoding=encoding.upper()) from error
