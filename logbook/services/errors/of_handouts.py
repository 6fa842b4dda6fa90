"""What is refused where hands are given out on paper or on phones."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from logbook.services.errors.refusal import Refusal


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
