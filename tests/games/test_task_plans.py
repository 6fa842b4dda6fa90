"""The strongest bots share Deep Sea's tasks: those that only one seat can win go to one, and hands decide."""

from __future__ import annotations

from random import Random

import pytest

import games
from games.contract import State
from games.crew.bots import BOTS
from games.crew.bots.signals import best_signal

pytestmark = [pytest.mark.slow, pytest.mark.once]


def shared(mission: str, seed: str) -> State:
    """The round at the first trick; bots share the tasks."""
    state = games.deal(games.Setup("deep-sea", mission, 4, seed))
    while not state.view(None)["played"]:
        seat = min(state.waiting_on)
        text = BOTS["solver"].choose(state.view(seat), Random(f"{seed} {len(state.log)}"))
        assert text is not None
        state = state.apply(games.Action(seat, text))
    return state


def owners(state: State) -> dict[str, int]:
    return {task["task"]: task["owner"] for task in state.view(None)["tasks"]}


@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_who_takes_the_first_tricks_takes_the_first_trick(seed: str) -> None:
    first_three, first_one = "T77", "T79"
    found = owners(shared(f"tasks={first_three},{first_one},T10,T17,T18,T19", seed))
    assert found[first_three] == found[first_one]


def test_proposals_keep_tasks_together_that_only_one_seat_can_win() -> None:
    first_and_last, first = "T80", "T79"
    found = owners(shared("30", "j/30/5"))
    assert found[first_and_last] == found[first]


def test_every_hand_of_deep_sea_has_a_signal_that_helps() -> None:
    state = games.deal(games.Setup("deep-sea", "tasks=T81", 4, "signals"))
    while state.view(None)["phase"] == "choosing":
        seat = min(state.waiting_on)
        state = state.apply(games.Action(seat, state.view(seat)["legal"][0]))
    assert all(best_signal(state.view(seat)) for seat in range(4))


@pytest.mark.parametrize(("text", "code"), [("signal P1 lowest", "bot-why-signal-hand"), ("take T10", "bot-why-take")])
def test_it_says_why_it_signalled_or_took_a_task(text: str, code: str) -> None:
    view = games.deal(games.Setup("deep-sea", "tasks=T10", 4, "why")).view(0)
    why = BOTS["solver"].explain(view, text, Random(1))
    assert why is not None
    assert why.code == code
