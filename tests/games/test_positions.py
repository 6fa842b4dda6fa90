"""Equal positions: whatever led there, the same can happen in them."""

from __future__ import annotations

from random import Random

import pytest

import games
from games.contract import State

TRICKS_LEFT = 3
MOST_STATES = 1_500
MISSIONS = [
    ("planet-nine", "7", 4),
    ("planet-nine", "14", 3),
    ("planet-nine", "9", 4),
    ("planet-nine", "26", 4),
    ("planet-nine", "29", 5),
    ("planet-nine", "3", 2),
    ("deep-sea", "7", 3),
    ("deep-sea", "tasks=T61,T10,T33", 4),
    ("deep-sea", "tasks=T90,T2,T50", 4),
    ("deep-sea", "5", 2),
]


def late(game: str, mission: str, players: int, chance: Random) -> State | None:
    """A random round with a few tricks left; None if it is over by then."""
    state = games.deal(games.Setup(game, mission, players, f"late {chance.random()}"))
    while state.outcome is None:
        view = state.view(None).as_dict()
        if view["tricks_total"] - sum(view["tricks_won"]) <= TRICKS_LEFT and view["phase"] == "gap":
            return state
        seat = chance.choice(sorted(state.waiting_on))
        actions = [one for one in state.legal_actions(seat) if not one.text.startswith(("propose", "signal", "ask"))]
        state = state.apply(chance.choice(actions))
    return None


def plays(state: State) -> list[games.Action]:
    return [one for seat in state.waiting_on for one in state.legal_actions(seat) if "play " in one.text]


def rounds(game: str, mission: str, players: int, count: int) -> list[State]:
    chance = Random(f"{game} {mission}")
    found = (late(game, mission, players, chance) for _ in range(1_000))
    return [state for _, state in zip(range(count), (one for one in found if one), strict=False)]


@pytest.mark.once
@pytest.mark.parametrize(("game", "mission", "players"), MISSIONS)
def test_same_can_happen_in_equal_positions(game: str, mission: str, players: int) -> None:
    position_of = games.GAMES[game].position_of
    merged, starts = 0, rounds(game, mission, players, 6)
    for start in starts:
        first: dict[int | None, State] = {}
        queue = [start]
        while queue and len(first) < MOST_STATES:
            state = queue.pop()
            same = first.setdefault(position_of(state), state)
            if same is not state:
                merged += 1
                assert (same.outcome and same.outcome.success) == (state.outcome and state.outcome.success)
                assert plays(same) == plays(state)
                for action in plays(state):
                    assert position_of(same.apply(action)) == position_of(state.apply(action))
                continue
            queue.extend(state.apply(action) for action in plays(state))
    assert starts
    in_order = mission in ("9", "26", "29")
    assert bool(merged) is not in_order, "special conditions ask for the order of tricks, plain tasks do not"


def test_signals_change_no_position_and_cards_do() -> None:
    game = games.GAMES["planet-nine"]
    state = games.deal(games.Setup("planet-nine", "1", 4, "signals"))
    while not any(one.text.startswith("signal ") for one in state.legal_actions(0)):
        seat = min(state.waiting_on)
        state = state.apply(state.legal_actions(seat)[0])
    signal = next(one for one in state.legal_actions(0) if one.text.startswith("signal "))
    assert game.position_of(state.apply(signal)) == game.position_of(state)
    for action in plays(state):
        assert game.position_of(state.apply(action)) != game.position_of(state)


def test_a_race_compares_no_positions() -> None:
    state = games.deal(games.Setup("deep-blue", "troubled-waters", 2, "race"))
    assert games.GAMES["deep-blue"].position_of(state) is None
