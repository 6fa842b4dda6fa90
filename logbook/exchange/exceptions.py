"""Refusals of imports."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from logbook.exchange.formats.entries import Fault
from logbook.exchange.formats.messages import message_text
from logbook.lib.exceptions import Quota, Refusal


class UnreadableFile(Refusal):
    """The file is damaged, or of a kind that the site does not read."""

    status = 422

    def __init__(self, fault: Fault) -> None:
        super().__init__()
        self.fault = fault

    def __str__(self) -> str:
        return message_text(self.fault.code, self.fault.params)


class NotWaiting(Refusal):
    """The import is confirmed already, or the file is being read again."""

    sentence = _("This file isn’t waiting for your confirmation any more. Here’s its current status.")


class NoSuchChoice(Refusal):
    """The form holds a value that our pages do not offer."""

    status = 422
    sentence = _("Choose from this crew’s people and campaigns.")


class PersonMissing(Refusal):
    """Several people of the crew have a name of the file, and the importer has not said who it is."""

    status = 422
    sentence = _("Choose who’s who where several people have the same name.")


class NoSuchMission(Refusal):
    """The importer's answer about a play is no mission of its game."""

    status = 422

    def __init__(self, row: int, fault: Fault) -> None:
        super().__init__()
        self.row, self.fault = row, fault

    def __str__(self) -> str:
        sentence = message_text(self.fault.code, self.fault.params)
        return _("Play %(row)s: %(sentence)s") % {"row": self.row, "sentence": sentence}


class ResultMissing(Refusal):
    """Neither the file nor the importer says how some plays ended."""

    status = 422
    sentence = _("Choose how the plays without a marked winner ended.")


class LengthMissing(Refusal):
    """A play with a quantity has one length, and the importer has not said whether it is each play's or the total."""

    status = 422
    sentence = _("Choose whether the time given for repeated plays is for each play or for all of them together.")


class ColumnsMissing(Refusal):
    """A table needs at least these columns."""

    status = 422
    sentence = _(
        "Choose at least a column for the mission, one for the date, and one for the result or the number of attempts."
    )


class GameMissing(Refusal):
    """No column names the game, and the importer has not named it either."""

    status = 422
    sentence = _("Choose the game, or the column that names it.")


class NothingToTakeBack(Refusal):
    """The import was never applied, or is undone already."""

    sentence = _("This import has nothing to undo.")


class TooManyImports(Quota):
    """The person has reached the quota of imports."""

    sentence = _(
        "You’ve imported %(most)d files in a day, which is the limit. This one wasn’t saved: try again tomorrow."
    )
