"""Refusals of crews and their people."""

from __future__ import annotations

from typing import ClassVar

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from logbook.lib.exceptions import Refusal


class GuestNameless(Refusal):
    """A guest needs a name."""

    status = 422
    sentence = _("Write the guest's name, at most 40 letters.")


class NotYourCrew(Refusal):
    """Only members of the crew may do this."""

    status = 403
    sentence = _("Only members of the crew can do this.")


class NotAFounder(Refusal):
    """Only founders decide about the whole crew."""

    status = 403
    sentence = _("Only a founder of the crew can do this.")


class FounderStays(Refusal):
    """A founder cannot remove another: founders have the same rights."""

    status = 403
    sentence = _("A founder cannot be removed. Founders leave by themselves.")


class CrewGone(Refusal):
    """The crew is merged into another, and does not change any more."""

    sentence = _("This crew has become part of another one. Its logbook stays to read.")


class GuestAlreadyClaimed(Refusal):
    """Another player has claimed the guest: a guest is one person."""

    sentence = _("Somebody else has claimed this guest's history already.")


class ClaimantPresent(Refusal):
    """The claimant sat beside the guest, so they are two people."""

    sentence = _("You and this guest stand in the same attempt, so this guest was somebody else.")


class OwnClaim(Refusal):
    """The claimant cannot confirm their own claim: another member has to."""

    status = 403
    sentence = _("Another member, or a founder, confirms your claim.")


class ClaimAnswered(Refusal):
    """The claim is answered already."""

    sentence = _("This claim is answered already.")


class MergeEnded(Refusal):
    """The proposed merge is answered, or was taken back."""

    status = 410
    sentence = _("This question is over. Ask the crew that sent it to ask again.")


class SameCrew(Refusal):
    """A crew cannot be merged into itself."""

    status = 422
    sentence = _("A crew cannot become part of itself. Choose another crew that you founded.")


class SplitIncomplete(Refusal):
    """The split lacks the new crew's name, or takes what the old crew does not have."""

    status = 422
    sentences: ClassVar[dict[str, str | Promise]] = {
        "name": _("Give the new crew a name of at most 60 letters."),
        "members": _("Only members of this crew can go along."),
        "campaigns": _("Only campaigns of this crew can go along."),
    }

    def __init__(self, what: str) -> None:
        super().__init__()
        self.field = what

    def __str__(self) -> str:
        return str(self.sentences[self.field])
