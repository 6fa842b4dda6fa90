"""Receivers of tables, and what a guest hands over there."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial
from typing import Any

from django.db.models import Exists, OuterRef, Q

from logbook.clubs import signals as clubs
from logbook.clubs.models import Club
from logbook.crews import signals as crews
from logbook.crews.models.crews import Crew
from logbook.lib import announcements
from logbook.people import handover, invitation_places
from logbook.people import signals as people
from logbook.people.models.invitations import Invite
from logbook.people.models.players import Player
from logbook.tables import kinds
from logbook.tables.contest import contest_of
from logbook.tables.exceptions import CrewOnly
from logbook.tables.mission_kind import Missions
from logbook.tables.models import Event, Seat, SeatRequest, Sitting, Table
from logbook.tables.services import anonymise, departures, tables, turn_clocks


def listen() -> None:
    """Register the kind of missions, places of invitations and the handover of guests; subscribe to crews and clubs."""
    kinds.register(Missions())
    people.quiet_times_changed.connect(_quiet_times_changed, dispatch_uid="tables")
    crews.member_leaving.connect(_crew_member_leaving, dispatch_uid="tables")
    clubs.member_leaving.connect(_club_member_leaving, dispatch_uid="tables")
    crews.member_returning.connect(_member_returning, dispatch_uid="tables")
    clubs.member_returning.connect(_member_returning, dispatch_uid="tables")
    crews.member_forgotten.connect(_member_forgotten, dispatch_uid="tables")
    crews.crew_merged.connect(_crew_merged, dispatch_uid="tables")
    invitation_places.PLACES.register(
        "table", invitation_places.InvitationPlace(_admit, needs_account=False, ensure_invitable=_ensure_invitable)
    )
    handover.HANDED_OVER.register("Seat.player", _seats)  # First: the later steps depend on the seats.
    handover.HANDED_OVER.register("Table.opened_by", _tables)
    handover.HANDED_OVER.register("Event.player", _events)
    handover.HANDED_OVER.register("Sitting.player", _sittings)
    handover.HANDED_OVER.register("SeatRequest.player", _seat_requests)
    handover.HANDED_OVER.register("Table.soloist", _solo_tables)
    handover.stays("Attempt.reported_by")


# --- invitations


def _ensure_invitable(table: Table) -> None:
    contest_of(table).fetch(table)
    if not contest_of(table).may_invite(table):
        raise CrewOnly


def _admit(invite: Invite, player: Player, _crew: Any) -> None:
    if invite.table is not None:
        tables.take_seat(table=invite.table, player=player)


# --- a guest signs in


def _seats(guest: Player, player: Player) -> None:
    """Free the guest's seat where guest and player sit at one table."""
    own = Seat.objects.filter(player=player).values("table")
    for seat in Seat.objects.filter(player=guest, table__in=own):
        departures.vacate_seat(seat)
    Seat.objects.filter(player=guest).update(player=player)


def _seat_requests(guest: Player, player: Player) -> None:
    own = SeatRequest.objects.filter(player=player).values("table")
    SeatRequest.objects.filter(player=guest).exclude(table__in=own).update(player=player)
    SeatRequest.objects.filter(player=guest).delete()


def _tables(guest: Player, player: Player) -> None:
    Table.objects.filter(opened_by=guest).update(opened_by=player)


def _solo_tables(guest: Player, player: Player) -> None:
    """Give the player the guest's tables for one. Where the player has one at the same stage, the guest's is left."""
    own = Table.objects.filter(soloist=player).values("stage")
    Table.objects.filter(soloist=guest, stage__in=own).update(soloist=None)
    Table.objects.filter(soloist=guest).update(soloist=player)


def _events(guest: Player, player: Player) -> None:
    Event.objects.filter(player=guest).update(player=player)


def _sittings(guest: Player, player: Player) -> None:
    """Give the player the guest's sittings; in attempts where the player has their own, they lose the name."""
    own = Sitting.objects.filter(attempt=OuterRef("attempt"), player=player)
    Sitting.objects.filter(~Exists(own), player=guest).update(player=player)
    Sitting.objects.filter(player=guest).update(player=None)


def _quiet_times_changed(*, player: Player, **_kwargs: Any) -> None:
    turn_clocks.restart_clocks(player=player)


# --- crews and clubs


def _crew_member_leaving(*, crew: Crew, player: Player, **_kwargs: Any) -> Callable[[], list[int]]:
    announcements.announce_access(player.pk)
    return partial(departures.leave_seats, player, departures.lock_tables(player, table__crew=crew))


def _club_member_leaving(*, club: Club, player: Player, **_kwargs: Any) -> Callable[[], list[int]]:
    announcements.announce_access(player.pk)
    return partial(departures.leave_seats, player, departures.lock_tables(player, table__stage__challenge__club=club))


def _member_returning(*, player: Player, seats: Collection[int], **_kwargs: Any) -> Callable[[], None]:
    departures.lock_tables_of(seats)
    return partial(departures.return_to_seats, player, seats)


def _member_forgotten(*, crew: Crew, player: Player, guests: Collection[int], **_kwargs: Any) -> None:
    anonymise.forget(crew=crew, player=player, guests=guests)


def _crew_merged(*, crew: Crew, into: Crew, **_kwargs: Any) -> None:
    """Move the merged crew's free tables to the crew it became.

    Tables of challenges stay: the organizers rule on its entries.
    """
    going_on = Q(state__in=(Table.State.GATHERING, Table.State.PLAYING, Table.State.BETWEEN))
    next_to_come = Q(state=Table.State.WON, followed_by=None)
    open_tables = Table.objects.filter(going_on | next_to_come, crew=crew, stage=None)
    numbers = list(open_tables.values_list("pk", flat=True))
    Table.objects.filter(pk__in=numbers).update(crew=into)
