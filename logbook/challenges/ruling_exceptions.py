"""Refusals of rulings."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from logbook.lib.exceptions import Refusal


class ReasonMissing(Refusal):
    """A ruling needs a reason: rulings are public."""

    status = 422
    sentence = _("Give a reason. It’s published with the decision for everyone to read.")


class NotPausable(Refusal):
    """The challenge is not running, so it cannot be paused."""

    sentence = _("Only an open challenge can be paused.")


class NotOpen(Refusal):
    """The challenge is not running, so it cannot be closed."""

    sentence = _("Only an open challenge can be closed.")


class NotPaused(Refusal):
    """The challenge is not paused."""

    sentence = _("This challenge isn’t paused.")


class AttemptAgainstClock(Refusal):
    """An attempt against the clock is under way: its clock cannot stop."""

    sentence = _("A timed attempt is in progress. Pause the challenge once it has ended.")


class CloseNotLater(Refusal):
    """The new close is not later: an extension is to the crews' advantage."""

    status = 422
    sentence = _("The new closing time must be later than the current one: %(closes)s.")


class NoSuchDeal(Refusal):
    """The challenge has no attempt of this number."""

    status = 422
    sentence = _("This stage has no deal for attempt %(attempt)s.")


class ConflictOfInterest(Refusal):
    """The ruling is about the director's own case; it needs another organizer."""

    status = 403
    sentence = _(
        "This is about your own crew or what you’ve seen yourself, so another organizer has to "
        "decide. If there isn’t one, it can’t be done."
    )


class NothingChanges(Refusal):
    """The ruling would change nothing."""

    sentence = _("That’s already the case. Nothing has changed.")


class NoResult(Refusal):
    """There is no result to correct."""

    sentence = _("%(crew)s has no result at this stage.")


class EntriesNotMergeable(Refusal):
    """The entries cannot be merged: that takes two crews that both play, once."""

    sentence = _("Choose two different crews of this challenge that haven’t been merged before.")


class AttemptUnderWay(Refusal):
    """The crew has an attempt under way, which a ruling must not disturb."""

    sentence = _("%(crew)s has an attempt in progress. Wait until it ends.")


class CrewNotOut(Refusal):
    """The crew is not out, so it cannot be readmitted."""

    sentence = _("%(crew)s isn’t out at this stage and doesn’t need to be readmitted.")


class RulingFinal(Refusal):
    """The ruling cannot be taken back."""

    sentence = _("This decision can’t be undone.")


class AttemptsUsed(Refusal):
    """The allowed attempts have been played since."""

    sentence = _("%(crew)s has played since, so this can’t be undone.")


class MergedResultCounts(Refusal):
    """The result that counts is that of the crew it was merged with."""

    sentence = _("This entry was merged with that of %(crew)s, whose result counts at this stage. Correct that one.")


class TooManyAttempts(Refusal):
    """The number of attempts is more than there are."""

    status = 422
    sentence = _("This stage allows up to %(allowed)s attempts.")
