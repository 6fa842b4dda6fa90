"""Bots: legal, reproducible, content with a view, and better than chance."""

from __future__ import annotations

from random import Random

import pytest

import games
from games.crew.bots import BOTS
from games.crew.bots.determinization import sample, sampled_round
from games.crew.bots.reading import read, rebuild
from games.crew.state import State
from tests import wide
from tests.games.bots_scenes import hurry, won
from tests.games.builders import act, dealt, table
from tests.games.write_records import played


@pytest.fixture
def in_a_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether the solver's bot can play on is the question, not how well."""
    hurry(monkeypatch)


@pytest.mark.slow
@pytest.mark.usefixtures("in_a_hurry")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("bot", sorted(BOTS))
def test_bots_play_every_mission_to_its_end(bot: str, players: int) -> None:
    for mission in games.GAMES["planet-nine"].missions[players - 2 :: wide.of(4, 3)]:
        assert won(bot, mission, 1, players) in (True, False)


@pytest.mark.slow
@pytest.mark.usefixtures("in_a_hurry")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("bot", sorted(BOTS))
def test_bots_play_deep_sea_to_its_end(bot: str, players: int) -> None:
    every = 1 if bot == "random" else wide.of(8, 4)
    for mission in (*games.GAMES["deep-sea"].missions, "33")[players - 2 :: every]:
        assert won(bot, mission, 1, players, "deep-sea") in (True, False)


@pytest.mark.usefixtures("in_a_hurry")
@pytest.mark.parametrize("bot", sorted(BOTS))
def test_several_tasks_may_wait_for_a_prediction(bot: str) -> None:
    assert won(bot, "tasks=T90,T91,T92", 1, game="deep-sea") in (True, False)


@pytest.mark.slow
def test_careful_bots_mostly_do_a_single_task_of_any_kind() -> None:
    tasks = ["T3", "T14", "T26", "T36", "T48", "T58", "T60", "T74", "T81", "T88", "T91", "T92"]
    numbers = range(wide.of(1, 2))
    done = [task for task in tasks for number in numbers if won("careful", f"tasks={task}", number, game="deep-sea")]
    assert len(done) > wide.of(6, 12), done
    assert len(set(done)) >= wide.of(7, 9), done


@pytest.mark.slow
def test_careful_beats_random_in_deep_sea_too() -> None:
    rounds = [(mission, number) for mission in ("2", "4", "8") for number in range(wide.of(2, 4))]
    careful = sum(won("careful", mission, number, game="deep-sea") for mission, number in rounds)
    chance = sum(won("random", mission, number, game="deep-sea") for mission, number in rounds)
    assert careful >= chance + wide.of(2, 4)


@pytest.mark.slow
def test_careful_beats_random_by_far() -> None:
    rounds = [(mission, number) for mission in ("1", "2", "5") for number in range(8)]
    careful = sum(won("careful", mission, number) for mission, number in rounds)
    chance = sum(won("random", mission, number) for mission, number in rounds)
    assert careful >= 2 * chance + 4


@pytest.mark.parametrize("bot", sorted(BOTS))
def test_the_same_view_and_chance_give_the_same_choice(bot: str) -> None:
    state = dealt(games.Setup("planet-nine", "9", 4, "same"))
    view = state.view(state.captain)
    assert BOTS[bot].choose(view, Random(3)) == BOTS[bot].choose(view, Random(3))


def test_a_bot_that_is_not_waited_for_may_stay_silent() -> None:
    hands = {0: "R4 P9", 1: "B1 B2 B3 B4 Y1 Y2 Y3 G1 G2 G3"}  # No signal of seat 1 is about the task.
    state = act(table("1", hands, tasks="P9"), "0 take P9")
    assert BOTS["random"].choose(state.view(1), Random(1)) is None
    assert BOTS["careful"].choose(state.view(1), Random(1)) is None


def test_careful_takes_the_task_of_its_own_nine() -> None:
    state = table("2", {0: "R4 Y9", 1: "P9"}, tasks="P1 Y9")
    assert BOTS["careful"].choose(state.view(0), Random(1)) == "take Y9"


def test_careful_tells_where_the_captains_task_lies() -> None:
    state = act(table("1", {0: "R4 P9 P8", 2: "P1"}, tasks="P1"), "0 take P1")
    text = BOTS["careful"].choose(state.view(2), Random(1))
    assert text is not None
    assert text.startswith("signal P1")


def test_careful_wins_its_task_card() -> None:
    signals = "1 signal P1 lowest", "0 signal P9 only"
    state = act(table("1", {0: "R4 P9 Y1", 1: "P1 P2"}, tasks="P1"), "0 take P1", *signals)
    assert BOTS["careful"].choose(state.view(0), Random(1)) == "play P9"


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("word", ["first", "middle", "last"])
def test_careful_proposes_roles_and_not_always_the_same(players: int, word: str) -> None:
    state = dealt(games.Setup("planet-nine", "50", players, "roles"))
    while state.phase == "poll":
        (seat,) = state.waiting_on
        state = act(state, f"{seat} answer {word}")
    view = state.view(state.captain)
    offers = {BOTS["careful"].choose(view, Random(number)) for number in range(40)}
    assert offers <= set(view["legal"])
    assert len(offers) > 1


# Reading a view


def test_the_tricks_are_rebuilt_from_the_cards_played() -> None:
    state = played(games.Setup("planet-nine", "16", 4, "rebuild"))
    assert isinstance(state, State)
    assert rebuild(state.view(None)) == state.tricks


@pytest.mark.slow
@pytest.mark.parametrize("game", ["planet-nine", "deep-sea"])
def test_a_reading_never_bars_what_is_so(game: str) -> None:
    for number in range(wide.of(8, 12) if game == "planet-nine" else wide.of(4, 6)):
        state = played(games.Setup(game, str(number + 1), 2 + number % 4, f"reading/{number}"))
        assert isinstance(state, State)
        assert_true_readings(state)


def assert_true_readings(end: State) -> None:
    """At every moment of a round: what the view is read to rule out is not so, and worlds agree with it."""
    state = dealt(end.setup)
    mixed = "random-card-from-right-after-trick-1" in end.mission.special
    for action in end.log:
        view = state.view(0)
        reading = read(view, hands_were_mixed=mixed)
        covered = [card for card in state.robot.down if card] if state.robot else []
        hands = [*state.hands, *([(*state.robot.hand, *covered)] if state.robot else [])]
        assert not [(seat, card) for seat, hand in enumerate(hands) for card in hand if (seat, card) in reading.barred]
        world = sample(reading, Random(1))
        assert [len(hand) for hand in world] == list(view["hand_sizes"])
        assert set(view["hand"]) <= set(world[0])
        if view["trick"]:
            assert sampled_round(view, reading, world).view(0)["hand"] == view["hand"]
        after = state.apply(action)
        assert isinstance(after, State)
        state = after
