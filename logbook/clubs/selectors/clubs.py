"""Selectors of clubs."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery

from logbook.clubs.models import Club, ClubCrew, ClubMember, FormerClubMember
from logbook.crews.models.crews import Crew
from logbook.crews.selectors.crews import open_invites
from logbook.people.models.invitations import Invite
from logbook.people.models.players import Player

MOST_PUBLIC: Final = 50
"""Rows of a public list."""
ORDER = {ClubMember.Role.OWNER: 0, ClubMember.Role.ORGANIZER: 1, ClubMember.Role.MEMBER: 2}


@dataclass(frozen=True)
class EnteredCrew:
    """A crew of a club, with what the reader may do."""

    crew: Crew
    size: int
    mine: bool


@dataclass(frozen=True)
class ClubPage:
    """The data of a club's page for one reader."""

    club: Club
    members: list[ClubMember]
    crews: list[EnteredCrew]
    role: str
    may_organize: bool
    may_own: bool
    may_enter: list[Crew]
    invite: Invite | None


def club_list(player: Player) -> QuerySet[Club]:
    """The player's clubs, each with its numbers of members and crews, and the player's role."""
    role = ClubMember.objects.filter(club=OuterRef("pk"), player=player).values("role")
    return Club.objects.filter(pk__in=Club.objects.of(player).values("pk")).annotate(
        size=Count("members", distinct=True), crew_count=Count("entries", distinct=True), role=Subquery(role)
    )


def public_clubs() -> QuerySet[Club]:
    """The public clubs with most members, each with its numbers of members and crews; without the site's own."""
    return (
        Club.objects.filter(public=True, run_by_site=False)
        .annotate(size=Count("members", distinct=True), crew_count=Count("entries", distinct=True))
        .order_by("-size", "name", "pk")[:MOST_PUBLIC]
    )


def crews_of_public_clubs() -> QuerySet[ClubCrew]:
    """The crews that play in public clubs, as these clubs' pages list them: the latest first."""
    entries = ClubCrew.objects.filter(club__public=True, club__run_by_site=False)
    return entries.select_related("crew", "club").order_by("-pk")[:MOST_PUBLIC]


def members_at(club: Club, moment: datetime) -> QuerySet[Player]:
    """Return who was a member of the club at a moment, also those who have left since."""
    now = ClubMember.objects.filter(club=club, joined_at__lte=moment).values("player")
    then = FormerClubMember.objects.filter(club=club, joined_at__lte=moment, left_at__gt=moment).values("player")
    return Player.objects.filter(Q(pk__in=now) | Q(pk__in=then))


def clubs_of_crew(crew: Crew) -> list[Club]:
    """Return the clubs in which the crew plays."""
    return list(crew.clubs.order_by("name"))


def club_page(club: Club, player: Player) -> ClubPage:
    """Return the club with its members and crews, and what this reader may do there."""
    members = sorted(club.members.select_related("player"), key=lambda member: ORDER[ClubMember.Role(member.role)])
    role = next((member.role for member in members if member.player_id == player.pk), "")
    mine = _crews_of(player)
    crews = _entered_crews(club, {crew.pk for crew in mine})
    inside = {one.crew.pk for one in crews}
    organizes = role in (ClubMember.Role.OWNER, ClubMember.Role.ORGANIZER)
    return ClubPage(
        club=club,
        members=members,
        crews=crews,
        role=role,
        may_organize=organizes,
        may_own=role == ClubMember.Role.OWNER,
        may_enter=[crew for crew in mine if crew.pk not in inside] if role else [],
        invite=open_invites().filter(club=club).first() if organizes else None,
    )


def _entered_crews(club: Club, mine: set[int]) -> list[EnteredCrew]:
    size = Count("members", filter=Q(members__left_at=None))
    crews = Crew.objects.filter(pk__in=club.entries.values("crew")).annotate(size=size)
    entered = (EnteredCrew(crew=crew, size=crew.size, mine=crew.pk in mine) for crew in crews)
    return sorted(entered, key=lambda one: not one.mine)  # The reader's own crews come first.


def _crews_of(player: Player) -> list[Crew]:
    return list(Crew.objects.filter(members__player=player, members__left_at=None))
