"""Messages of faults: one sentence each, for the importer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import games

OF_FILES: Final[Mapping[str, str | Promise]] = {
    "empty": gettext_lazy("The file is empty."),
    "not-text": gettext_lazy("This isn’t a text file. We read JSON, CSV and XML, on their own or inside a ZIP."),
    "too-large": gettext_lazy("The file is larger than %(most)s MB. Split it, or compress it as a ZIP."),
    "bomb": gettext_lazy("Unpacked, this ZIP would be larger than %(most)s MB, so we didn’t open it."),
    "zip-broken": gettext_lazy("This ZIP can’t be opened: it’s damaged or wasn’t copied completely."),
    "zip-of-many": gettext_lazy("A ZIP can contain only one file, but this one has %(files)s."),
    "zip-locked": gettext_lazy("This ZIP is protected by a password. Import the file inside it."),
    "zip-method": gettext_lazy("This ZIP uses an unusual compression method. Save it as a standard ZIP (deflate)."),
    "zip-in-zip": gettext_lazy("This ZIP contains another ZIP. Import the inner file itself."),
    "opendocument": gettext_lazy("This is an OpenDocument spreadsheet (.ods). Save the sheet as CSV and import that."),
    "workbook": gettext_lazy("This is a spreadsheet file. Save the sheet as CSV and import that."),
    "encoding": gettext_lazy("The file says it’s %(encoding)s, but some of its bytes aren’t valid in that encoding."),
    "no-table": gettext_lazy("We found no columns in this file. Separate them with commas or semicolons."),
    "unknown-json": gettext_lazy("This JSON file is neither one of our exports nor one from BG Stats."),
    "unknown-xml": gettext_lazy("This XML file doesn’t contain plays in BoardGameGeek’s format."),
    "version": gettext_lazy("This file’s format is %(version)s, but this site reads %(ours)s."),
    "of-a-club": gettext_lazy("This is a club export. Import it from your list of clubs."),
    "of-a-crew": gettext_lazy("This isn’t a club export. Import a crew’s file on the crew’s own page."),
    "broken-json": gettext_lazy("The file stops being valid JSON here. Nothing after this point could be read."),
    "broken-xml": gettext_lazy(
        "The file stops being valid XML at line %(line)s. Nothing after this point could be read."
    ),
    "entities": gettext_lazy("This XML file declares entities, so we don’t read it: a list of plays has none."),
    "play-large": gettext_lazy("One of the plays is too long. Nothing after it could be read."),
    "cut-off": gettext_lazy("The file breaks off in the middle: it wasn’t saved or copied completely."),
    "too-many": gettext_lazy("The file has more than %(most)s entries. Split it into several files."),
    "too-many-people": gettext_lazy("There are more than %(most)s names. Is this the right column?"),
    "unforeseen-file": gettext_lazy(
        "Something unexpected in this file stopped us from reading it. Nothing was imported."
    ),
    "unforeseen": gettext_lazy(
        "Something unexpected in this file stopped the import halfway. Undo the import to remove what was added."
    ),
    "nothing": gettext_lazy("We found nothing from The Crew in this file."),
}
OF_ROWS: Final[Mapping[str, str | Promise]] = {
    "game": gettext_lazy("“%(game)s” isn’t a game on this site."),
    "mission-missing": gettext_lazy("The mission is missing."),
    "mission-unreadable": gettext_lazy("“%(mission)s” isn’t a mission number."),
    "unasked": gettext_lazy("Its text doesn’t say clearly what was played. Import the file again, and we’ll ask you."),
    "no-answer": gettext_lazy("You didn’t say which mission was played."),
    "day-missing": gettext_lazy("The date is missing."),
    "day-unreadable": gettext_lazy("“%(day)s” isn’t a date. Write it like 2024-03-31."),
    "day-impossible": gettext_lazy("There’s no such date as %(day)s."),
    "day-future": gettext_lazy("%(day)s is in the future."),
    "day-past": gettext_lazy("%(day)s is too early: the first of these games came out in 2019."),
    "result": gettext_lazy("“%(text)s” doesn’t say whether the mission was won or lost."),
    "result-missing": gettext_lazy("It doesn’t say whether the mission was won."),
    "distress": gettext_lazy("“%(text)s” is neither yes nor no for the distress signal."),
    "players": gettext_lazy("“%(text)s” isn’t a number of players from %(lowest)s to %(highest)s."),
    "crowd": gettext_lazy("%(people)s people are named, but at most 5 can play."),
    "minutes": gettext_lazy("“%(text)s” isn’t a number of minutes up to %(highest)s."),
    "attempts": gettext_lazy("“%(text)s” isn’t a number of attempts from %(lowest)s to %(highest)s."),
    "quantity": gettext_lazy("The play is recorded %(text)s times, but the limit is %(highest)s."),
    "incomplete": gettext_lazy("The play is marked as incomplete."),
    "play-shape": gettext_lazy("This isn’t a play."),
    "key": gettext_lazy("“%(key)s” isn’t a valid key."),
    "formula": gettext_lazy("“%(cell)s” is a formula, which we don’t calculate. Save the sheet with values only."),
    "quote-open": gettext_lazy("A quotation mark opens here and is never closed."),
    "row-broken": gettext_lazy("There’s a quotation mark in the wrong place."),
    "row-cut": gettext_lazy("The row ends after %(cells)s of %(width)s cells: the file was cut off here."),
    "row-long": gettext_lazy("The row has %(cells)s cells but the header has %(width)s. Is there an extra comma?"),
    "no-letters": gettext_lazy("It contains characters that can’t be stored, so it can’t be imported."),
    "moment": gettext_lazy("“%(text)s” (%(field)s) isn’t a valid date and time."),
    "line-shape": gettext_lazy("“%(field)s” is missing or invalid."),
    "campaign-unknown": gettext_lazy("Campaign %(campaign)s isn’t in this file."),
    "person-unknown": gettext_lazy("Person %(person)s isn’t in this file."),
    "twice": gettext_lazy("The same entry appears earlier in this file."),
    "campaign-closed": gettext_lazy("Its campaign has since been closed."),
    "left": gettext_lazy("It doesn’t say whether the mission was won, and you chose to skip such plays."),
    "taken": gettext_lazy("It was added to the logbook in the meantime."),
}
OF_DOUBTS: Final[Mapping[str, str | Promise]] = {
    "cell-lost": gettext_lazy("%(sentence)s This cell is left out."),
    "no-mission": gettext_lazy("It doesn’t say which mission was played."),
    "several-missions": gettext_lazy("Several missions are named: %(text)s."),
    "mission-read": gettext_lazy("We guessed the mission from “%(text)s”."),
    "signal-read": gettext_lazy("We assume from “%(text)s” that the distress signal was sent."),
    "no-signal-read": gettext_lazy("We assume from “%(text)s” that the distress signal wasn’t sent."),
    "formula-note": gettext_lazy("The note looks like a formula. It’s kept as text."),
    "note-long": gettext_lazy("The note is longer than 500 characters. Only the first 500 are kept."),
    "day-ambiguous": gettext_lazy("%(day)s can be read in two ways. We read it as %(read)s."),
    "players-differ": gettext_lazy("The number of players is %(players)s, but the number of names is %(people)s."),
    "nobody-won": gettext_lazy("No winner is marked, so it doesn’t say whether the mission was won."),
    "quantity-same": gettext_lazy("Recorded %(quantity)s times: each becomes an attempt, all with the same result."),
    "some-won": gettext_lazy("%(winners)s of %(people)s players are marked as winners. We count the mission as won."),
    "nobody": gettext_lazy("No players are named."),
    "letters-guessed": gettext_lazy(
        "First special characters: “%(text)s”, read as %(encoding)s. If they look wrong, choose "
        "another encoding when you match the columns."
    ),
    "photo-missing": gettext_lazy("Its photo isn’t in the ZIP. The entry is imported without it."),
    "photo-unreadable": gettext_lazy("Its photo isn’t a picture, or is too large. The entry is imported without it."),
}
SENTENCES: Final = {**OF_FILES, **OF_ROWS, **OF_DOUBTS}


def message_text(code: str, params: Mapping[str, Any]) -> str:
    """Return a fault's sentence, in the reader's language."""
    if code == "mission":
        return _mission(str(params["mission"]), str(params["game"]), int(params["last"]))
    if code == "several":
        return " ".join(message_text(one["code"], one["params"]) for one in params["faults"])
    if code == "cell-lost":
        params = {"sentence": message_text(params["code"], params["params"])}
    sentence = str(SENTENCES.get(code, code))
    return sentence % params if params else sentence


def _mission(mission: str, game: str, last: int) -> str:
    rules = games.GAMES.get(game)
    name = rules.title.partition(": ")[2] or rules.title if rules else game
    return _("There’s no mission %(mission)s in %(game)s, only missions 1 to %(last)s.") % {
        "mission": mission,
        "game": name,
        "last": last,
    }
