"""Random rounds of every mission, player count and option."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest

import games
from games.crew.cards import COLOUR_CARDS
from games.crew.planet_nine.custom import TOKENS
from games.crew.planet_nine.specials import SPECIALS
from tests import wide
from tests.games.playout import random_round

pytestmark = pytest.mark.slow

TABLES = [(2, ()), (3, ()), (3, ("three-player-challenge",)), (4, ()), (5, ()), (5, ("distress-active",))]


@pytest.mark.parametrize(("players", "options"), TABLES, ids=str)
@pytest.mark.parametrize("mission", games.GAMES["planet-nine"].missions)
def test_every_mission_is_played_to_its_end(mission: str, players: int, options: tuple[str, ...]) -> None:
    for number in range(wide.of(1, 2)):
        setup = games.Setup("planet-nine", mission, players, f"playout/{number}", options)
        state = random_round(setup, Random(f"{mission} {players} {number}"))
        assert state.outcome is not None
        assert state.outcome.success in (True, False)
        assert len(state.tricks) <= state.tricks_total


SEA_MISSIONS = [(mission, ()) for mission in (*games.GAMES["deep-sea"].missions, "33", "40")]
UNTIMED = [(mission, ("untimed",)) for mission in ("14", "15", "16", "26")]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize(("mission", "options"), [*SEA_MISSIONS, *UNTIMED])
def test_every_mission_of_deep_sea_is_played_to_its_end(mission: str, options: tuple[str, ...], players: int) -> None:
    setup = games.Setup("deep-sea", mission, players, "playout", options)
    state = random_round(setup, Random(f"{mission} {players}"))
    assert state.outcome is not None
    assert len(state.tricks) <= state.tricks_total


def custom_sea_mission(chance: Random) -> str:
    ways = ["free-selection", "one-agreed", "captain-or-one-willing", "captain-takes-hardest", "captain-skipped"]
    words = [f"difficulty={chance.randint(1, 24)}"]
    words += [chance.choice(["currents", "rapture", "unfamiliar-terrain", "no-communication"])]
    words += [chance.choice([*ways, "volunteers=1", "volunteers=2"])]
    words += chance.sample(["real-time=60", "value-gap=5", "never-lead=S", "first-winner-ahead", "last-card=B2"], 1)
    if chance.random() < 0.3:
        words.append(f"tasks={','.join(f'T{number}' for number in sorted(chance.sample(range(1, 97), 2)))}")
    return " ".join(words)


def playable_sea_setup(chance: Random) -> games.Setup:
    """A random custom mission, drawn again while its tasks exceed its difficulty or cannot be shared."""
    while True:
        setup = games.Setup("deep-sea", custom_sea_mission(chance), chance.choice([2, 3, 4, 5]), "custom")
        with suppress(games.UnknownSetup):
            games.deal(setup)
            return setup


@pytest.mark.parametrize("number", range(wide.of(20, 40)))
def test_custom_missions_of_deep_sea_are_played_to_their_end(number: int) -> None:
    chance = Random(f"custom sea {number}")
    assert random_round(playable_sea_setup(chance), chance).outcome is not None


@pytest.mark.parametrize("task", range(1, 97))
def test_every_task_is_played_for(task: int) -> None:
    players = 2 + task % 4
    setup = games.Setup("deep-sea", f"tasks=T{task} captain-skipped", players, f"task/{task}")
    assert random_round(setup, Random(task)).outcome is not None


def custom_mission(chance: Random) -> str:
    tasks = chance.randint(1, 12)
    tokens = chance.sample(TOKENS, chance.randint(0, min(tasks, 4)))
    last = tasks - ("omega" in tokens)
    tokens = [token for token in tokens if not token.isdecimal() or int(token) <= last]
    words = [f"tasks={tasks}"]
    words += [f"tokens={','.join(tokens)}"] if tokens else []
    words += chance.sample(
        ["dead-zone", f"disruption={chance.randint(2, 5)}", "five-player-rule"], chance.randint(0, 3)
    )
    words += [chance.choice(["commander-decision", "commander-distribution"])] if chance.random() < 0.4 else []
    specials = chance.sample(sorted(SPECIALS), chance.choice([0, 1, 1, 2]))
    return " ".join([*words, *specials])


def playable_mission(chance: Random) -> str:
    """A random custom mission, drawn again while the engine refuses its combination of conditions."""
    while True:
        mission = custom_mission(chance)
        with suppress(games.UnknownSetup):
            return games.GAMES["planet-nine"].mission_text(mission)


@pytest.mark.parametrize("number", range(wide.of(30, 60)))
def test_custom_missions_are_played_to_their_end(number: int) -> None:
    chance = Random(f"custom {number}")
    mission = playable_mission(chance)
    players = chance.choice([2, 3, 4, 5])
    state = random_round(games.Setup("planet-nine", mission, players, f"custom/{number}"), chance)
    assert state.outcome is not None, mission


def test_the_whole_task_deck_can_be_drawn() -> None:
    setup = games.Setup("planet-nine", f"tasks={len(COLOUR_CARDS)}", 3, "many")
    assert random_round(setup, Random(1)).outcome is not None
