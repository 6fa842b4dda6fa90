"""Variations of every kind of mission: its replay can be judged card by card, and continued from any moment."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.urls import reverse

import games
from logbook.people.models.players import Player
from logbook.replays.variations import Variation
from logbook.tables import event_replay
from logbook.tables.models import Attempt, Event, Seat, Table
from tests.conftest import SignedIn
from tests.replays.scenes import gone_on

pytestmark = [pytest.mark.django_db, pytest.mark.once]

STORED = sorted((Path(__file__).parent.parent / "records").glob("*.txt"))
RECORDS = [path for path in STORED if not path.name.startswith("deep-blue")][::7]
"""Of both Crew games: races are not continued here."""


def attempt_of(record: games.Record, player: Player) -> Attempt:
    """Return the record as an attempt that the player has finished, with bots on the other seats."""
    setup = record.setup
    table = Table.objects.create(
        game=setup.game, mission=setup.mission, players=setup.players, options=" ".join(setup.options)
    )
    bots = [Seat(table=table, number=number, bot="careful") for number in range(1, setup.players)]
    Seat.objects.bulk_create([Seat(table=table, number=0, player=player), *bots])
    attempt = Attempt.objects.create(
        table=table, number=1, seed=setup.seed, options=table.options, rules=record.rules, state=Attempt.State.ABANDONED
    )
    Event.objects.bulk_create(
        Event(attempt=attempt, sequence=n, seat=action.seat, text=action.text)
        for n, action in enumerate(record.actions, 1)
    )
    return attempt


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_can_be_judged_and_played_on(path: Path, alice: Player, signed_in: SignedIn) -> None:
    attempt, client = attempt_of(games.Record.parse(path.read_text()), alice), signed_in(alice)
    log = event_replay.actions_of(attempt)
    for start in range(0, len(log), 5):
        shown = client.get(reverse("replay", args=(attempt.pk,)), {"step": start})
        assert shown.status_code == 200
        action = log[start]
        waiting = event_replay.moments_of(attempt)[start].waiting_on
        if Variation(start).actor(waiting) != action.seat:
            continue
        if action.text.removeprefix("robot ").startswith(("play ", "give ")):
            hands = shown.context["replay"].hands
            assert action.text in {card.action for hand in hands for card in hand.cards}
        line = gone_on(attempt, Variation(start), action.text)
        assert line.moves == (action,)
        assert client.get(reverse("replay-line", args=(attempt.pk,)), line.fields).status_code == 200


@pytest.mark.parametrize("path", RECORDS[::3], ids=lambda path: path.stem)
def test_bots_play_a_record_on_to_its_end(path: Path, alice: Player) -> None:
    attempt = attempt_of(games.Record.parse(path.read_text()), alice)
    setup, log = event_replay.setup_of(attempt), event_replay.actions_of(attempt)
    line = Variation(len(log) // 2, seat=0, bot="careful")
    for _ in range(200):
        state = event_replay.state_after(setup, (*log[: line.start], *line.moves))
        if state.outcome is not None:
            break
        mine = state.legal_actions(0) if 0 in state.waiting_on else []
        text = next((action.text for action in mine if not action.text.startswith(("ask", "propose", "signal"))), None)
        line = gone_on(attempt, line, text)
    assert state.outcome is not None
