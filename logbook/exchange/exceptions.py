"""What is refused to those who bring files."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from logbook.exchange.formats.entries import Fault
from logbook.exchange.formats.messages import said
from logbook.lib.exceptions import Quota, Refusal


class UnreadableFile(Refusal):
    """The file is not what it says, or nothing that we read."""

    status = 422

    def __init__(self, fault: Fault) -> None:
        super().__init__()
        self.fault = fault

    def __str__(self) -> str:
        return said(self.fault.code, self.fault.params)


class NotWaiting(Refusal):
    """Somebody said the word already, or the file is read anew."""

    sentence = _("This file is not waiting for a word any more. This is how it stands now.")


class NoSuchChoice(Refusal):
    """A form that no page of ours sends."""

    status = 422
    sentence = _("Choose one of the people and campaigns of this crew.")


class EndMissing(Refusal):
    """The file does not tell how some plays ended, and nobody did."""

    status = 422
    sentence = _("Say how the plays ended in which nobody is marked as a winner.")


class LengthMissing(Refusal):
    """A play noted several times has one length in the file, and the importer has not said whose it is."""

    status = 422
    sentence = _("Say whether the length of plays noted several times is each play's, or all of them together.")


class ColumnsMissing(Refusal):
    """A table needs at least these."""

    status = 422
    sentence = _("Say at least which column is the mission, which the date, and which the result or the attempts.")


class GameMissing(Refusal):
    """No column names a game, and nobody did."""

    status = 422
    sentence = _("Say which game the table is about, or which column names it.")


class NothingToTakeBack(Refusal):
    """It was not brought in, or taken back already."""

    sentence = _("There is nothing of this file to take back.")


class TooManyImports(Quota):
    """A person has brought in very many files."""

    sentence = _("You have brought in %(most)d files within a day. Go on tomorrow; this one was not kept.")
