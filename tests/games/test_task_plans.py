"""The strongest bots share Deep Sea's tasks: those that only one seat can win go to one, and hands decide."""

from __future__ import annotations

from random import Random

import pytest

import games
from games.bot import next_action
from games.crew.bots import BOTS
from games.crew.bots.signals import best_signal
from games.crew.state import State
from tests.games.builders import act, dealt, sea

pytestmark = [pytest.mark.slow, pytest.mark.once]


def shared(mission: str, seed: str) -> State:
    """The round at the first trick; bots share the tasks."""
    state = dealt(games.Setup("deep-sea", mission, 4, seed))
    while not state.view(None)["played"]:
        seat = min(state.waiting_on)
        text = BOTS["solver"].choose(state.view(seat), Random(f"{seed} {len(state.log)}"))
        assert text is not None
        state = act(state, f"{seat} {text}")
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


LOW = "P1 P2 P3 B1 B2 B3 G1 G2 Y1 Y2"
FEWEST_TRICKS = "T3"


def unasked(state: State) -> list[str | None]:
    """What each seat says unasked, the captain left out."""
    seats = [seat for seat in range(4) if seat not in state.waiting_on]
    return [BOTS["solver"].choose(state.view(seat), Random(1)) for seat in seats]


def test_a_hand_of_low_cards_offers_to_win_the_fewest_tricks() -> None:
    state = sea(f"tasks={FEWEST_TRICKS},T20,T93 free-selection", {1: LOW})
    assert unasked(state) == [f"propose {FEWEST_TRICKS} 1", None, None]
    assert unasked(act(state, f"1 propose {FEWEST_TRICKS} 1", "0 agree", "2 agree", "3 agree")) == [None] * 3


def test_it_offers_to_take_all_tasks_only_where_they_suit_it_by_far() -> None:
    state = sea(f"tasks={FEWEST_TRICKS},T61 one-agreed", {1: LOW})
    assert unasked(state) == ["propose all 1", None, None]


def test_after_a_decline_only_the_captain_proposes() -> None:
    state = sea(f"tasks={FEWEST_TRICKS},T20,T93 free-selection", {1: LOW})
    state = act(state, f"1 propose {FEWEST_TRICKS} 1")

    def choose(seat: int) -> str | None:
        return BOTS["solver"].choose(state.view(seat), Random(1))

    state = act(state, "3 decline")
    assert unasked(state)[0] is not None, "a bot does not remember"
    action = next_action(state, range(4), choose)
    assert action is not None
    assert action.seat == 0


@pytest.mark.parametrize(
    ("mission", "seat", "text", "code"),
    [
        ("free-selection", 1, "propose T3 1", "bot-why-propose-itself"),
        ("free-selection", 0, "propose T3 1", "bot-why-propose"),
        ("one-agreed", 1, "propose all 1", "bot-why-propose-all"),
    ],
)
def test_it_says_why_it_proposed(mission: str, seat: int, text: str, code: str) -> None:
    why = BOTS["solver"].explain(sea(f"tasks=T3,T61 {mission}", {1: LOW}).view(seat), text, Random(1))
    assert why is not None
    assert why.code == code


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
