"""Every language says everything, with the same blanks, and nothing besides. `make messages` adds what is missing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from pytest_django import Settings

from crewsite import translations
from crewsite.translations import texts
from games import sentences

BLANK = re.compile(r"%%|%\(\w+\)[a-z]|%[a-z]|\{\w*\}")
TAG = re.compile(r"<[^>]+>")
# Before these, French writes a space that does not break; a line may neither end nor begin with them.
UNTIED = re.compile(r"(?<=[^\s\u00a0\u202f«(])[;!?»](?!\w)(?=\s|$)| [;:!?»]|« ")

# U+00A0 stands before these and after «, U+202F before the others; « ; » is a sign that is quoted.
WRONGLY_TIED = re.compile(r"\u202f(?=[:»]|%(?!\())|«\u202f|(?<!«)\u00a0(?=[;!?])")

# A text that is nothing but one text several times, or that says a dozen signs or more twice in a row.
REPEATED = re.compile(r"\A(.+?)(\s*\1)+\Z|(.{12,}?)\s*\3", re.DOTALL)

# Phrases of docs/voice.md that no sentence may hold; what stands between is a regular expression.
UNSAID: dict[str, tuple[str, ...]] = {
    "en": (
        *(rf"\b{word}\b" for word in ("whoever", "somebody", "anybody", "everybody", "nobody", "for ever")),
        *(rf"\b{words}\b" for words in ("is told", "are told", "at a guess", "bring in", "brought in", "taken back")),
        r"\b(your|the site’s) first page\b",
        r"\bin 100\b",
        r"(\d|\)s) per ?cent\b",
        r"\blies active\b",
        *(
            rf"\b{words}\b"
            for words in ("[Bb]y turns", "counts? on no", "breaks? no", "Of several", "are bridged", "is bridged")
        ),
        *(rf"\b{words}\b" for words in ("places are in", "outside the ranking", "at the first attempt", "[Rr]ace now")),
        r"\b(haven’t|hasn’t) been published\b",
        r"\b[Aa]lone (with|against) \w+ bots\b",
        r"\ba line that wins\b",
        r"\b(hours?|days?|minute) a decision\b",
        r"\bdirectors?\b",
        r"\bknown card by card\b",
        r"\b(played|raced) by an earlier version\b",
        r"(?<!\.)\.\.(?!\.)",
    ),
    "fr": (
        r"\ben 100\b",
        r"(\d|\)s) pour cent\b",
        r"(?<!\.)\.\.(?!\.)",
        r"\b[Ee]n différé\b",
        r"\b([Ee]ntame[rzs]?|[Ff]ourni[rt])\b",
        r"\b([Dd]e|[Àà]) (%\(card\)s|\{card\}|\{other\})",
        r"\b([Ll]a carte|[Ll]a tâche) (%\((card|task)\)s|\{(card|other|task)\})",
        r"\bde tous les temps\b",
        r"\bne sont pas publiées\b",
        r"\b[Ll]es places (sont connues|arrivent|viennent)\b",
        r"\b[Dd]e plusieurs \w+ (de|des) mêmes\b",
        r"\b([Dd]e|[Qq]ue|[Jj]usque|[Ll]e) %\((name|who|names|player|founder)\)",
        r"\b[Aa]rbitres?\b",
        r"(?<!Mission )\b[Aa]ccompli",
        r"\b[Cc]lôture",
        r"\bsite seul\b",
        r"\b[Jj]usqu’(à|au) %\(when\)",
    ),
    "de": (
        r"(?<!\.)\.\.(?!\.)",
        r"(\d|\)s)%%? ",
        r"\bPlanet Nine\b",
        r"\b(mit|von|aus|bei|zu) (\{card\}|%\(card\)s)",
        r"\b([Ss]ie|[Ii]hre[mnrs]?) sollten\b",
        r"\bNichts (wurde|hat)\b",
        r"\b[Bb]eisteuer",
        r"\bLänge der Pause\b",
        r"\bZweig",
        r"\bvergleicht mit\b",
        r"\bZug[ -]um[ -]Zug\b",
    ),
}

catalogues = pytest.mark.parametrize("path", translations.catalogues(), ids=translations.language_of)


@pytest.fixture(scope="module")
def said() -> Catalog:
    return translations.collect()


def key(message: Message) -> tuple[str | None, tuple[str, ...]]:
    return message.context, texts(message.id)


def messages(path: Path) -> Iterator[Message]:
    return (message for message in translations.read(path) if message.id)


def test_everything_is_collected(said: Catalog) -> None:
    """From templates, from Python, and from the engine, which only marks its sentences."""
    found = {text for message in said for text in texts(message.id)}
    assert len(found) > 2000
    assert {"Skip to content", "%(number)s task", "Something went wrong on our side"} <= found
    assert set(sentences.TEMPLATES.values()) <= found


def test_every_language_of_the_site_has_a_catalogue(settings: Settings) -> None:
    found = [translations.language_of(path) for path in translations.catalogues()]
    assert sorted(["en", *found]) == sorted(code for code, _name in settings.LANGUAGES)


@catalogues
def test_a_language_says_what_the_site_says(path: Path, said: Catalog) -> None:
    wanted, there = ({key(message) for message in catalogue if message.id} for catalogue in (said, messages(path)))
    assert sorted(map(str, wanted - there)) == [], "not in the catalogue: make messages, then translate"
    assert sorted(map(str, there - wanted)) == [], "no code uses this: make messages"


@catalogues
def test_nothing_is_left_open(path: Path) -> None:
    assert not [message.id for message in messages(path) if not all(texts(message.string)) or message.fuzzy]
    assert not translations.read(path).obsolete


@catalogues
def test_the_blanks_are_the_same(path: Path) -> None:
    for message in messages(path):
        # One thing may be said without its number.
        allowed = [sorted(BLANK.findall(text)) for text in texts(message.id)]
        assert not [text for text in texts(message.string) if sorted(BLANK.findall(text)) not in allowed]


@catalogues
def test_every_form_of_the_plural_is_there(path: Path) -> None:
    forms = translations.read(path).num_plurals
    plural = [message for message in messages(path) if len(texts(message.id)) > 1]
    assert plural
    assert not [message.id for message in plural if len(texts(message.string)) != forms]


@catalogues
def test_no_message_repeats_itself(path: Path) -> None:
    for message in messages(path):
        assert not [text for text in (*texts(message.id), *texts(message.string)) if REPEATED.search(text)]


@pytest.mark.parametrize(
    ("text", "repeats"),
    [
        ("Ana ouvre.Ana ouvre.", True),
        ("Ana ouvre. Ana ouvre. Ana ouvre.", True),
        ("Bien", False),
        ("Vous ouvrez. Attendez un instant.Attendez un instant.", True),
        ("Attendez un instant. Attendez un instant. Vous ouvrez.", True),
        ("Ana ouvre. Ben suit. Ana ouvre.", False),
        ("%(won)s sur %(crews)s", False),
    ],
)
def test_that_a_repetition_would_be_found(text: str, repeats: bool) -> None:
    assert bool(REPEATED.search(text)) is repeats


@catalogues
def test_markup_stays_as_it_is(path: Path) -> None:
    for message in messages(path):
        for english, other in zip(texts(message.id), texts(message.string), strict=False):
            assert sorted(TAG.findall(english)) == sorted(TAG.findall(other)), other


def test_french_ties_its_signs() -> None:
    french = translations.LOCALES / "fr" / "LC_MESSAGES" / "django.po"
    said = [text for message in messages(french) for text in texts(message.string)]
    assert not [text for text in said if UNTIED.search(re.sub(r"tasks=\S+|4; deep|« ; »|“;”|\S*&\w+;", "", text))]
    assert not [text for text in said if WRONGLY_TIED.search(text)]
    assert not [text for text in said if re.search(r"\w'\w", TAG.sub("", text)) and "printf" not in text]


def test_a_catalogue_is_compiled_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "fr" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "django.po").write_text(
        'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\nmsgid "a"\nmsgstr "à"\n'
    )
    monkeypatch.setattr(translations, "LOCALES", tmp_path)
    assert translations.main(["compile"]) == 0
    assert [path.name for path in sorted(folder.iterdir())] == ["django.mo", "django.po"]
    assert "à".encode() in (folder / "django.mo").read_bytes()


def test_the_command_says_how_it_is_called(capsys: pytest.CaptureFixture[str]) -> None:
    assert translations.main(["guess"]) == 2
    assert "collect|compile" in capsys.readouterr().err


@catalogues
@pytest.mark.parametrize("language", UNSAID)
def test_no_sentence_holds_what_the_voice_forbids(path: Path, language: str) -> None:
    for message in messages(path):
        said = texts(message.id if language == "en" else message.string)
        assert not [text for text in said for unsaid in UNSAID[language] if re.search(unsaid, text)]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Nobody is told"),
        ("en", "At a guess, whoever leads wins"),
        ("en", "12 to 77 in 100"),
        ("en", "It ends.."),
        ("en", "A win with its help counts on no leaderboard."),
        ("en", "by turns: a day a decision"),
        ("en", "Alone with three bots"),
        ("en", "The places are in."),
        ("fr", "Aux tables en différé"),
        ("fr", "Ana entame le pli"),
        ("fr", "Jouer la carte %(card)s"),
        ("fr", "à côté de {card}"),
        ("fr", "Classement de tous les temps"),
        ("fr", "Au tour de %(name)s"),
        ("fr", "12 à 77 en 100"),
    ],
)
def test_that_the_search_would_find_it(language: str, text: str) -> None:
    assert any(re.search(unsaid, text) for unsaid in UNSAID[language])
    assert not any(re.search(unsaid, "Wait… Ana 9.5 %(name)s.") for unsaid in UNSAID[language])


MOST_WORDS = 25
"""The most words of a sentence in English."""
LONG = re.compile("^The table is a CSV file in UTF-8 with the columns ")
"""A list of the columns of a file is as long as the file is wide."""
VERBS = frozenset((Path(__file__).parent / "english_verbs.txt").read_text("utf-8").split())
"""The forms of verbs in the site’s sentences; a new sentence may be the first to use another one: add it."""
VERBLESS = re.compile(
    r"""
    .*:[ ]([%{<]|[{]|%\().*                            # a label, and its figures
    |(%\((races|stages|existing)\)[sd]|Rating)[ ].*   # a figure, and what it counts
    |[A-Z][a-z]+([ ](of|the|[A-Z][a-z]+))+\.                # the title of a scenario, as it begins a text
    |No\.                                             # short for "number", on a printed page
    |[{]title},[ ]mission.*|Stage[ ]%.*               # the title of a mission, as it begins a text
    |(A[ ]crew|In)[ ].*%\(club\)s.*                    # a lede: what the page shows
    |(One[ ]sheet|%\(seats\)s[ ]sheets)[ ]to[ ]fold.*  # what lies in a file
    |Four[ ]crews[ ]and[ ].*|All[ ]four[ ]rockets.*   # what the demo's people write
    |.*:[ ]better[ ]than[ ].*                         # a subject of a notification
    """,
    re.VERBOSE,
)
"""Messages with a full stop that need no verb."""


def sentences_of(text: str) -> list[str]:
    """Return the sentences of a message, without its tags."""
    return [one for one in re.split(r"(?<=[.!?:;])\s+|\n", TAG.sub("", text)) if one]


def words_in(text: str) -> set[str]:
    return set(re.findall(r"[a-z’]+", BLANK.sub(" ", TAG.sub("", text)).lower()))


def is_verbless(text: str) -> bool:
    return TAG.sub("", text).endswith(".") and not VERBLESS.fullmatch(text) and not words_in(text) & VERBS


def test_no_sentence_is_longer_than_a_breath(said: Catalog) -> None:
    every = [one for message in said if message.id for text in texts(message.id) for one in sentences_of(text)]
    assert len(every) > 4000
    assert [one for one in every if len(one.split()) > MOST_WORDS and not LONG.match(one)] == []


def test_what_ends_in_a_full_stop_has_a_verb(said: Catalog) -> None:
    every = [text for message in said if message.id for text in texts(message.id)]
    assert [text for text in every if is_verbless(text)] == []
    assert is_verbless("Nothing but <b>nouns</b>.")
    assert is_verbless("Optional.")
    assert not is_verbless("Ana plays %(card)s.")
    assert len(sentences_of("One. Two; three: <b>four</b>")) == 4


def test_the_list_names_where_a_sentence_stands(
    said: Catalog, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(translations, "collect", lambda: said)
    assert translations.main(["list"]) == 0
    printed = capsys.readouterr().out
    assert re.search(r"templates/base\.html:\d+.*\n  en: Skip to content\n  de: .*Inhalt.*\n  fr: .*contenu\n", printed)
    assert re.search(r"\n  en \[\w+\]: ", printed)
    assert "  en: %(number)s task | %(number)s tasks\n" in printed


def test_what_has_changed_is_printed_side_by_side(
    said: Catalog, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def without_a_sentence(path: Path) -> Catalog:
        before = translations.read(path)
        before.delete("Skip to content")
        return before

    monkeypatch.setattr(translations, "collect", lambda: said)
    monkeypatch.setattr(translations, "committed", without_a_sentence)
    assert translations.main(["changed"]) == 0
    assert re.fullmatch(r"templates/base.+\n  en: Skip to content\n  de: .+\n  fr: .+\n", capsys.readouterr().out)


def test_buttons_are_labelled_as_the_voice_has_them() -> None:
    """No button has a label of the column "Not" of docs/voice.md; a single word there may be right elsewhere."""
    labels = {label.lower() for label in labels_of_buttons()}
    assert len(labels) > 150
    assert {"race online", "play online", "open a table"} <= labels
    assert not labels & not_said()


def labels_of_buttons() -> Iterator[str]:
    """Return the texts of all buttons, and of links that look like one."""
    said = re.compile(r"""(?:_\(|translate )(["'])(.+?)\1|trimmed %}\s*([^{<]+?)\s*{%|{% trans[^%]*%}([^{<]+?){%""")
    for path in Path("templates").rglob("*.html"):
        for button in re.finditer(r"<(button|a)\b([^>]*)>(.*?)</\1>", path.read_text(), re.DOTALL):
            if button[1] == "button" or "button" in button[2]:
                for found in said.finditer(button[3]):
                    yield " ".join((found[2] or found[3] or found[4]).split())


def not_said() -> set[str]:
    """Return the phrases of the column "Not", and its single words that are forbidden on buttons."""
    table = Path("docs/voice.md").read_text().partition("| Say | Not |")[2].partition("\n## ")[0]
    phrases = [one.strip() for row in table.splitlines()[2:] if "|" in row for one in row.split("|")[2].split(",")]
    on_buttons = {one.removesuffix(" (as a button)") for one in phrases if one.endswith(" (as a button)")}
    return on_buttons | {one for one in phrases if " " in one and "(" not in one}
