"""Receivers of clubs."""

from __future__ import annotations

from logbook.clubs.services import clubs
from logbook.crews.models.crews import Crew
from logbook.people import handover, invitation_places
from logbook.people.models.invitations import Invite
from logbook.people.models.players import Player


def listen() -> None:
    """Register clubs as places of invitations, and the foreign keys to players that a guest does not hand over."""
    invitation_places.register(invitation_places.Place("club", _admit))
    handover.stays(
        "ClubCrewRemoval.removed_by",
        "ClubMember.player",
        "ClubRemoval.player",
        "ClubRemoval.removed_by",
        "JoinRequest.answered_by",
        "JoinRequest.player",
        "News.author",
    )


def _admit(invite: Invite, player: Player, crew: Crew | None) -> None:
    if invite.club is None:
        return
    clubs.join_club(club=invite.club, player=player)
    if crew is not None:
        clubs.enter_crew(club=invite.club, crew=crew, player=player)
