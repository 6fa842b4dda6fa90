"""Write a game's stored records anew: `python -m tests.games.write_records GAME`. Review their difference like code.

One round of each mission of the logbook, or scenario, played by careful bots at two to five players in turn; a won one
where a few seeds give one. Its first line states its end.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from random import Random

import games
from games.bots import bots_of
from games.terminal import ending

FOLDER = Path(__file__).parent.parent / "records"


def played(setup: games.Setup) -> games.State:
    """A round of careful bots, as far as the game has them."""
    bots = bots_of(setup.game)
    state, bot = games.deal(setup), bots.get("careful", bots["random"])
    while state.outcome is None:
        eager = [seat for seat in range(setup.players) if seat not in state.waiting_on]
        for seat in (*eager, *sorted(state.waiting_on)):
            text = bot.choose(state.view(seat), Random(len(state.log))) if state.legal_actions(seat) else None
            if text is not None:
                state = state.apply(games.Action(seat, text))
                break
    return state


def best(game: str, mission: str, players: int) -> games.State:
    """The first won round of a few seeds, or the last lost one."""
    for number in range(12):
        state = played(games.Setup(game, mission, players, f"record-{mission}/{number}"))
        assert state.outcome is not None
        if state.outcome.success is not False:
            break
    return state


def main() -> None:
    """Write one file a mission."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=sorted(games.GAMES))
    game = parser.parse_args().game
    for number, mission in enumerate(games.GAMES[game].missions, 1):
        state = best(game, mission, 2 + number % 4)
        name = f"{game}-{number:02}-players-{state.setup.players}.txt"
        (FOLDER / name).write_text(f"# {ending(state)}\n{games.Record.of(state)}", encoding="utf-8")


if __name__ == "__main__":
    main()
