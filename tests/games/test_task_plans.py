"""The strongest bots share Deep Sea's tasks: those that only one seat can win go to one, and hands decide."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

import games
from games.bot import next_action
from games.crew.bots import BOTS, solver_bot, solver_reasons
from games.crew.bots.evaluation import ViewEvaluator
from games.crew.bots.signal_choice import Scores
from games.crew.bots.signals import best_signal
from games.crew.bots.task_plans import Owned, Planner
from games.crew.deep_sea.book import DeepSea
from games.crew.planet_nine.book import PlanetNine
from games.crew.solver.playout.evaluator import Effort, Worlds
from games.crew.state import State
from tests.games.builders import act, dealt, sea, texts

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


def test_the_taker_of_the_first_tricks_nearly_always_takes_the_first() -> None:
    first_three, first_one = "T77", "T79"
    found = [owners(shared(f"tasks={first_three},{first_one},T10,T17,T18,T19", seed)) for seed in "abcde"]
    assert sum(one[first_three] == one[first_one] for one in found) >= 4


def test_proposals_keep_tasks_together_that_only_one_seat_can_win() -> None:
    first_and_last, first = "T80", "T79"
    found = owners(shared("30", "j/30/5"))
    assert found[first_and_last] == found[first]


GOOD, BETTER, WORSE = ("T3", 0), ("T3", 1), ("T3", 2)
VALUES = {GOOD: (1.0, 0.6), BETTER: (0.9, 0.9), WORSE: (0.7, 5.0)}
"""The value of a plan of one task over the first 16 worlds, and over the other 48."""


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Owned, int]]:
    """The plans that are looked at from now on, each with the number of worlds; their values are `VALUES`."""
    seen = list[tuple[Owned, int]]()

    def value(_: Planner, worlds: Worlds, plan: Sequence[Owned], __: Effort) -> float:
        seen.append((plan[0], len(worlds)))
        return VALUES.get(plan[0], (-1.0, -1.0))[len(worlds) > 16]

    monkeypatch.setattr(Planner, "_value_in", value)
    return seen


def planner(chance: Random) -> Planner:
    return Planner(ViewEvaluator(sea("tasks=T3").view(0), chance), {GOOD: 1.0, BETTER: 0.9, WORSE: 0.8})


def test_a_plan_that_looks_worse_after_the_first_deals_is_given_up(looks: list[tuple[Owned, int]]) -> None:
    found = planner(Random(1))
    rival = found.value([GOOD])
    assert rival.whole == pytest.approx(0.7)
    assert found.value([BETTER], rival).whole == pytest.approx(0.9)
    assert found.value([WORSE], rival).whole < 0
    assert looks == [(GOOD, 16), (GOOD, 48), (BETTER, 16), (BETTER, 48), (WORSE, 16)]


def test_the_best_plan_is_none_that_was_given_up(looks: list[tuple[Owned, int]]) -> None:
    assert planner(Random(2)).freely() == [BETTER]
    assert (WORSE, 16) in looks


LOW = "P1 P2 P3 B1 B2 B3 G1 G2 Y1 Y2"
FEWEST_TRICKS = "T3"


def unasked(state: State) -> list[str | None]:
    """What each seat says unasked, the captain left out."""
    seats = [seat for seat in range(4) if seat not in state.waiting_on]
    return [BOTS["solver"].choose(state.view(seat), Random(1)) for seat in seats]


def test_a_hand_of_low_cards_offers_to_win_the_fewest_tricks() -> None:
    state = sea(f"tasks={FEWEST_TRICKS},T24,T93 free-selection", {1: LOW})  # No other task suits a seat by far.
    assert unasked(state) == [f"propose {FEWEST_TRICKS} 1", None, None]
    assert unasked(act(state, f"1 propose {FEWEST_TRICKS} 1", "0 agree", "2 agree", "3 agree")) == [None] * 3


def test_it_offers_to_take_all_tasks_only_where_they_suit_it_by_far() -> None:
    state = sea(f"tasks={FEWEST_TRICKS},T61 one-agreed", {1: LOW})
    assert unasked(state) == ["propose all 1", None, None]


def test_the_bot_knows_the_phases_in_which_tasks_are_shared_freely() -> None:
    phases = {**PlanetNine.phases, **DeepSea.phases}
    assert {name for name, phase in phases.items() if phase.shares_freely} == set(solver_bot._SHARED_FREELY)


def proposer(state: State, bots: Sequence[int]) -> int | None:
    """The seat of the bots' next action."""
    action = next_action(state, bots, lambda seat: BOTS["solver"].choose(state.view(seat), Random(1)))
    return action.seat if action else None


