"""Refusals of rulings."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from logbook.lib.exceptions import Refusal


class ReasonMissing(Refusal):
    """A ruling needs a reason: rulings are public."""

    status = 422
    sentence = _("Give a reason: it stands in the history of the challenge for everybody to read.")


class NotPausable(Refusal):
    """The challenge is not running, so it cannot be paused."""

    sentence = _("Only an open challenge can be paused.")


class NotPaused(Refusal):
    """The challenge is not paused."""

    sentence = _("This challenge is not paused.")


class AttemptAgainstClock(Refusal):
    """An attempt against the clock is under way: its clock cannot stop."""

    sentence = _("An attempt against the clock is under way. Pause the challenge when it has ended.")


class CloseNotLater(Refusal):
    """The new close is not later: an extension is to the crews' advantage."""

    status = 422
    sentence = _("The new close must be later than the present one: %(closes)s.")


class NoSuchDeal(Refusal):
    """The challenge has no attempt of this number."""

    status = 422
    sentence = _("This stage has no deal for attempt %(attempt)s.")


class ConflictOfInterest(Refusal):
    """The ruling is about the director's own case; it needs another organizer."""

    status = 403
    sentence = _(
        "This is about your own crew or looks: another organizer decides it. Where there is none, it cannot be done."
    )


class NothingChanges(Refusal):
    """The ruling would change nothing."""

    sentence = _("That is how it stands already. Nothing was changed.")


class NoResult(Refusal):
    """There is no result to correct."""

    sentence = _("%(crew)s has no result at this stage.")


class EntriesNotMergeable(Refusal):
    """The entries cannot be merged: that takes two crews that both play, once."""

    sentence = _("Two different crews of this challenge can be merged, and neither may have been merged before.")


class AttemptUnderWay(Refusal):
    """The crew has an attempt under way, which a ruling must not disturb."""

    sentence = _("%(crew)s has an attempt under way. Wait until it has ended.")


class CrewNotOut(Refusal):
    """The crew is not out, so it cannot be readmitted."""

    sentence = _("%(crew)s is not out at this stage: there is nothing to readmit it to.")


class RulingFinal(Refusal):
    """The ruling cannot be taken back."""

    sentence = _("This decision cannot be taken back.")


class AttemptsUsed(Refusal):
    """The allowed attempts have been played since."""

    sentence = _("%(crew)s has played on since, so this can no longer be taken back.")


class MergedResultCounts(Refusal):
    """The result that counts is that of the crew it was merged with."""

    sentence = _("At this stage the result of %(crew)s counts, with which the entry was merged. Correct that one.")


class TooManyAttempts(Refusal):
    """The number of attempts is more than there are."""

    status = 422
    sentence = _("At most %(allowed)s attempts are allowed at this stage.")
