"""Reads crews."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from logbook.crews.models.crews import Crew, CrewMember
from logbook.people.models.invitations import Invite
from logbook.people.models.players import Player


@dataclass(frozen=True)
class CrewPage:
    """What a crew's page shows to one of its members."""

    crew: Crew
    members: list[CrewMember]
    former: int
    invite: Invite | None


def crew_list(player: Player) -> QuerySet[Crew]:
    """The person's crews, each with how many are in it."""
    # Two joins to the members: theirs says whether the crew is listed, everybody's is counted.
    mine = CrewMember.objects.filter(player=player, left_at=None).values("crew")
    return Crew.objects.filter(pk__in=mine).annotate(size=Count("members", filter=Q(members__left_at=None)))


def crew_page(crew: Crew) -> CrewPage:
    """The crew's members and open link."""
    everybody = list(crew.members.select_related("player"))
    members = [member for member in everybody if member.left_at is None]
    here = {member.player_id for member in members}
    return CrewPage(
        crew=crew,
        members=members,
        former=len({member.player_id for member in everybody} - here),
        invite=open_invites().filter(crew=crew).first(),
    )


def open_links() -> QuerySet[Invite]:
    """The links to share that still let somebody in, newest first; not those that were mailed to one person."""
    return Invite.objects.filter(mail_to="", revoked_at=None, expires_at__gt=timezone.now()).order_by("-pk")


def open_invites() -> QuerySet[Invite]:
    """Those that make somebody a member."""
    return open_links().filter(as_substitute=False)
