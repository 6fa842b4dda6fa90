"""What services refuse around crews and their people."""

from __future__ import annotations

from typing import ClassVar

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from logbook.lib.exceptions import Refusal


class GuestNameless(Refusal):
    """A guest is a name."""

    status = 422
    sentence = _("Write the guest's name, at most 40 letters.")


class NotYourCrew(Refusal):
    """What concerns a crew, its members do."""

    status = 403
    sentence = _("Only members of the crew can do this.")


class NotAFounder(Refusal):
    """Where a whole crew goes, its founders say."""

    status = 403
    sentence = _("Only a founder of the crew can do this.")


class FounderStays(Refusal):
    """Founders have the same rights: none removes another."""

    status = 403
    sentence = _("A founder cannot be removed. Founders leave by themselves.")


class CrewGone(Refusal):
    """A crew that became part of another stays as it was."""

    sentence = _("This crew has become part of another one. Its logbook stays to read.")


class GuestTaken(Refusal):
    """One guest was one person."""

    sentence = _("Somebody else has claimed this guest's history already.")


class BothThere(Refusal):
    """Who sat beside the guest was not the guest."""

    sentence = _("You and this guest stand in the same attempt, so this guest was somebody else.")


class OwnClaim(Refusal):
    """Somebody else has to remember it too."""

    status = 403
    sentence = _("Another member, or a founder, confirms your claim.")


class ClaimOver(Refusal):
    """A claim is answered once."""

    sentence = _("This claim is answered already.")


class UnionOver(Refusal):
    """The question is answered, or was taken back."""

    status = 410
    sentence = _("This question is over. Ask the crew that sent it to ask again.")


class SameCrew(Refusal):
    """A crew becomes part of another one."""

    status = 422
    sentence = _("A crew cannot become part of itself. Choose another crew that you founded.")


class SplitIncomplete(Refusal):
    """A new crew needs a name, and takes along only what is the old one's."""

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
