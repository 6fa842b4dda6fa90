"""Write the records of rulings anew: `python -m tests.games.deep_blue.write_ruling_records GAMES`.

Plays so many games by chance, and keeps for each ruling the shortest in which it comes up: the first line of its record
states the end, the second the ruling and the action. Review the difference like code.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from random import Random

import games
from games.deep_blue.state import State
from games.terminal import ending
from tests.games.deep_blue import sights_of_dives, sights_of_turns  # noqa: F401 - each tells what can be seen.
from tests.games.deep_blue.builders import SCENARIOS, dealt, random_action
from tests.games.deep_blue.sights import SIGHTS, seen_in

FOLDER = Path(__file__).parents[2] / "records"
EAGER, EAGERNESS = ("draw", "protect", "rush", "dive", "play", "recruit"), 0.7


def by_chance(number: int) -> State:
    """A game played to its end by chance; which one, the number says."""
    chance = Random(number)
    state = dealt(2 + number // len(SCENARIOS) % 4, SCENARIOS[number % len(SCENARIOS)], f"ruling/{number}")
    while state.outcome is None:
        state = state.apply(_eager(state, chance) or random_action(state, chance))
    return state


def _eager(state: State, chance: Random) -> games.Action | None:
    """Mostly what leads to more: chance alone dives seldom, and comes up soon."""
    seat = chance.choice(sorted(state.waiting_on))
    able = [action for action in state.legal_actions(seat) if action.text.split()[0] in EAGER]
    return chance.choice(able) if able and chance.random() < EAGERNESS else None


def shortest(number_of_games: int) -> dict[int, tuple[int, State]]:
    """By ruling, the action in which it comes up, and the end of that game."""
    best: dict[int, tuple[int, State]] = {}
    for number in range(number_of_games):
        end = by_chance(number)
        shorter = [ruling for ruling in SIGHTS if ruling not in best or len(end.log) < len(best[ruling][1].log)]
        best |= {ruling: (action, end) for ruling, action in seen_in(end, shorter).items()}
    return best


def main() -> None:
    """Write one file a ruling."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", type=int)
    best = shortest(parser.parse_args().games)
    for ruling, (action, end) in sorted(best.items()):
        head = f"# {ending(end)}\n# Ruling {ruling}, action {action}: {SIGHTS[ruling][0]}\n"
        path = FOLDER / f"deep-blue-ruling-{ruling:02}-players-{end.seats}.txt"
        path.write_text(f"{head}{games.Record.of(end)}", encoding="utf-8")
    print("not seen:", *sorted(set(SIGHTS) - set(best)))  # noqa: T201 - what is left to write by hand


if __name__ == "__main__":
    main()
