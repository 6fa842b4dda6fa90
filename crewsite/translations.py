"""Extraction and compilation of translations, in pure Python: gettext's programs are not needed.

`python -m crewsite.translations collect` updates the .po files from the code and templates.
`python -m crewsite.translations compile` writes the .mo files, which git ignores; `make` and the tests do so too.
`python -m crewsite.translations list` prints every sentence with its translations and where it stands, `changed` those
that the last commit does not have: they are read aloud before they land.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from shutil import which
from tempfile import NamedTemporaryFile
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.catalog import Message as Entry
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

from logbook.lessons.book import POSITIONS, sentences_of
from logbook.lessons.pictures import PICTURES, pictures
from logbook.rounds import principles

ROOT: Final = Path(__file__).resolve().parent.parent
LOCALES: Final = ROOT / "logbook" / "locale"
CODE: Final = ("crewsite", "games", "logbook")
TEMPLATES: Final = ROOT / "templates"
JINJA: Final = TEMPLATES / "jinja2"
JINJA_OPTIONS: Final = {"trimmed": "true", "silent": "false"}
KEYWORDS: Final[dict[str, tuple[int | tuple[int, str], ...] | None]] = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
    "npgettext_lazy": ((1, "c"), 2, 3),
}
WIDTH: Final = 120

Message = tuple[int, str | tuple[str, ...], list[str], str | None]
"""Line, text and plural, comments, context."""


def sources() -> Iterator[tuple[Path, str]]:
    """Yield every file with messages and its text as Python: templates as Django's own collector reads them."""
    for path in sorted(path for folder in CODE for path in (ROOT / folder).rglob("*.py")):
        if "migrations" not in path.parts:
            yield path, path.read_text("utf-8")
    for path in sorted(path for path in TEMPLATES.rglob("*") if path.is_file() and JINJA not in path.parents):
        lines = templatize(path.read_text("utf-8"), origin=str(path)).splitlines()
        yield path, "\n".join(line.strip() for line in lines)


def extracted() -> Iterator[tuple[Path, Message]]:
    """Yield every message and the file where it stands."""
    for path, text in sources():
        for message in extract("python", BytesIO(text.encode()), keywords=KEYWORDS):
            yield path, message
    for path in sorted(JINJA.rglob("*.html")):
        for message in extract(
            "jinja2.ext:babel_extract", BytesIO(path.read_bytes()), keywords=KEYWORDS, options=JINJA_OPTIONS
        ):
            yield path, message
    for path in sorted(POSITIONS.glob("*.toml")):
        for sentence in sentences_of(path.read_text("utf-8")):
            yield path, (1, sentence, [], None)
    for picture in pictures():
        yield PICTURES, (1, picture.says, [], None)
    for sentence in principles.sentences_of(principles.PATH.read_text("utf-8")):
        yield principles.PATH, (1, sentence, [], None)


def collect() -> Catalog:
    """Return all messages of the site and the games, in English."""
    found = Catalog(charset="utf-8")
    for path, (line, messages, _comments, context) in extracted():
        found.add(messages, locations=[(path.relative_to(ROOT).as_posix(), line)], context=context)
    return found


def catalogues() -> list[Path]:
    """Return the repository's catalogues."""
    return sorted(LOCALES.glob("*/LC_MESSAGES/django.po"))


def language_of(path: Path) -> str:
    """Return the language of a catalogue."""
    return path.parts[-3]


def read(path: Path) -> Catalog:
    """Return a catalogue from the disk."""
    with path.open("rb") as file:
        return read_po(file, locale=language_of(path), charset="utf-8")


def update(path: Path) -> None:
    """Add new messages to a catalogue, and remove unused ones. No fuzzy matches."""
    catalogue = read(path)
    began = catalogue.creation_date
    catalogue.update(collect(), no_fuzzy_matching=True)
    catalogue.creation_date = began  # The date is in git's history.
    catalogue.obsolete.clear()
    with path.open("wb") as file:
        write_po(file, catalogue, width=WIDTH, sort_output=True, ignore_obsolete=True, include_lineno=False)


def compile_all() -> None:
    """Write the .mo beside every newer .po. Processes may run it at once: a file appears whole or not at all."""
    for path in catalogues():
        compiled = path.with_suffix(".mo")
        if not compiled.exists() or compiled.stat().st_mtime < path.stat().st_mtime:
            with NamedTemporaryFile(dir=path.parent, suffix=".part", delete=False) as file:
                write_mo(file, read(path))
            Path(file.name).chmod(0o644)
            Path(file.name).replace(compiled)


def texts(text: object) -> tuple[str, ...]:
    """Return the forms of a message's text: one, or one for each plural."""
    return (text,) if isinstance(text, str) else tuple(text) if isinstance(text, list | tuple) else ()


def listing(*, only_changed: bool = False) -> Iterator[str]:
    """Yield the lines of the catalogue for a reader: where a sentence stands, its context, each language."""
    others = {language_of(path): read(path) for path in catalogues()}
    before = [committed(path) for path in catalogues()] if only_changed else []
    for message in sorted(filter(lambda message: message.id, collect()), key=lambda message: message.locations):
        if only_changed and all(
            _says(old, message) == _says(new, message) for old, new in zip(before, others.values(), strict=True)
        ):
            continue
        yield ", ".join(f"{name}:{line}" for name, line in message.locations)
        yield f"  en{f' [{message.context}]' if message.context else ''}: {' | '.join(texts(message.id))}"
        for language, catalogue in others.items():
            found = catalogue.get(texts(message.id)[0], message.context)
            yield f"  {language}: {' | '.join(texts(found.string)) if found else ''}"


def committed(path: Path) -> Catalog:
    """Return a catalogue as the last commit has it; an empty one where there is none, or no git."""
    git = which("git")
    name = path.relative_to(ROOT).as_posix()
    told = subprocess.run([git, "show", f"HEAD:{name}"], cwd=ROOT, capture_output=True, check=False) if git else None  # noqa: S603 - our own words
    return read_po(BytesIO(told.stdout if told and not told.returncode else b""), locale=language_of(path))


def _says(catalogue: Catalog, message: Entry) -> tuple[str, ...] | None:
    found = catalogue.get(texts(message.id)[0], message.context)
    return texts(found.string) if found else None


def main(words: list[str]) -> int:
    """Run the command line."""
    if words == ["compile"]:
        compile_all()
    elif words == ["collect"]:
        for path in catalogues():
            update(path)
    elif words in (["list"], ["changed"]):
        sys.stdout.writelines(f"{line}\n" for line in listing(only_changed=words == ["changed"]))
    else:
        sys.stderr.write("Write: python -m crewsite.translations collect|compile|list|changed\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
