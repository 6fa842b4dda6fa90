"""Services of removals: a removed player plays none of the club's challenges, not even as a member of a crew."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, Final

from django.db import transaction
from django.utils.dateparse import parse_datetime

from logbook.clubs.exceptions import NotToBeRemoved, WasRemoved
from logbook.clubs.models import Club, ClubMember, ClubRemoval, FormerClubMember
from logbook.clubs.services.clubs import end_membership, lock_club
from logbook.clubs.signals import member_leaving, member_removed, member_returning
from logbook.lib.signals import finish
from logbook.people.exceptions import Overtaken
from logbook.people.models.players import Player

Role = ClubMember.Role
REMOVABLE: Final = {Role.OWNER: {Role.ORGANIZER, Role.MEMBER}, Role.ORGANIZER: {Role.MEMBER}}
"""The roles that each role may remove."""


def ensure_not_removed(club_id: int, players: Iterable[Player]) -> None:
    """Raise WasRemoved for a player whom the club has removed."""
    removed = ClubRemoval.objects.filter(club=club_id, player__in=list(players)).select_related("player").first()
    if removed is not None:
        raise WasRemoved(name=removed.player.name)


@transaction.atomic
def remove_member(*, club: Club, by: Player, player: Player) -> dict[str, Any]:
    """Remove the player from the club, also as a member of a crew in it; their crews' attempts stay.

    Returns what `restore_member` takes. Raises NotToBeRemoved. Idempotent.
    """
    departure = member_leaving.send(Club, club=club, player=player)
    lock_club(club)
    member = club.members.filter(player=player).first()
    _ensure_may_remove(club, by, player, member.role if member else Role.MEMBER)
    if member is not None:
        end_membership(member)
    removal, new = ClubRemoval.objects.get_or_create(club=club, player=player, defaults={"removed_by": by})
    if new:
        member_removed.send(ClubRemoval, removal=removal)
    seats = [seat for seats_of_one in finish(departure) for seat in seats_of_one]
    was = {"role": member.role, "joined_at": member.joined_at.isoformat()} if member else {}
    return {"club": club.pk, "player": player.pk, "seats": seats, **was}


@transaction.atomic
def restore_member(
    *, by: Player, club: int, player: int, seats: Collection[int], role: str = "", joined_at: str = ""
) -> None:
    """Undo a removal: the member is in with role and joining date of then, or plays again with a crew. Idempotent.

    Raises NotToBeRemoved, and Overtaken if club or player are gone, or the player was readmitted meanwhile.
    """
    place, member = Club.objects.filter(pk=club).first(), Player.objects.filter(pk=player).first()
    if place is None or member is None:
        raise Overtaken
    arrival = member_returning.send(Club, club=place, player=member, seats=seats)
    lock_club(place)
    _ensure_may_remove(place, by, member, role or Role.MEMBER)
    removal = place.removals.filter(player=member)
    if not removal.exists():
        return _ensure_as_before(place, member, role)
    removal.delete()
    if role:
        _member_create(place, member, role, joined_at)
    finish(arrival)
    return None


@transaction.atomic
def readmit_member(*, removal: ClubRemoval) -> None:
    """End the removal: the player may join again, and is in at once where a crew of theirs plays here."""
    lock_club(removal.club)
    removal.delete()


def _ensure_may_remove(club: Club, by: Player, player: Player, role: str) -> None:
    own = club.members.filter(player=by).values_list("role", flat=True).first() or Role.MEMBER
    if by == player or role not in REMOVABLE.get(Role(own), set()):
        raise NotToBeRemoved


def _ensure_as_before(club: Club, player: Player, role: str) -> None:
    now = club.members.filter(player=player).values_list("role", flat=True).first()
    if (now or "") != role:
        raise Overtaken


def _member_create(club: Club, player: Player, role: str, joined_at: str) -> None:
    member = ClubMember.objects.create(club=club, player=player, role=role)
    member.joined_at = parse_datetime(joined_at) or member.joined_at
    member.save(update_fields=["joined_at"])
    FormerClubMember.objects.filter(club=club, player=player, joined_at=member.joined_at).delete()
