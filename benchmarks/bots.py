"""How often four bots win together: `python -m benchmarks.bots`.

The same deals for every bot: by default 100 of each of missions 1–10, a thousand in all.
"""

from __future__ import annotations

import argparse
import time
from random import Random

import games
from games.crew.bots import BOTS, Bot


def won(bot: Bot, setup: games.Setup) -> tuple[bool, int]:
    """Whether bots in all seats win the round, and how many decisions it took."""
    state = games.deal(setup)
    while state.outcome is None:
        state = state.apply(_next_action(bot, state))
    return bool(state.outcome.success), len(state.log)


def _next_action(bot: Bot, state: games.State) -> games.Action:
    """Whoever has something to say unasked goes first, then whoever is waited for."""
    for seat in sorted(range(state.setup.players), key=lambda seat: seat in state.waiting_on):
        text = bot.choose(state.view(seat), Random(f"{state.setup.seed} {len(state.log)} {seat}"))
        if text is not None:
            return games.Action(seat, text)
    raise AssertionError("a bot left the table waiting")


def main() -> None:
    """Print the share of won rounds by bot and mission."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=100, help="deals of each mission")
    parser.add_argument("--missions", default="1-10", help="such as 1-10 or 5-5")
    parser.add_argument("--game", choices=sorted(games.GAMES), default="planet-nine")
    parser.add_argument("--bots", default=",".join(BOTS), help="such as careful,random")
    parser.add_argument("--players", type=int, default=4)
    options = parser.parse_args()
    first, last = map(int, options.missions.split("-"))
    missions = [str(number) for number in range(first, last + 1)]
    print(f"{'':10}" + "".join(f"{mission:>6}" for mission in missions) + "   all   ms a decision")
    for slug in options.bots.split(","):
        bot = BOTS[slug]
        began, decisions, shares = time.process_time(), 0, []
        for mission in missions:
            setups = (games.Setup(options.game, mission, options.players, f"b/{k}") for k in range(options.deals))
            rounds = [won(bot, setup) for setup in setups]
            shares.append(sum(success for success, _ in rounds) / options.deals)
            decisions += sum(length for _, length in rounds)
        spent = (time.process_time() - began) / decisions * 1000
        print(
            f"{slug:10}"
            + "".join(f"{share:6.0%}" for share in shares)
            + f"{sum(shares) / len(shares):7.1%}{spent:8.2f}"
        )


if __name__ == "__main__":
    main()
