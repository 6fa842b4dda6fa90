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
    "not-text": gettext_lazy("This is not a text file. We read JSON, CSV and XML, also in a zip."),
    "too-large": gettext_lazy("The file is larger than %(most)s MB. Bring it in pieces, or as a zip."),
    "bomb": gettext_lazy("Unpacked, this zip would be larger than %(most)s MB, so it was not opened."),
    "zip-broken": gettext_lazy("This zip cannot be opened: it is damaged, or was not copied whole."),
    "zip-of-many": gettext_lazy("A zip may hold one file, and this one holds %(files)s."),
    "zip-locked": gettext_lazy("This zip is locked with a password. Bring the file itself."),
    "zip-method": gettext_lazy("This zip is packed in an unusual way. Pack it as ZIP files usually are (deflate)."),
    "zip-in-zip": gettext_lazy("In this zip there is another zip. Bring the file itself."),
    "workbook": gettext_lazy("This is a spreadsheet's own file. Save the sheet as CSV, and bring that."),
    "encoding": gettext_lazy("The file says it is %(encoding)s, but there are bytes that are no letters in it."),
    "no-table": gettext_lazy("No columns can be seen in this file. A table has them parted by commas or semicolons."),
    "unknown-json": gettext_lazy("This JSON is neither an export of this site nor one of BG Stats."),
    "unknown-xml": gettext_lazy("This XML does not hold plays as BoardGameGeek writes them."),
    "version": gettext_lazy("This file is %(version)s; this site reads %(ours)s."),
    "of-a-club": gettext_lazy("This is the export of a club. It is brought in where your clubs are listed."),
    "of-a-crew": gettext_lazy("This is no export of a club. A crew's files are brought in on the crew's own page."),
    "broken-json": gettext_lazy("From here on the file is no JSON; nothing after this place could be read."),
    "broken-xml": gettext_lazy("From line %(line)s on the file is no XML; nothing after this place could be read."),
    "entities": gettext_lazy("This XML declares entities, and is not read: plays have none."),
    "play-large": gettext_lazy("One play in it goes on and on; nothing after this place could be read."),
    "cut-off": gettext_lazy("The file ends in the middle: it was not written or copied whole."),
    "too-many": gettext_lazy("The file has more than %(most)s lines. Bring it in pieces."),
    "too-many-people": gettext_lazy("More than %(most)s people are named. Is another column meant?"),
    "unforeseen-file": gettext_lazy(
        "Something in this file was not foreseen, so it could not be read. Nothing was made."
    ),
    "unforeseen": gettext_lazy("Something in this file was not foreseen: it stopped half way. Take it back whole."),
    "nothing": gettext_lazy("There is nothing of The Crew in this file."),
}
OF_LINES: Final[Mapping[str, str | Promise]] = {
    "game": gettext_lazy("“%(game)s” is no game of this site."),
    "mission-missing": gettext_lazy("No mission is named."),
    "mission-unreadable": gettext_lazy("“%(mission)s” is not the number of a mission."),
    "no-mission": gettext_lazy("It does not say which mission was played."),
    "several-missions": gettext_lazy("Several missions are named (%(text)s). Each attempt needs a line of its own."),
    "day-missing": gettext_lazy("It does not say when."),
    "day-unreadable": gettext_lazy("“%(day)s” is not a day. Write it as 2024-03-31."),
    "day-impossible": gettext_lazy("There is no such day as %(day)s."),
    "day-future": gettext_lazy("%(day)s is still to come."),
    "day-past": gettext_lazy("%(day)s is before the first of these games came out, in 2019."),
    "result": gettext_lazy("“%(text)s” is neither a success nor a failure."),
    "result-missing": gettext_lazy("It does not say whether the mission was won."),
    "distress": gettext_lazy("“%(text)s” is neither yes nor no, for the distress signal."),
    "players": gettext_lazy("“%(text)s” is not a number of players: %(lowest)s to %(highest)s."),
    "crowd": gettext_lazy("%(people)s people are named, and at most 5 play."),
    "minutes": gettext_lazy("“%(text)s” is not a number of minutes up to %(highest)s."),
    "attempts": gettext_lazy("“%(text)s” is not a number of attempts from %(lowest)s to %(highest)s."),
    "quantity": gettext_lazy("The play is noted %(text)s times; we take at most %(highest)s."),
    "incomplete": gettext_lazy("The play is marked as incomplete."),
    "play-shape": gettext_lazy("This is not a play."),
    "key": gettext_lazy("“%(key)s” is not a key."),
    "formula": gettext_lazy("“%(cell)s” is a formula. We do not compute; save the sheet with its values."),
    "quote-open": gettext_lazy("A quotation mark opens here and is not closed."),
    "row-broken": gettext_lazy("A quotation mark stands where none can be."),
    "row-cut": gettext_lazy("The row ends after %(cells)s of %(width)s cells: the file was cut off here."),
    "row-long": gettext_lazy("The row has %(cells)s cells and the header %(width)s: is there a comma too many?"),
    "no-letters": gettext_lazy("There are characters in it that are no letters, so it cannot be kept."),
    "moment": gettext_lazy("“%(text)s” (%(field)s) is no moment at which that can have been."),
    "line-shape": gettext_lazy("“%(field)s” is missing, or not what it should be."),
    "campaign-unknown": gettext_lazy("Campaign %(campaign)s is not in this file."),
    "person-unknown": gettext_lazy("Person %(person)s is not in this file."),
    "twice": gettext_lazy("The same line stands in this file before."),
    "campaign-closed": gettext_lazy("Its campaign was closed in the meantime."),
    "left": gettext_lazy("It does not say whether the mission was won, and you left such plays out."),
    "taken": gettext_lazy("It came to stand in the logbook in the meantime."),
}
OF_DOUBTS: Final[Mapping[str, str | Promise]] = {
    "formula-note": gettext_lazy("The note looks like a formula. It is kept as its text."),
    "note-long": gettext_lazy("The note is longer than 500 letters. The first 500 are kept."),
    "day-ambiguous": gettext_lazy("%(day)s may be read in two ways; it is read as %(read)s."),
    "players-differ": gettext_lazy("%(players)s players, but %(people)s are named."),
    "nobody-won": gettext_lazy("Nobody is marked as a winner, so it does not say whether the mission was won."),
    "quantity-same": gettext_lazy("Noted %(quantity)s times: it becomes as many attempts, all with the same end."),
    "some-won": gettext_lazy("%(winners)s of %(people)s are marked as winners. It is taken as a success of all."),
    "nobody": gettext_lazy("Nobody is named."),
    "letters-guessed": gettext_lazy(
        "The first letters beyond plain ones: “%(text)s”, read as %(encoding)s. "
        "If that looks wrong, choose another encoding where the columns are named."
    ),
    "photo-missing": gettext_lazy("Its photo is not in the zip. The line comes without it."),
    "photo-unreadable": gettext_lazy("Its photo is no picture, or too large. The line comes without it."),
}
SENTENCES: Final = {**OF_FILES, **OF_LINES, **OF_DOUBTS}


def message_text(code: str, params: Mapping[str, Any]) -> str:
    """Return a fault's sentence, in the reader's language."""
    if code == "mission":
        return _mission(str(params["mission"]), str(params["game"]), int(params["last"]))
    sentence = str(SENTENCES.get(code, code))
    return sentence % params if params else sentence


def _mission(mission: str, game: str, last: int) -> str:
    rules = games.GAMES.get(game)
    named = rules.title.partition(": ")[2] or rules.title if rules else game
    return _("Mission %(mission)s does not exist in %(game)s; missions 1 to %(last)s do.") % {
        "mission": mission,
        "game": named,
        "last": last,
    }
