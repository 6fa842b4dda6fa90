"""A language that nobody speaks: every message stands in brackets, accented, and is 30% longer.

On a page in this language, words outside brackets are words that no catalogue has; a text in it is as long as a German
one. The language has the code that Unicode keeps for it (CLDR, "pseudolocales"): en-XA.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Final

import allauth
import django
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from crewsite import translations
from crewsite.translations import texts

CODE: Final = "en-xa"
NAME: Final = "Pseudo"
OPEN, CLOSE = "⟦", "⟧"
LONGER: Final = 1.3
ACCENTED: Final = str.maketrans("aeiouycnsAEIOUYCNS", "àéîöûýçñšÀÉÎÖÛÝÇÑŠ")
VOWELS: Final = frozenset("aeiouAEIOU")
WORD: Final = re.compile(r"[^\W\d_]{2}")
KEPT: Final = re.compile(r"(%%|%\(\w+\)[a-z]|%[a-z]|\{[^{}]*\}|<[^>]+>|&#?\w+;|https?://\S+|\w+=\S+)")
"""What a translator leaves as it is: blanks, tags, signs of HTML, addresses, notation."""
OTHERS: Final = (
    *Path(django.__file__).parent.glob("**/locale/fr/LC_MESSAGES/django.po"),
    *Path(allauth.__file__).parent.glob("**/locale/fr/LC_MESSAGES/django.po"),
)
"""The catalogues of libraries that translate their own messages."""


def pseudo(text: str) -> str:
    """Return a message in the pseudo-language; its blanks, tags and outer spaces stay."""
    inner = text.strip()
    if not inner:
        return text
    start = text.index(inner)
    pieces = KEPT.split(inner)
    room = [round((LONGER - 1) * sum(map(len, pieces[::2])))]
    pieces[::2] = [_longer(piece, room) for piece in pieces[::2]]
    said = "".join(pieces) + "·" * room[0]
    return f"{text[:start]}{OPEN}{said}{CLOSE}{text[start + len(inner) :]}"


def _longer(piece: str, room: list[int]) -> str:
    """Return a piece with accents, and with its vowels doubled while there is room."""
    signs = []
    for sign in piece:
        doubled = sign in VOWELS and room[0] > 0
        room[0] -= doubled
        signs.append(sign + sign.lower() * doubled)
    return "".join(signs).translate(ACCENTED)


def write_catalogue(folder: Path) -> None:
    """Write the compiled catalogue of the site's messages, and of its libraries', under this folder."""
    catalogue = Catalog(locale="en", charset="utf-8")
    for source in (*map(_read, OTHERS), translations.collect()):
        for message in source:
            if message.id:
                forms = tuple(map(pseudo, texts(message.id)))
                catalogue.add(message.id, forms if len(forms) > 1 else forms[0], context=message.context)
    place = folder / "en_XA" / "LC_MESSAGES"
    place.mkdir(parents=True)
    with (place / "django.mo").open("wb") as file:
        write_mo(file, catalogue)


def _read(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale="fr", charset="utf-8")


SPOKEN: Final = frozenset({"alt", "title", "aria-label", "placeholder", "aria-description", "aria-valuetext"})
CODES: Final = frozenset({"script", "style", "code", "pre", "kbd", "samp", "textarea"})
VOID: Final = frozenset(("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"))


class Reader(HTMLParser):
    """What a page says outside brackets: its texts, and its labels for screen readers."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.depth = 0
        self.silent: list[str] = []
        self.outside: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Read the labels of an element; leave out what is code or in another language."""
        has = {name: value or "" for name, value in attrs}
        if tag not in VOID and (self.silent or tag in CODES or (tag != "html" and "lang" in has)):
            self.silent.append(tag)
        elif not self.silent:
            labels = [has[name] for name in SPOKEN & has.keys()]
            labels += [has["value"]] if tag == "input" and has.get("type") in {"submit", "button"} else []
            self.outside += [said for label in labels for said in outside(label)]

    def handle_endtag(self, tag: str) -> None:
        """Listen again after an element that was left out."""
        if self.silent and tag == self.silent[-1]:
            self.silent.pop()

    def handle_data(self, data: str) -> None:
        """Keep what stands outside brackets; a message may go through several elements."""
        if not self.silent:
            said, self.depth = _outside(data, self.depth)
            self.outside += said


def outside(text: str) -> list[str]:
    """Return the pieces of a text that stand outside brackets."""
    return _outside(text, 0)[0]


def _outside(text: str, depth: int) -> tuple[list[str], int]:
    said = []
    for piece in re.split(f"([{OPEN}{CLOSE}])", text):
        if piece in (OPEN, CLOSE):
            depth += 1 if piece == OPEN else -1
        elif depth == 0 and WORD.search(piece):
            said.append(" ".join(piece.split()))
    return said, depth


def words_outside(page: str, known: re.Pattern[str]) -> Iterator[str]:
    """Yield the pieces outside brackets with words besides those that are known."""
    reader = Reader(page)
    yield from (piece for piece in reader.outside if WORD.search(known.sub(" ", piece)))
    if reader.depth:
        yield "an open bracket"