def test_only_the_captain_proposes_once_a_bots_proposal_failed() -> None:
    state = sea(f"tasks={FEWEST_TRICKS},T20,T93 free-selection", {1: LOW})
    assert proposer(state, range(4)) == 1
    declined = act(state, f"1 propose {FEWEST_TRICKS} 1", "3 decline")
    assert declined.view(1)["declined"] == (f"propose {FEWEST_TRICKS} 1",)
    assert unasked(declined)[0] is None, "nobody proposes again what was declined"
    assert proposer(declined, range(4)) == 0
    assert proposer(declined, range(1, 4)) is None


def test_a_persons_declined_proposal_silences_no_bot() -> None:
    state = sea(f"tasks={FEWEST_TRICKS},T20,T93 free-selection", {1: LOW})
    assert proposer(act(state, "2 propose T20 2", "3 decline"), (0, 1, 3)) == 1


@pytest.mark.parametrize(
    ("mission", "seat", "text", "code"),
    [
        ("free-selection", 1, "propose T3 1", "bot-why-propose-itself"),
        ("free-selection", 0, "propose T3 1", "bot-why-propose"),
        ("one-agreed", 1, "propose all 1", "bot-why-propose-all-itself"),
        ("one-agreed", 0, "propose all 1", "bot-why-propose-all"),
    ],
)
def test_it_says_why_it_proposed(mission: str, seat: int, text: str, code: str) -> None:
    why = BOTS["solver"].explain(sea(f"tasks=T3,T61 {mission}", {1: LOW}).view(seat), text, Random(1))
    assert why is not None
    assert why.code == code


def test_a_task_that_only_one_seat_may_take_needs_no_plan() -> None:
    state = sea("tasks=T4,T16 volunteers=2", players=3)  # T4 is not for the captain.
    while state.view(None)["phase"] == "volunteering":
        (seat,) = state.waiting_on
        state = act(state, f"{seat} answer {'yes' if seat in (0, 1) else 'no'}")
    proposals = [text for text in texts(state, 0) if text.startswith("propose T4 ")]
    assert proposals == ["propose T4 1"]
    why = BOTS["solver"].explain(state.view(0), "propose T4 1", Random(1))
    assert why is not None
    assert why.code == "bot-why-propose-only"


@pytest.mark.parametrize(("players", "seed"), [(2, "b"), (3, "itself"), (5, "itself")])
def test_whoever_proposes_themselves_may_have_the_task(players: int, seed: str) -> None:
    state, asked = dealt(games.Setup("deep-sea", "28", players, seed)), 0
    for seat in range(players):
        text = BOTS["solver"].choose(state.view(seat), Random(1)) if seat not in state.waiting_on else None
        if text is not None:
            assert text in texts(state, seat)
            assert text.endswith(f" {seat}")
            asked += 1
    assert asked, "one of these hands suits a task by far"


def test_every_hand_of_deep_sea_has_a_signal_that_helps() -> None:
    state = games.deal(games.Setup("deep-sea", "tasks=T81", 4, "signals"))
    while state.view(None)["phase"] == "choosing":
        seat = min(state.waiting_on)
        state = state.apply(games.Action(seat, state.view(seat)["legal"][0]))
    assert all(best_signal(state.view(seat)) for seat in range(4))


def test_it_says_why_it_took_a_task() -> None:
    why = BOTS["solver"].explain(sea("tasks=T10").view(0), "take T10", Random(1))
    assert why is not None
    assert why.code == "bot-why-take"


@pytest.mark.parametrize(
    ("later", "without", "code"),
    [
        (0.6, 0.6, "bot-why-signal-hand"),
        (0.59, 0.2, "bot-why-signal-helps"),
        (0.5, 0.2, "bot-why-signal-now"),
    ],
)
def test_it_says_what_a_signal_changes_or_that_it_tells_most(
    later: float, without: float, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solver_reasons, "scores_of", lambda *_: Scores(0.6, later, without))
    view = act(sea("tasks=T10"), "0 take T10").view(0)
    text = best_signal(view)
    assert text is not None
    why = BOTS["solver"].explain(view, text, Random(1))
    assert why is not None
    assert why.code == code


@pytest.mark.parametrize(
    ("now", "later", "without", "code"),
    [
        (0.64, 0.6, 0.2, "bot-why-refrain"),
        (0.61, 0.6, 0.2, "bot-why-refrain-close"),
        (0.5, 0.6, 0.2, "bot-why-refrain-later"),
        (0.5, None, 0.6, "bot-why-refrain-without"),
    ],
)
def test_it_says_why_it_keeps_silent(
    now: float, later: float | None, without: float, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solver_reasons, "scores_of", lambda *_: Scores(now, later, without))
    view = act(sea("tasks=T10"), "0 take T10").view(0)
    why = BOTS["solver"].explain(view, "refrain", Random(1))
    assert why is not None
    assert why.code == code
