"""Scenes that the tests of positions share with others."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from functools import partial

import pytest
import time_machine

import games
from logbook.challenges.models.challenges import Challenge
from logbook.crews.models.crews import Crew
from logbook.people.models.players import Player
from logbook.tables.models import Attempt, Table
from logbook.tables.services import attempts
from logbook.travellers import tasks
from logbook.travellers.models import TravellerLine
from logbook.travellers.services import lines, positions
from logbook.travellers.services.positions import Deal
from tests.challenges.scenes import NOON, deal, table_of
from tests.tables.attempts_scenes import store_all_but_the_last


@pytest.fixture(autouse=True)
def noon() -> Iterator[None]:
    with time_machine.travel(NOON + timedelta(minutes=1), tick=False):
        yield


def to_the_end(table: Table, player: Player, *, parts_at: int = 999) -> Attempt:
    """The deal played with first legal actions, and from the action `parts_at` on with the last ones."""
    attempt = deal(table, player)
    last = store_all_but_the_last(attempt, partial(_choice, parts_at))
    table.refresh_from_db()
    seat = table.seats.get(number=last.seat)
    if seat.bot:
        attempts.act_as_bot(attempt_id=attempt.pk, seat=seat.number, text=last.text, seen=table.version)
    else:
        attempts.act(table_id=table.pk, player=seat.player, text=last.text, seen=table.version)
    attempt.refresh_from_db()
    assert attempt.state != Attempt.State.PLAYING
    return attempt


def _choice(parts_at: int, state: games.State) -> games.Action:
    """The first legal action, and after so many actions the last one. No proposals."""
    legal = [one for one in state.legal_actions(min(state.waiting_on)) if not one.text.startswith("propose")]
    return legal[-1 if len(state.log) >= parts_at else 0]


def first_card(attempt: Attempt) -> int:
    """The number of actions before the first card."""
    texts = list(attempt.events.order_by("sequence").values_list("text", flat=True))
    return next(place for place, text in enumerate(texts) if text.startswith("play "))


@pytest.fixture
def played(running: Challenge, crew: Crew, rivals: Crew, alice: Player, charlie: Player) -> tuple[Attempt, Attempt]:
    """The first deal of both crews: they part at the fourth card."""
    one = to_the_end(table_of(running, crew, alice), alice)
    other = to_the_end(table_of(running, rivals, charlie), charlie, parts_at=first_card(one) + 3)
    tasks.write_overlooked_lines()
    lines.LINES.write([one.pk, other.pk])
    positions.rebuild_positions(deal_of(one))
    return one, other


def deal_of(attempt: Attempt) -> Deal:
    found = positions.deal_of(attempt.pk)
    assert found is not None
    return found


def parting(played: tuple[Attempt, Attempt]) -> tuple[int, str]:
    """The number of actions after which the crews went on differently, and the second one's next move with its step."""
    one, other = (TravellerLine.objects.get(attempt=attempt) for attempt in played)
    pairs = zip(one.position_numbers, other.position_numbers, strict=False)
    place = next(place for place, (mine, theirs) in enumerate(pairs) if mine != theirs)
    step, _seat, text = other.moves[place - 1]
    return int(one.moves[place - 1][0]) - 1, f"{text}?step={step}"


def close(challenge: Challenge) -> None:
    Challenge.objects.filter(pk=challenge.pk).update(state=Challenge.State.CLOSED)
