"""What the directors are refused."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from logbook.lib.exceptions import Refusal


class ReasonMissing(Refusal):
    """Whatever organizers decide is public, and so is why."""

    status = 422
    sentence = _("Give a reason: it stands in the history of the challenge for everybody to read.")


class NotPausable(Refusal):
    """Only what runs can be paused."""

    sentence = _("Only an open challenge can be paused.")


class NotPaused(Refusal):
    """Only what is paused goes on."""

    sentence = _("This challenge is not paused.")


class ClockRuns(Refusal):
    """A clock cannot be stopped."""

    sentence = _("An attempt against the clock is under way. Pause the challenge when it has ended.")


class ClosesNoLater(Refusal):
    """An extension is one to the crews' advantage."""

    status = 422
    sentence = _("The new close must be later than the present one: %(closes)s.")


class NoSuchDeal(Refusal):
    """The number is no attempt of this challenge."""

    status = 422
    sentence = _("This stage has no deal for attempt %(attempt)s.")


class OwnCase(Refusal):
    """Nobody rules for themselves; where there is no other organizer, it cannot be done."""

    status = 403
    sentence = _(
        "This is about your own crew or looks: another organizer decides it. Where there is none, it cannot be done."
    )


class NothingChanges(Refusal):
    """A ruling changes something."""

    sentence = _("That is how it stands already. Nothing was changed.")


class NoResult(Refusal):
    """There is nothing to correct."""

    sentence = _("%(crew)s has no result at this stage.")


class NotMergeable(Refusal):
    """Two crews that both play become one, once."""

    sentence = _("Two different crews of this challenge can be merged, and neither may have been merged before.")


class EntryPlays(Refusal):
    """Nothing is taken from under a crew's hands."""

    sentence = _("%(crew)s has an attempt under way. Wait until it has ended.")


class PlaysOn(Refusal):
    """Only who is out is readmitted."""

    sentence = _("%(crew)s is not out at this stage: there is nothing to readmit it to.")


class StaysRuled(Refusal):
    """Some decisions cannot be undone."""

    sentence = _("This decision cannot be taken back.")


class PlayedSince(Refusal):
    """What was allowed has been used."""

    sentence = _("%(crew)s has played on since, so this can no longer be taken back.")


class CountsElsewhere(Refusal):
    """Of merged entries, the result that counts is another crew's."""

    sentence = _("At this stage the result of %(crew)s counts, with which the entry was merged. Correct that one.")


class TooManyAttempts(Refusal):
    """More attempts than there are."""

    status = 422
    sentence = _("At most %(allowed)s attempts are allowed at this stage.")
