"""Scenes that the tests of counting share with others."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from logbook.daily.models import DailyDeal, DailyResult, DailySeat
from logbook.people.models.players import Player
from logbook.tables.models import Table
from tests.conftest import person

OLD = datetime(2026, 1, 1, tzinfo=UTC)


def old_account(name: str) -> Player:
    """A player who may have a place."""
    player = person(name)
    assert player.user is not None
    player.user.date_joined = OLD
    player.user.save()
    return player


def earlier_days(deal: DailyDeal, *players: Player, number: int = 2) -> None:
    """Finished days before this one, of these players."""
    for n in range(1, number + 1):
        day = DailyDeal.objects.create(
            date=deal.date - timedelta(days=n), game="deep-blue", challenge=other_challenge(deal, n)
        )
        for player in players:
            finished(day, player)


def finished(deal: DailyDeal, player: Player) -> None:
    """A first attempt that is over."""
    table = Table.objects.create(game="planet-nine", mission="1", players=4)
    result = DailyResult.objects.create(deal=deal, table=table, people=1, rank_key=0, tries=[{"won": True}])
    DailySeat.objects.create(result=result, deal=deal, player=player, alone=True)


def other_challenge(deal: DailyDeal, number: int) -> Any:
    challenge = type(deal.challenge).objects.get(pk=deal.challenge_id)
    challenge.pk, challenge.title = None, f"{challenge.title} {number}"
    challenge._state.adding = True
    challenge.save()
    return challenge
