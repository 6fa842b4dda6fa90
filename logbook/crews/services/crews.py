"""Services of crews: found, join, leave."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from logbook.crews.exceptions import CrewGone, FounderStays, NotAFounder
from logbook.crews.models.crews import Crew, CrewMember
from logbook.crews.models.guests import Substitute
from logbook.crews.models.notes import CrewNote
from logbook.crews.signals import member_leaving
from logbook.lib.signals import finish
from logbook.lib.slugs import free_slug
from logbook.people.models.invitations import Invite
from logbook.people.models.players import Player


def is_founder(crew: Crew, player: Player) -> bool:
    """True if the player is one of the crew's founders today."""
    return crew.members.filter(player=player, left_at=None, role=CrewMember.Role.FOUNDER).exists()


@transaction.atomic
def create_crew(*, player: Player, name: str) -> Crew:
    """Create a crew founded by the player."""
    crew = Crew.objects.create(name=name, slug=free_slug(Crew.objects, name))
    CrewMember.objects.create(crew=crew, player=player, role=CrewMember.Role.FOUNDER)
    return crew


@transaction.atomic
def join_crew(*, crew: Crew, player: Player) -> None:
    """Make the player a member from today. Idempotent. Raises CrewGone."""
    if _lock_crew(crew).became_id is not None:
        raise CrewGone
    CrewMember.objects.get_or_create(crew=crew, player=player, left_at=None)
    Substitute.objects.filter(crew=crew, player=player).delete()


@transaction.atomic
def leave_crew(*, crew: Crew, player: Player) -> None:
    """End the player's membership; their attempts stay in the crew's logbook. Idempotent.

    When the last founder leaves, the longest-standing member becomes one. A crew without members loses its links.
    """
    departure = member_leaving.send(Crew, crew=crew, player=player)
    _lock_crew(crew)
    crew.members.filter(player=player, left_at=None).update(left_at=timezone.now())
    finish(departure)
    current = crew.members.filter(left_at=None)
    if not current.exists():
        Invite.objects.filter(crew=crew, revoked_at=None).update(revoked_at=timezone.now())
    elif not current.filter(role=CrewMember.Role.FOUNDER).exists():
        _founder_appoint(current.earliest("joined_at", "pk"))


@transaction.atomic
def remove_member(*, crew: Crew, player: Player, by: Player) -> None:
    """End another member's membership, as a founder; their attempts stay in the crew's logbook.

    The crew's open links end too: the removed player may know them. Raises NotAFounder, FounderStays. Idempotent.
    """
    departure = member_leaving.send(Crew, crew=crew, player=player)
    _lock_crew(crew)
    roles = dict(crew.members.filter(left_at=None, player__in=(by, player)).values_list("player", "role"))
    if roles.get(by.pk) != CrewMember.Role.FOUNDER:
        raise NotAFounder
    if player.pk not in roles:
        return
    if roles[player.pk] == CrewMember.Role.FOUNDER:
        raise FounderStays
    crew.members.filter(player=player, left_at=None).update(left_at=timezone.now())
    finish(departure)
    Invite.objects.filter(crew=crew, revoked_at=None).update(revoked_at=timezone.now())
    CrewNote.objects.create(crew=crew, kind=CrewNote.Kind.REMOVED, by=by)


def _founder_appoint(member: CrewMember) -> None:
    member.role = CrewMember.Role.FOUNDER
    member.save(update_fields=["role"])


def _lock_crew(crew: Crew) -> Crew:
    """Lock the crew's row: its memberships change one after the other."""
    return Crew.objects.select_for_update().get(pk=crew.pk)


def is_member(crew: Crew, player: Player) -> bool:
    """True while the player is a member of the crew."""
    return CrewMember.objects.filter(crew=crew, player=player, left_at=None).exists()
