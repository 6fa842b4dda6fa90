"""Receivers of crews."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

from logbook.crews.services import crews, guests
from logbook.people import handover, invitation_places, undo
from logbook.people.models.invitations import Invite
from logbook.people.models.players import Player


def listen() -> None:
    """Register crews as places of invitations, and the foreign keys to players that a guest does not hand over."""
    invitation_places.PLACES.register("crew", invitation_places.InvitationPlace(_admit))
    undo.UNDOABLES.register(
        "crew-member-removed",
        undo.Undoable(crews.restore_member, _("Undone: the member is back in the crew, as before.")),
    )
    handover.stays(
        "CrewMember.player",
        "CrewNote.by",
        "CrewMerge.answered_by",
        "CrewMerge.asked_by",
        "Guest.claimed_by",
        "GuestClaim.answered_by",
        "GuestClaim.player",
        "Substitute.player",
    )


def _admit(invite: Invite, player: Player, _crew: Any) -> None:
    if invite.crew is not None and invite.as_substitute:
        guests.add_substitute(crew=invite.crew, player=player)
    elif invite.crew is not None:
        crews.join_crew(crew=invite.crew, player=player)
