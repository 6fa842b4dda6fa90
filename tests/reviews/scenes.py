"""Scenes of reviews: finished attempts, also two of one deal, and the addresses of their pages."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from django.urls import reverse
from django.utils import timezone

import games
from logbook.people.models.players import Player
from logbook.tables import event_replay
from logbook.tables.models import Attempt, Event, Table
from logbook.tables.services import projections
from tests.leaderboards.lost_rounds import play_out
from tests.tables.attempts_scenes import open_table, started


def finished(*players: Player, mission: str = "1") -> Attempt:
    """Return an attempt that these players have played to its end."""
    table = open_table(*players, mission=mission)
    return play_out(table, started(table, players[0]))


def lines(setup: games.Setup, seed: int) -> tuple[list[games.Action], list[games.Action], int]:
    """Return the actions of two rounds of this deal at random, and the number of those that are the same."""
    chance = Random(seed)
    states = [games.deal(setup)]
    while states[-1].waiting_on:
        states.append(_after(states[-1], chance))
    parting = chance.randrange(len(states) - 1)
    other = states[parting]
    while other.waiting_on:
        other = _after(other, chance)
    first, second = states[-1].log, other.log
    same = next(
        (n for n, (a, b) in enumerate(zip(first, second, strict=False)) if a != b), min(len(first), len(second))
    )
    return list(first), list(second), same


def _after(state: games.State, chance: Random) -> games.State:
    seat = min(state.waiting_on)
    texts = [action for action in state.legal_actions(seat) if not action.text.startswith(("ask", "give-up"))]
    return state.apply(chance.choice(texts))


def attempt_with(players: Sequence[Player], actions: Sequence[games.Action], **setup: str) -> Attempt:
    """Return an attempt at a table of its own with these actions; one that is not over by them was given up."""
    table = open_table(*players, **setup)  # type: ignore[arg-type]
    attempt, state = _stored(started(table, players[0]), actions)
    attempt.ended_at = timezone.now()
    if state.outcome is None:
        attempt.state, attempt.reason_code = Attempt.State.ABANDONED, "given-up"
    attempt.save()
    Table.objects.filter(pk=table.pk).update(state=Table.State.BETWEEN)
    return Attempt.objects.get(pk=attempt.pk)


def _stored(dealt: Attempt, actions: Sequence[games.Action]) -> tuple[Attempt, games.State]:
    """Store these actions of the attempt; return it with its state, not yet saved."""
    attempt = Attempt.objects.select_related("table").get(pk=dealt.pk)
    state = event_replay.state_of(attempt)
    for action in actions:
        state = state.apply(action)
    rows = (Event(attempt=attempt, sequence=number, seat=action.seat, text=action.text)
            for number, action in enumerate(state.log, 1))  # fmt: skip
    Event.objects.bulk_create(rows)
    attempt.length = len(state.log)
    projections.project(attempt, state)
    return attempt, state


def race(*players: Player) -> Attempt:
    """Return a race that these players have raced at random to its end."""
    table = open_table(*players, game="deep-blue", mission="troubled-waters")
    whole, _other, _same = lines(event_replay.setup_of(started(table, players[0])), 1)
    return attempt_with(players, whole, game="deep-blue", mission="troubled-waters")


def race_before_its_end(*players: Player) -> tuple[Attempt, games.Action]:
    """Return a running race of these players, and the action that ends it."""
    dealt = started(open_table(*players, game="deep-blue", mission="troubled-waters"), players[0])
    *before, last = lines(event_replay.setup_of(dealt), 1)[0]
    attempt, _state = _stored(dealt, before)
    attempt.save()
    return attempt, last


def address(attempt: Attempt, name: str = "review", *more: int) -> str:
    return reverse(name, args=(attempt.pk, *more))
