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

    sentence = _("This file is not waiting for a word any more. This is how it stands now.")


class NoSuchChoice(Refusal):
    """The form holds a value that our pages do not offer."""

    status = 422
    sentence = _("Choose one of the people and campaigns of this crew.")


class ResultMissing(Refusal):
    """Neither the file nor the importer says how some plays ended."""

    status = 422
    sentence = _("Say how the plays ended in which nobody is marked as a winner.")


class LengthMissing(Refusal):
    """A play with a quantity has one length, and the importer has not said whether it is each play's or the total."""

    status = 422
    sentence = _("Say whether the length of plays noted several times is each play's, or all of them together.")


class ColumnsMissing(Refusal):
    """A table needs at least these columns."""

    status = 422
    sentence = _("Say at least which column is the mission, which the date, and which the result or the attempts.")


class GameMissing(Refusal):
    """No column names the game, and the importer has not named it either."""

    status = 422
    sentence = _("Say which game the table is about, or which column names it.")


class NothingToTakeBack(Refusal):
    """The import was never applied, or is undone already."""

    sentence = _("There is nothing of this file to take back.")


class TooManyImports(Quota):
    """The person has reached the quota of imports."""

    sentence = _("You have brought in %(most)d files within a day. Go on tomorrow; this one was not kept.")
