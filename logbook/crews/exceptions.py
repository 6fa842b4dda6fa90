"""Refusals of crews and their people."""

from __future__ import annotations

from typing import ClassVar

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from logbook.lib.exceptions import Refusal


class GuestNameless(Refusal):
    """A guest needs a name."""

    status = 422
    sentence = _("Enter the guest’s name, up to 40 characters.")


class Namesakes(Refusal):
    """A written name fits several of the crew's people, whom only a choice from the list tells apart."""

    status = 422

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name

    def __str__(self) -> str:
        return _("Several people here are called %(name)s. Choose the right one from the list.") % {"name": self.name}


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
    sentence = _("Founders can’t be removed. Only they can decide to leave.")


class CrewGone(Refusal):
    """The crew is merged into another, and does not change any more."""

    sentence = _("This crew has merged into another one. You can still read its logbook.")


class GuestAlreadyClaimed(Refusal):
    """Another player has claimed the guest: a guest is one person."""

    sentence = _("Another player has already claimed this guest’s history.")


class ClaimantPresent(Refusal):
    """The claimant sat beside the guest, so they are two people."""

    sentence = _("You and this guest played in the same attempt, so this guest wasn’t you.")


class OwnClaim(Refusal):
    """The claimant cannot confirm their own claim: another member has to."""

    status = 403
    sentence = _("You can’t confirm your own claim. Another member or a founder has to.")


class ClaimAnswered(Refusal):
    """The claim is answered already."""

    sentence = _("This claim has already been answered.")


class MergeEnded(Refusal):
    """The proposed merge is answered, or was taken back."""

    status = 410
    sentence = _("This link no longer works. Ask the crew that sent it for a new one.")


class SameCrew(Refusal):
    """A crew cannot be merged into itself."""

    status = 422
    sentence = _("A crew can’t merge into itself. Choose another crew you founded.")


class SplitIncomplete(Refusal):
    """The split lacks the new crew's name, or takes what the old crew does not have."""

    status = 422
    sentences: ClassVar[dict[str, str | Promise]] = {
        "name": _("Give the new crew a name of up to 60 characters."),
        "members": _("Choose only members of this crew."),
        "campaigns": _("Choose only this crew’s campaigns."),
    }

    def __init__(self, what: str) -> None:
        super().__init__()
        self.field = what

    def __str__(self) -> str:
        return str(self.sentences[self.field])
