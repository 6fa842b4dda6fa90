"""Refusals of attempts at real tables, on paper or on phones."""

from __future__ import annotations

from typing import ClassVar

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from logbook.lib.exceptions import Refusal


class SeatsUnnamed(Refusal):
    """Not every seat has a person: a deal needs one for each seat."""

    status = 422
    sentence = _("Say who sits on each of the %(seats)s seats: a member, a guest, or a new guest’s name.")


class CrewBusy(Refusal):
    """The crew has another attempt under way: the same people cannot sit at two tables."""

    sentence = _("%(crew)s has an attempt under way at stage %(stage)s. End it first, or report it.")


class SeatOfAnother(Refusal):
    """The page was handed to another member."""

    status = 403
    sentence = _("This page was handed to %(name)s, and opens for %(name)s alone.")


class SeatNeedsAccount(Refusal):
    """The page was handed to a member, who must sign in: deal access needs proof of the player."""

    status = 403
    sentence = _("This page was handed to %(name)s. Sign in as %(name)s to open it.")


class SeatOpenedElsewhere(Refusal):
    """Another browser has opened the page first."""

    status = 403
    sentence = _("This page was opened on another device, and belongs to it. Your crew can hand you the seat again.")


class SeatLinkEnded(Refusal):
    """The seat has been handed out again by a newer link."""

    status = 410
    sentence = _("This link has ended: the seat was handed out again. Ask your crew for the new one.")


class SeatOpened(Refusal):
    """The seat's hand has been seen and stays with that person."""

    sentence = _("%(name)s has opened the page of this seat, so it can be handed again to %(name)s alone.")


class HandedTooOften(Refusal):
    """The seat has reached its number of links."""

    status = 429
    sentence = _("This seat was handed out %(most)s times. Print the sheets instead.")


class PlayedOnline(Refusal):
    """The attempt is played online and needs no report."""

    sentence = _("Attempt %(number)s is played on this site: it ends by itself, and is not reported.")


class DealNotHandedOut(Refusal):
    """The deal was not given out to the crew."""

    sentence = _("Attempt %(number)s was not given out to your crew, so there is nothing to report.")


class ReportedAlready(Refusal):
    """The attempt is reported already: the first report counts."""

    sentence = _("Attempt %(number)s is reported already. What was reported first counts; a director can correct it.")


class ReportTooLate(Refusal):
    """The challenge is closed: its cards are open, and the time of play cannot be proven."""

    sentence = _("The challenge is closed, so nothing more can be reported. What was not reported in time is not won.")


class ImpossibleReport(Refusal):
    """A number that is impossible with this deal; `field` is the form's field."""

    status = 422
    sentences: ClassVar[dict[str, str | Promise]] = {
        "tricks": _("This deal has only %(most)s tricks."),
        "success": _("A mission is not won without a trick."),
        "played_at": _("Say a time between the start of this attempt and now."),
        "sitting": _("One person sits on one seat."),
    }

    def __init__(self, field: str, **params: object) -> None:
        super().__init__(**params)
        self.field = field

    def __str__(self) -> str:
        return str(self.sentences[self.field]) % self.params


class NotConfirmed(Refusal):
    """The request lacks the confirmation: access to cards cannot be undone."""

    status = 422
    sentence = _("Tick the box first: the sheets show the hands of all seats.")


class NotSure(Refusal):
    """The player has not confirmed giving up the deal: access cannot be undone."""

    status = 422
    sentence = _("Tick the box first: who has looked at a deal does not play it any more.")


class SeatPageOver(Refusal):
    """The attempt is over, and the seat's link with it."""

    status = 410
    sentence = _("This attempt is over, and so is the link to its cards.")
