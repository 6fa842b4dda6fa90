"""What is refused where hands are given out on paper or on phones."""

from __future__ import annotations

from typing import ClassVar

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from logbook.lib.exceptions import Refusal


class SeatsUnnamed(Refusal):
    """A deal goes to people, as many as there are seats."""

    status = 422
    sentence = _("Say who sits on each of the %(seats)s seats: a member, a guest, or a new guest’s name.")


class CrewBusy(Refusal):
    """One attempt at a time: the same people cannot sit at two tables."""

    sentence = _("%(crew)s has an attempt under way at stage %(stage)s. End it first, or report it.")


class SeatOfAnother(Refusal):
    """A page that was handed to a member is theirs alone."""

    status = 403
    sentence = _("This page was handed to %(name)s, and opens for %(name)s alone.")


class SeatNeedsAccount(Refusal):
    """A member shows that it is them: nothing is noted under a name without its owner."""

    status = 403
    sentence = _("This page was handed to %(name)s. Sign in as %(name)s to open it.")


class SeatOpenedElsewhere(Refusal):
    """The first browser keeps it."""

    status = 403
    sentence = _("This page was opened on another device, and belongs to it. Your crew can hand you the seat again.")


class SeatLinkEnded(Refusal):
    """Handed again, by another link."""

    status = 410
    sentence = _("This link has ended: the seat was handed out again. Ask your crew for the new one.")


class SeatOpened(Refusal):
    """Who has seen a hand keeps it."""

    sentence = _("%(name)s has opened the page of this seat, so it can be handed again to %(name)s alone.")


class HandedTooOften(Refusal):
    """So many links a seat are enough."""

    status = 429
    sentence = _("This seat was handed out %(most)s times. Print the sheets instead.")


class PlayedOnline(Refusal):
    """What is played here needs no report."""

    sentence = _("Attempt %(number)s is played on this site: it ends by itself, and is not reported.")


class NotGivenOut(Refusal):
    """Only a deal that the crew has can have been played."""

    sentence = _("Attempt %(number)s was not given out to your crew, so there is nothing to report.")


class ReportedAlready(Refusal):
    """The first report counts."""

    sentence = _("Attempt %(number)s is reported already. What was reported first counts; a director can correct it.")


class ReportTooLate(Refusal):
    """After the close the cards are open, and nobody could tell when something was played."""

    sentence = _("The challenge is closed, so nothing more can be reported. What was not reported in time is not won.")


class ImpossibleReport(Refusal):
    """A number that this deal cannot have; `field` is where it was written."""

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
    """What cannot be unseen is asked for once more."""

    status = 422
    sentence = _("Tick the box first: the sheets show the hands of all seats.")


class NotSure(Refusal):
    """Who has looked cannot unlook."""

    status = 422
    sentence = _("Tick the box first: who has looked at a deal does not play it any more.")


class SeatPageOver(Refusal):
    """The link of a seat ends with its attempt."""

    status = 410
    sentence = _("This attempt is over, and so is the link to its cards.")
