"""Refusals of attempts at real tables, on paper or on phones."""

from __future__ import annotations

from typing import ClassVar

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from logbook.lib.exceptions import Refusal


class SeatsUnnamed(Refusal):
    """Not every seat has a person: a deal needs one for each seat."""

    status = 422
    sentence = _("Enter who sits in each of the %(seats)s seats: a member, a guest, or a new guest’s name.")


class CrewBusy(Refusal):
    """The crew has another attempt under way: the same people cannot sit at two tables."""

    sentence = _("%(crew)s has an attempt in progress at stage %(stage)s. Finish it or report its result first.")


class SeatOfAnother(Refusal):
    """The page was handed to another member."""

    status = 403
    sentence = _("This page is for %(name)s only.")


class SeatNeedsAccount(Refusal):
    """The page was handed to a member, who must sign in: deal access needs proof of the player."""

    status = 403
    sentence = _("This page is for %(name)s. Sign in as %(name)s to open it.")


class SeatOpenedElsewhere(Refusal):
    """Another browser has opened the page first."""

    status = 403
    sentence = _("This page was opened on another device and only works there. Ask your crew for a new link.")


class SeatLinkEnded(Refusal):
    """The seat has been handed out again by a newer link."""

    status = 410
    sentence = _("This link has been replaced by a new one. Ask your crew for it.")


class SeatOpened(Refusal):
    """The seat's hand has been seen and stays with that person."""

    sentence = _("%(name)s has already opened this seat page, so a new link can only go to %(name)s.")


class HandedTooOften(Refusal):
    """The seat has reached its number of links."""

    status = 429
    sentence = _("This seat has already had %(most)s links, which is the limit. Print the sheets instead.")


class PlayedOnline(Refusal):
    """The attempt is played online and needs no report."""

    sentence = _("Attempt %(number)s is played online, so its result is recorded automatically.")


class DealNotHandedOut(Refusal):
    """The deal was not given out to the crew."""

    sentence = _("Your crew hasn’t started attempt %(number)s at a real table, so there’s nothing to report.")


class ReportedAlready(Refusal):
    """The attempt is reported already: the first report counts."""

    sentence = _(
        "The result of attempt %(number)s has already been reported. The first report counts, but a "
        "director can correct it."
    )


class ReportTooLate(Refusal):
    """The challenge is closed: its cards are open, and the time of play cannot be proven."""

    sentence = _(
        "The challenge is closed, so results can’t be reported any more. Attempts not reported in "
        "time don’t count as won."
    )


class ImpossibleReport(Refusal):
    """A number that is impossible with this deal; `field` is the form's field."""

    status = 422
    sentences: ClassVar[dict[str, str | Promise]] = {
        "tricks": _("This deal has only %(most)s tricks."),
        "success": _("A mission can’t be won without playing a trick."),
        "played_at": _("Enter a time between the start of this attempt and now."),
        "seats": _("Each person can take only one seat."),
    }

    def __init__(self, field: str, **params: object) -> None:
        super().__init__(**params)
        self.field = field

    def __str__(self) -> str:
        return str(self.sentences[self.field]) % self.params


class NotConfirmed(Refusal):
    """The request lacks the confirmation: access to cards cannot be undone."""

    status = 422
    sentence = _("The sheets show every hand. Tick the box first.")


class NotSure(Refusal):
    """The player has not confirmed giving up the deal: access cannot be undone."""

    status = 422
    sentence = _("Once you’ve seen a deal, you can’t play it any more. Tick the box first.")


class SeatPageOver(Refusal):
    """The attempt is over, and the seat's link with it."""

    status = 410
    sentence = _("This attempt is over, so the link to its cards no longer works.")
