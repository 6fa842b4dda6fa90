"""Races for tests: played at random or from a script, without a click for each of their hundreds of actions."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from pathlib import Path
from random import Random

from django.utils import timezone

import games
from games.bots import bots_of
from logbook.people.models.players import Player
from logbook.races.view.card_parts import Payment
from logbook.races.view.parts import RacePage
from logbook.tables import event_replay
from logbook.tables.models import Attempt, Event, Table
from logbook.tables.services import deals, tables

RECORDS = Path(__file__).parents[1] / "records"


def race_of(player: Player, mission: str = "troubled-waters", players: int = 3) -> Table:
    """A table at which the person races against random bots, dealt."""
    table = tables.open_table(player=player, game="deep-blue", mission=mission, players=players)
    for number in range(1, players):
        tables.put_bot(table_id=table.pk, by=player, number=number, bot="random")
    deals.start_attempt(table_id=table.pk, player=player)
    return Table.objects.get(pk=table.pk)


def raced(table: Table, *, seed: str = "", bot: str = "random", most: int = 10_000) -> Attempt:
    """The table's race played by bots on all seats: to its end, or up to so many actions."""
    attempt = table.attempts.select_related("table__stage__challenge").get()
    attempt.seed = seed or attempt.seed
    state, chance, player = games.deal(event_replay.setup_of(attempt)), Random(attempt.seed), bots_of("deep-blue")[bot]
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


def texts_of(page: RacePage) -> list[str]:
    """Every action that the page offers, sorted; the payments that boxes can put together too."""
    return sorted({*buttons_of(page), *_payments(page.market.purse)})


def controls_of(page: RacePage) -> set[str]:
    """What the page's controls say as `action`: of the boxes what is paid for alone."""
    purse = page.market.purse
    return {*buttons_of(page), *(target.text for target in (purse.targets if purse else ()))}


def buttons_of(page: RacePage) -> list[str]:
    """The actions that one press does."""
    groups = [choice for group in page.choices for choice in group.choices]
    market = [choice for slot in page.market.slots for choice in (*((slot.best,) if slot.best else ()), *slot.others)]
    places = page.chart.places
    on_map = [move.text for place in places for move in place.moves]
    on_map += [place.action.text for place in places if place.action]
    in_hand = [held.action for held in page.hand or () if held.action]
    return [*(choice.text for choice in (*groups, *market, *page.market.refresh)), *on_map, *in_hand]


def _payments(purse: Payment | None) -> Iterator[str]:
    """What the boxes can say that reaches the price."""
    if purse is not None:
        for size, target in product(range(1, len(purse.pieces) + 1), purse.targets):
            for pieces in combinations(purse.pieces, size):
                if sum(int(piece.note) for piece in pieces) >= int(target.note):
                    yield " ".join([target.text, *(piece.text for piece in pieces)])
