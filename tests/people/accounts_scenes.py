"""Scenes that the tests of accounts share with others."""

from __future__ import annotations

from logbook.people.models.players import Player
from logbook.tables.models import Seat, Table

FORM = {"name": "Dora", "email": "dora@example.org", "password1": "submarines are quiet"}


def seat_of(player: Player | None, *, number: int = 0, table: Table | None = None) -> Seat:
    table = table or Table.objects.create(game="planet-nine", mission="1", players=3)
    return Seat.objects.create(table=table, number=number, player=player)
