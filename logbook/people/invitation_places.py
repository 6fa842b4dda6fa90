"""The registry of places that an invitation leads into. Crews, clubs and tables register theirs in `receivers.py`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from logbook.lib.registry import Registry
from logbook.people.models.invitations import Invite
from logbook.people.models.players import Player


def anything(_target: Any) -> None:
    """Allow every place of the kind."""


@dataclass(frozen=True, slots=True)
class InvitationPlace:
    """A kind of place."""

    admit: Callable[[Invite, Player, Any], None]
    """Let the player in, with the crew that the player brings along, if any. Idempotent."""
    needs_account: bool = True
    ensure_invitable: Callable[[Any], None] = anything
    """Raise a refusal if no link may lead into this crew, club or table."""


PLACES: Final[Registry[InvitationPlace]] = Registry()
"""The kinds of places, each by the name of the invitation's foreign key."""


def invitation_place(invite: Invite) -> InvitationPlace:
    """Return the kind of place that the invitation leads into."""
    return next(place for field, place in PLACES.items() if getattr(invite, f"{field}_id") is not None)
