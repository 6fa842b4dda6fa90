"""Receivers of clubs."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from logbook.clubs.services import clubs, news, removals
from logbook.crews.models.crews import Crew
from logbook.people import handover, invitation_places, undo
from logbook.people.models.invitations import Invite
from logbook.people.models.players import Player


def listen() -> None:
    """Register clubs as places of invitations, and the foreign keys to players that a guest does not hand over."""
    invitation_places.PLACES.register("club", invitation_places.InvitationPlace(_admit))
    undo.UNDOABLES.register(
        "club-member-removed",
        undo.Undoable(removals.restore_member, _("Undone: the member is back in the club, as before.")),
    )
    undo.UNDOABLES.register("news-deleted", undo.Undoable(news.restore_news, _("Undone: the post is back.")))
    handover.stays(
        "ClubCrewRemoval.removed_by",
        "ClubMember.player",
        "ClubRemoval.player",
        "ClubRemoval.removed_by",
        "FormerClubMember.player",
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
