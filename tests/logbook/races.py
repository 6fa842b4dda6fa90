"""Races for tests: played out by chance or as written, without a click for each of their hundreds of actions."""

from __future__ import annotations

from pathlib import Path
from random import Random

from django.utils import timezone

import games
from games.bots import bots_of
from logbook import folds
from logbook.models import Attempt, Event, Player, Table
from logbook.services import attempts, tables

RECORDS = Path(__file__).parents[1] / "records"


def race_of(player: Player, mission: str = "troubled-waters", players: int = 3) -> Table:
    """A table at which the person races against random bots, dealt."""
    table = tables.table_open(player=player, game="deep-blue", mission=mission, players=players)
    for number in range(1, players):
        tables.bot_put(table_id=table.pk, by=player, number=number, bot="random")
    attempts.attempt_start(table_id=table.pk, player=player)
    return Table.objects.get(pk=table.pk)


def raced(table: Table, *, seed: str = "", bot: str = "random", most: int = 10_000) -> Attempt:
    """The table's race played by bots on all seats: to its end, or up to so many actions."""
    attempt = table.attempts.select_related("table__stage__challenge").get()
    attempt.seed = seed or attempt.seed
    state, chance, player = games.deal(folds.setup_of(attempt)), Random(attempt.seed), bots_of("deep-blue")[bot]
    while state.waiting_on and len(state.log) < most:
        seat = min(state.waiting_on)
        text = player.choose(state.view(seat), chance)
        assert text is not None
        state = state.apply(games.Action(seat, text))
    return written(attempt, state)


def written(attempt: Attempt, state: games.State) -> Attempt:
    """The attempt with these actions, ended as they ended it."""
    rows = (Event(attempt=attempt, sequence=number, seat=action.seat, text=action.text)
            for number, action in enumerate(state.log, 1))  # fmt: skip
    Event.objects.bulk_create(rows)
    attempt.length = len(state.log)
    if state.outcome:
        attempt.state, attempt.ended_at = Attempt.State.FINISHED, timezone.now()
        attempt.scores = list(state.outcome.scores or ())
        attempt.reason_code, attempt.reason_params = state.outcome.code, dict(state.outcome.params)
        attempt.waiting_on = []
        Table.objects.filter(pk=attempt.table_id).update(state=Table.State.ENDED)
    attempt.save()
    attempt.table.refresh_from_db()
    return attempt
