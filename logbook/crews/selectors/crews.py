"""Selectors of crews."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from logbook.crews.models.crews import Crew, CrewMember
from logbook.people.models.invitations import Invite
from logbook.people.models.players import Player


@dataclass(frozen=True)
class CrewPage:
    """The data of a crew's page for one of its members."""

    crew: Crew
    members: list[CrewMember]
    former: int
    invite: Invite | None


def crew_list(player: Player) -> QuerySet[Crew]:
    """The player's crews, each with its number of members."""
    # Two joins to the members: one selects the player's crews, the other counts all members.
    mine = CrewMember.objects.filter(player=player, left_at=None).values("crew")
    return Crew.objects.filter(pk__in=mine).annotate(size=Count("members", filter=Q(members__left_at=None)))


def crew_page(crew: Crew) -> CrewPage:
    """Return the crew's members and open link."""
    memberships = list(crew.members.select_related("player"))
    members = [member for member in memberships if member.left_at is None]
    present = {member.player_id for member in members}
    return CrewPage(
        crew=crew,
        members=members,
        former=len({member.player_id for member in memberships} - present),
        invite=open_invites().filter(crew=crew).first(),
    )


def open_links() -> QuerySet[Invite]:
    """The open links to share, newest first; without mailed ones."""
    return Invite.objects.filter(mail_to="", revoked_at=None, expires_at__gt=timezone.now()).order_by("-pk")


def open_invites() -> QuerySet[Invite]:
    """The open links that make the visitor a member."""
    return open_links().filter(as_substitute=False)
