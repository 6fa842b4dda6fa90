"""Scenes of boards: tables at which people sat in every attempt, counted at once."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from logbook.leaderboards.services import results
from logbook.people.models.players import Player
from logbook.tables.models import Sitting, Table
from tests.leaderboards.results_scenes import played


def sat(*ends: str, people: tuple[Player, ...], pace: str = Table.Pace.RELAXED, **wishes: Any) -> Table:
    """Create a table at which these people sat in each attempt, and count it."""
    table = played(*ends, seats=people, **wishes)
    Table.objects.filter(pk=table.pk).update(pace=pace)
    seat_all(table, people)
    results.recompute_result(table_id=table.pk)
    return table


def seat_all(table: Table, people: tuple[Player, ...]) -> None:
    """Seat these people in the attempts without people yet."""
    Sitting.objects.bulk_create(
        Sitting(attempt=attempt, number=number, player=player)
        for attempt in table.attempts.filter(sittings=None)
        for number, player in enumerate(people)
    )


def strangers(count: int = 4) -> tuple[Player, ...]:
    """Return people who have never played."""
    return tuple(Player.objects.create(name=f"Player {number}") for number in range(count))


def live(*ends: str, seconds: int, people: tuple[Player, ...] | None = None, **wishes: Any) -> Table:
    """Create a live table whose rounds took so many seconds."""
    people = people or strangers()
    return sat(*ends, people=people, pace=Table.Pace.LIVE, took=timedelta(seconds=seconds), **wishes)
