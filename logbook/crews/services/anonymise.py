"""Somebody leaves a crew and takes their name away: in its logbook they are "somebody" from then on, for ever."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from django.db import transaction
from django.db.models import Q

from games.bots import bots_of
from logbook.campaigns.models import Attendance, Campaign, Line, LineChange
from logbook.campaigns.services.photos import photo_drop
from logbook.challenges.models.deal_access import Look
from logbook.challenges.services.bonds import bonds_keep
from logbook.crews.models.crews import Crew, CrewMember
from logbook.crews.models.guests import CrewNote, CrewUnion, Guest, GuestClaim, Substitute
from logbook.crews.services.crews import crew_leave
from logbook.exchange.models import Import, Keepsake
from logbook.leaderboards.models.races import RaceResult
from logbook.people.models.invitations import Invite
from logbook.people.models.players import Player
from logbook.tables.models import Attempt, Event, Seat, Sitting, Table
from logbook.tables.services import attempts


@transaction.atomic
def name_take_away(*, crew: Crew, player: Player, photos: bool = False) -> None:
    """Leave the crew, and let nothing of it tell one's name; with `photos`, one's photos go too. For ever.

    Copies of its logbook that other crews hold forget the name too, where the person is no member. Attempts, their
    ends and their days stay. Doing it twice changes nothing more.
    """
    crew_leave(crew=crew, player=player)
    for one in (crew, *_crews_with_copies(crew, player)):
        _forget(one, player, photos=photos)


def _crews_with_copies(crew: Crew, player: Player) -> list[Crew]:
    """Crews whose logbook holds some of this one's, however often it was copied, but those the person is in."""
    own = set(Campaign.objects.filter(crew=crew).values_list("pk", flat=True))
    found, fresh = set(own), own
    while fresh:
        near = Q(copied_from__in=fresh) | Q(copies__in=fresh)
        fresh = set(Campaign.objects.filter(near).values_list("pk", flat=True)) - found
        found |= fresh
    mine = CrewMember.objects.filter(player=player, left_at=None).values("crew")
    crews = Crew.objects.filter(campaigns__in=found - own).exclude(pk=crew.pk).exclude(pk__in=mine)
    return list(crews.distinct().order_by("pk"))


def _forget(crew: Crew, player: Player, *, photos: bool) -> None:
    known = crew.members.filter(player=player).exists() or _stands_in(crew, player)
    if photos:
        _photos_drop(crew, player)
    guests = set(Guest.objects.filter(crew=crew, claimed_by=player).values_list("pk", flat=True))
    _logbook_forget(crew, player, guests)
    _corrections_forget(crew, player, guests)
    _tables_forget(crew, player)
    _crew_forget(crew, player, guests)
    if known:
        CrewNote.objects.create(crew=crew, kind=CrewNote.Kind.NAME_TAKEN)


def _stands_in(crew: Crew, player: Player) -> bool:
    there = Attendance.objects.filter(Q(player=player) | Q(guest__claimed_by=player), line__campaign__crew=crew)
    return there.exists() or Line.objects.filter(campaign__crew=crew, logged_by=player).exists()


def _logbook_forget(crew: Crew, player: Player, guests: Collection[int]) -> None:
    there = Attendance.objects.filter(line__campaign__crew=crew)
    there.filter(Q(player=player) | Q(guest__in=guests)).update(player=None, guest=None)
    Line.objects.filter(campaign__crew=crew, logged_by=player).update(logged_by=None)
    Campaign.objects.filter(crew=crew, opened_by=player).update(opened_by=None)


def _corrections_forget(crew: Crew, player: Player, guests: Collection[int]) -> None:
    """Corrections keep people by number."""
    changes = LineChange.objects.filter(line__campaign__crew=crew)
    changes.filter(by=player).update(by=None)
    told = []
    for change in changes.filter(Q(before__has_key="attendance") | Q(after__has_key="attendance")).iterator():
        before, after = (_without(said, player.pk, guests) for said in (change.before, change.after))
        if (before, after) != (change.before, change.after):
            change.before, change.after = before, after
            told.append(change)
    LineChange.objects.bulk_update(told, ("before", "after"), batch_size=200)


def _without(said: Mapping[str, Any], player: int, guests: Collection[int]) -> dict[str, Any]:
    rows = [
        row | {"player": None, "guest": None} if row.get("player") == player or row.get("guest") in guests else row
        for row in said.get("attendance", ())
    ]
    return {**said, "attendance": rows} if "attendance" in said else dict(said)


def _photos_drop(crew: Crew, player: Player) -> None:
    """Those the person wrote down a line with, or added to one."""
    lines = Line.objects.filter(campaign__crew=crew).exclude(photo="")
    added = LineChange.objects.filter(line__in=lines, by=player, after__has_key="photo")
    shown = {line.pk: line.photo.name for line in lines}
    mine = set(lines.filter(logged_by=player).values_list("pk", flat=True))
    replaced = LineChange.objects.filter(line__in=mine, after__has_key="photo").exclude(by=player)
    theirs = {row.line_id for row in replaced if row.after["photo"] == shown[row.line_id]}
    own = (mine - theirs) | {row.line_id for row in added if row.after["photo"] == shown[row.line_id]}
    Line.objects.filter(pk__in=own).update(photo="")
    for name in {shown[pk] for pk in own}:
        photo_drop(str(name))


def _tables_forget(crew: Crew, player: Player) -> None:
    """At the crew's free tables the seat is nobody's. A challenge's are the club's record, and stay."""
    tables = Table.objects.filter(crew=crew, stage=None)
    for seat in Seat.objects.filter(table__in=tables, player=player):
        table = attempts.table_locked(seat.table_id)
        seat.player = None
        seat.bot = next(iter(bots_of(table.game))) if table.state == Table.State.PLAYING else ""
        seat.save(update_fields=("player", "bot"))
        attempts.table_moved(table)
    RaceResult.objects.filter(table__in=tables, player=player).update(player=None)
    Event.objects.filter(attempt__table__in=tables, player=player).update(player=None)
    Attempt.objects.filter(table__in=tables, reported_by=player).update(reported_by=None)
    tables.filter(opened_by=player).update(opened_by=None)


def _crew_forget(crew: Crew, player: Player, guests: Collection[int]) -> None:
    Keepsake.objects.filter(Q(player=player) | Q(guest__in=guests), crew=crew).delete()
    GuestClaim.objects.filter(guest__crew=crew, player=player).delete()
    GuestClaim.objects.filter(guest__crew=crew, answered_by=player).update(answered_by=None)
    # At a challenge's real table it was them: that is the club's record, as their seats are.
    Look.objects.filter(guest__in=guests, player=None).update(player=player)
    sat = Sitting.objects.filter(player=player).values_list("attempt", flat=True)
    Sitting.objects.filter(guest__in=guests).exclude(attempt__in=list(sat)).update(player=player, guest=None)
    Guest.objects.filter(pk__in=guests).delete()
    Substitute.objects.filter(crew=crew, player=player).delete()
    CrewUnion.objects.filter(crew=crew, asked_by=player).update(asked_by=None)
    CrewUnion.objects.filter(Q(crew=crew) | Q(into=crew), answered_by=player).update(answered_by=None)
    CrewNote.objects.filter(crew=crew, by=player).update(by=None)
    Import.objects.filter(crew=crew, by=player).update(by=None)
    Invite.objects.filter(crew=crew, created_by=player).delete()
    bonds_keep(crew=crew, clubs=set(crew.club_entries.values_list("club", flat=True)), player=player)
    crew.members.filter(player=player).delete()
