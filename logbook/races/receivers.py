"""Receivers of races: their kind is registered for the tables, and a guest hands their results over."""

from __future__ import annotations

from typing import Any

from django.db.models import Exists, OuterRef

from logbook.crews import signals as crews
from logbook.crews.models.crews import Crew
from logbook.people import handover
from logbook.people.models.players import Player
from logbook.races.kind import Races
from logbook.races.models.results import RaceResult
from logbook.races.selectors.rooms import race_room_moment
from logbook.rooms.moments import MOMENTS
from logbook.tables import kinds
from logbook.tables.models import Seat, Table


def listen() -> None:
    """Register the kind and the handover of guests, and subscribe to crews."""
    kinds.register(Races())
    MOMENTS.register(kinds.RACES, race_room_moment)
    crews.member_forgotten.connect(_member_forgotten, dispatch_uid="races")
    handover.HANDED_OVER.register("RaceResult.player", _results)
    handover.stays("RaceStanding.player")


# --- a guest signs in


def _results(guest: Player, player: Player) -> None:
    """Move the guest's results where the player holds the seat: a player has one result per race."""
    own = Seat.objects.filter(table=OuterRef("table"), number=OuterRef("seat"), player=player)
    RaceResult.objects.filter(Exists(own), player=guest).update(player=player)


# --- crews


def _member_forgotten(*, crew: Crew, player: Player, **_params: Any) -> None:
    """Remove the player from the results of the crew's tables outside challenges."""
    tables = Table.objects.filter(crew=crew, stage=None)
    RaceResult.objects.filter(table__in=tables, player=player).update(player=None)
