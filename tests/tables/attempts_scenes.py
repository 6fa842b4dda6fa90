"""Scenes that the tests of attempts share with others."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db.models import F

import games
from games.bots import bots_of
from logbook.people.models.players import Player
from logbook.tables import event_replay
from logbook.tables.models import Attempt, Event, Table
from logbook.tables.services import attempts, deals, projections, tables


def open_table(
    *players: Player,
    game: str = "planet-nine",
    mission: str = "1",
    bots: int = 0,
    count: int | None = None,
    options: str = "",
) -> Table:
    """A table with these people and then bots, in the order of the seats."""
    table = tables.open_table(
        player=players[0], game=game, mission=mission, players=count or len(players) + bots, options=options
    )
    for player in players[1:]:
        tables.take_seat(table=table, player=player)
    for seat in table.seats.filter(player=None).order_by("number")[:bots]:
        tables.put_bot(table_id=table.pk, by=players[0], number=seat.number, bot="random")
    # The same cards in every run, so that the test does not depend on chance.
    Table.objects.filter(pk=table.pk).update(base_seed="for tests")
    table.refresh_from_db()
    return table


def started(table: Table, player: Player) -> Attempt:
    deals.start_attempt(table_id=table.pk, player=player)
    table.refresh_from_db()
    return table.attempts.get(state="playing")


def verify(attempt: Attempt) -> None:
    """Every column of the attempt says what the fold of its events says."""
    attempt = Attempt.objects.select_related("table").get(pk=attempt.pk)
    state = games.deal(event_replay.setup_of(attempt))
    for event in attempt.events.order_by("sequence"):
        state = state.apply(games.Action(event.seat, event.text))
    view = state.view(None)
    assert [event.sequence for event in attempt.events.order_by("sequence")] == list(range(1, attempt.length + 1))
    assert attempt.waiting_on == sorted(state.waiting_on)
    assert attempt.phase == view["phase"]
    assert attempt.tricks == sum(view["tricks_won"])
    assert attempt.distress == view["distress"]["active"]
    assert (attempt.state == "playing") == (state.outcome is None)
    if state.outcome:
        assert attempt.state == ("success" if state.outcome.success else "failure")
        assert (attempt.reason_code, attempt.reason_params) == (state.outcome.code, dict(state.outcome.params))
        assert attempt.ended_at is not None
    running = attempt.state == "playing"
    assert attempt.table.deadline == (event_replay.deadline_of(attempt) if running else None)


def state_of(attempt: Attempt) -> games.State:
    return event_replay.state_of(Attempt.objects.select_related("table").get(pk=attempt.pk))


def store_all_but_the_last(attempt: Attempt, choice: Callable[[games.State], games.Action]) -> games.Action:
    """Play the attempt to its end, and leave the rows that the services would have left, called for one action after
    another, but for the last action. Return that one.
    """
    attempt = Attempt.objects.select_related("table").get(pk=attempt.pk)
    table, states = attempt.table, [event_replay.state_of(attempt)]
    while states[-1].waiting_on:
        states.append(states[-1].apply(choice(states[-1])))
    last, seats = states[-2], {seat.number: seat for seat in table.seats.all()}
    versions = {number: bots_of(table.game)[seat.bot].version if seat.bot else 0 for number, seat in seats.items()}
    new = list(enumerate(last.log, start=1))[len(states[0].log) :]
    Event.objects.bulk_create(
        Event(
            attempt=attempt,
            sequence=number,
            seat=action.seat,
            text=str(action.text),
            player_id=seats[action.seat].player_id,
            bot_version=versions[action.seat],
        )
        for number, action in new
    )
    attempt.length = len(last.log)
    projections.project(attempt, last)
    attempt.save(update_fields=projections.PROJECTION)
    Table.objects.filter(pk=table.pk).update(
        version=F("version") + len(new), distress=table.distress or attempt.distress
    )
    return states[-1].log[-1]


def waited_for(attempt: Attempt) -> tuple[int, str]:
    """A seat the table waits for, and the first thing it may do."""
    state = state_of(attempt)
    seat = min(state.waiting_on)
    return seat, state.legal_actions(seat)[0].text


def act_on(table: Table, attempt: Attempt) -> attempts.ActionResult:
    """The seat that the table waits for takes its first legal action."""
    seat, text = waited_for(attempt)
    table.refresh_from_db()
    player = table.seats.get(number=seat).player
    return attempts.act(table_id=table.pk, player=player, text=text, seen=table.version)


@pytest.fixture
def table(alice: Player, bob: Player, charlie: Player) -> Table:
    return open_table(alice, bob, charlie)


@pytest.fixture
def attempt(table: Table, alice: Player) -> Attempt:
    return started(table, alice)
