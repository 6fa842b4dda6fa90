"""Services of crews: found, join, leave, remove and restore members."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from logbook.crews.exceptions import CrewGone, FounderStays, NotAFounder
from logbook.crews.models.crews import Crew, CrewMember
from logbook.crews.models.guests import Substitute
from logbook.crews.models.notes import CrewNote
from logbook.crews.signals import member_leaving, member_returning
from logbook.lib.signals import finish
from logbook.lib.slugs import free_slug
from logbook.people.exceptions import Overtaken
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
def rename_crew(*, crew: Crew, by: Player, name: str) -> None:
    """Rename the crew, as a founder; its address stays. Raises NotAFounder, CrewGone."""
    _ensure_may_change(crew, by)
    Crew.objects.filter(pk=crew.pk).update(name=name)


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
def remove_member(*, crew: Crew, player: Player, by: Player) -> dict[str, Any]:
    """End another member's membership, as a founder; their attempts stay in the crew's logbook.

    The crew's open links end too: the removed player may know them. Returns what `restore_member` takes; empty if the
    player was no member. Raises NotAFounder, FounderStays. Idempotent.
    """
    departure = member_leaving.send(Crew, crew=crew, player=player)
    _lock_crew(crew)
    roles = dict(crew.members.filter(left_at=None, player__in=(by, player)).values_list("player", "role"))
    if roles.get(by.pk) != CrewMember.Role.FOUNDER:
        raise NotAFounder
    if player.pk not in roles:
        return {}
    if roles[player.pk] == CrewMember.Role.FOUNDER:
        raise FounderStays
    member, now = crew.members.get(player=player, left_at=None), timezone.now()
    _membership_end(member, now)
    seats = finish(departure)
    Invite.objects.filter(crew=crew, revoked_at=None).update(revoked_at=now)
    CrewNote.objects.create(crew=crew, kind=CrewNote.Kind.REMOVED, by=by)
    return {"member": member.pk, "seats": [seat for seats_of_one in seats for seat in seats_of_one]}


@transaction.atomic
def restore_member(*, member: int, seats: Collection[int], by: Player) -> None:
    """Undo a removal, as a founder: the membership goes on as it was, with the crew's links of then. Idempotent.

    Raises NotAFounder, CrewGone, and Overtaken if the membership is gone or the player has joined anew.
    """
    row = CrewMember.objects.select_related("crew", "player").filter(pk=member).first()
    if row is None:
        raise Overtaken
    crew = row.crew
    arrival = member_returning.send(Crew, crew=crew, player=row.player, seats=seats)
    _ensure_may_change(crew, by)
    row.refresh_from_db()
    if row.left_at is None:
        return
    if crew.members.filter(player=row.player, left_at=None).exists():
        raise Overtaken
    Invite.objects.filter(crew=crew, revoked_at=row.left_at).update(revoked_at=None)
    _membership_end(row, None)
    crew.substitutes.filter(player=row.player).delete()
    finish(arrival)
    CrewNote.objects.create(crew=crew, kind=CrewNote.Kind.RESTORED, by=by)


def _ensure_may_change(crew: Crew, by: Player) -> None:
    if _lock_crew(crew).became_id is not None:
        raise CrewGone
    if not is_founder(crew, by):
        raise NotAFounder


def _membership_end(member: CrewMember, left_at: datetime | None) -> None:
    member.left_at = left_at
    member.save(update_fields=["left_at"])


def _founder_appoint(member: CrewMember) -> None:
    member.role = CrewMember.Role.FOUNDER
    member.save(update_fields=["role"])


def _lock_crew(crew: Crew) -> Crew:
    """Lock the crew's row: its memberships change one after the other."""
    return Crew.objects.select_for_update().get(pk=crew.pk)


def is_member(crew: Crew, player: Player) -> bool:
    """True while the player is a member of the crew."""
    return CrewMember.objects.filter(crew=crew, player=player, left_at=None).exists()
