"""Benchmark of bots' win rates: `python -m benchmarks.bots`.

Without options it plays the reference table of bots: a number of random tasks without tokens, chosen in turn, at 3, 4
and 5 players. `--missions 1-50` prints a row of missions instead, and `--missions tasks=T61` a custom one. All bots
play the same deals, and each mission has its own; `--seed` selects others.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from random import Random

import games
from benchmarks.results import keep, run_benchmark
from games.bot import next_action
from games.crew.bots import BOTS, Bot

TASKS = (1, 2, 3, 4, 6)
_A_LOOK = 0.002
"""Seconds. A seat that acts out of turn takes longer if it evaluates anything."""


@dataclass
class Tally:
    """Rounds won and played, signals given before and after the first trick, and the seconds of every decision."""

    won: int = 0
    rounds: int = 0
    first_signals: int = 0
    later_signals: int = 0
    seconds: list[float] = field(default_factory=list)

    @property
    def share(self) -> float:
        """Return the share of rounds won."""
        return self.won / self.rounds

    def error(self) -> float:
        """Return twice the standard error of the share, in percent."""
        return 200 * float((self.share * (1 - self.share) / self.rounds) ** 0.5)

    def percentiles(self) -> tuple[float, float]:
        """Return the median and the 99th percentile of all decisions, in seconds of process time."""
        thought = sorted(self.seconds)
        return thought[len(thought) // 2], thought[len(thought) * 99 // 100]

    def count(self, state: games.State) -> None:
        """Add a round that is over."""
        self.won += bool(state.outcome and state.outcome.success)
        self.rounds += 1
        cards = (place for place, action in enumerate(state.log) if "play" in action.text.split())
        first_card = next(cards, len(state.log))
        signals = [place for place, action in enumerate(state.log) if action.text.startswith("signal ")]
        self.first_signals += sum(place < first_card for place in signals)
        self.later_signals += sum(place > first_card for place in signals)

    def pace(self) -> str:
        """Return median and 99th percentile of all decisions, forced ones too, in milliseconds of process time."""
        median, slow = self.percentiles()
        return f"{median * 1000:7.1f} ms median {slow * 1000:7.1f} ms p99 a decision"


def play(setup: games.Setup, bots: Sequence[Bot], tally: Tally) -> games.State:
    """Play one round to its end, with these bots by seat."""
    state = games.deal(setup)
    while state.outcome is None:
        state = state.apply(_next_action(state, bots, tally))
    tally.count(state)
    return state


def _next_action(state: games.State, bots: Sequence[Bot], tally: Tally) -> games.Action:
    """Return the next action, and keep the time of each decision. A quick look that finds nothing to say is none."""

    def choose(seat: int) -> str | None:
        view, chance = state.view(seat), Random(f"{state.setup.seed} {len(state.log)} {seat}")
        began = time.process_time()
        text = bots[seat].choose(view, chance)
        took = time.process_time() - began
        if seat in state.waiting_on or text is not None or took > _A_LOOK:
            tally.seconds.append(took)
        return text

    action = next_action(state, range(state.setup.players), choose)
    if action is None:
        raise AssertionError("a bot left the table waiting")
    return action


@dataclass(frozen=True)
class Deals:
    """A number of deals of a seed, the same for all bots."""

    number: int
    seed: str = "b"

    def played(self, game: str, mission: str, players: int, names: Sequence[str]) -> Tally:
        """Play all deals of one mission; the bots' names go round the seats."""
        tally = Tally()
        bots = [BOTS[names[seat % len(names)]] for seat in range(players)]
        for number in range(self.number):
            play(games.Setup(game, mission, players, f"{self.seed}/{mission}/{number}"), bots, tally)
        title = f"won by {'+'.join(names)}, {game} {mission}, {players} players"
        keep(title, 100 * tally.share, "%", tally.error())
        return tally


def print_rows(rows: Iterable[tuple[str, list[Tally]]]) -> Tally:
    """Print one line per row, with the mean of its shares; return all rounds together."""
    total = Tally()
    for title, tallies in rows:
        everything = Tally(seconds=[seconds for tally in tallies for seconds in tally.seconds])
        signals = sum(tally.first_signals + tally.later_signals for tally in tallies)
        later = f"{sum(tally.later_signals for tally in tallies)} of {signals} signals after trick 1"
        shares = "".join(f"{tally.share:7.1%}" for tally in tallies)
        mean = sum(tally.share for tally in tallies) / len(tallies)
        print(f"{title:28}{shares}   all {mean:6.1%}  {everything.pace()}  {later}", flush=True)
        total.won += sum(tally.won for tally in tallies)
        total.rounds += sum(tally.rounds for tally in tallies)
        total.seconds += everything.seconds
    return total


def _keep(team: str, total: Tally) -> None:
    """Keep what a team won of all its rounds, and the pace of its decisions."""
    if total.rounds:
        keep("won of all", 100 * total.share, "%", total.error())
        median, slow = total.percentiles()
        keep(f"a decision of {team}, median", 1000 * median, "ms")
        keep(f"a decision of {team}, p99", 1000 * slow, "ms")


def _by_tasks(names: Sequence[str], players: Sequence[int], deals: Deals) -> Iterable[tuple[str, list[Tally]]]:
    for number in players:
        tallies = [deals.played("planet-nine", f"tasks={tasks}", number, names) for tasks in TASKS]
        yield f"{'+'.join(names)}, {number} players", tallies


def _by_missions(
    names: Sequence[str], players: Sequence[int], game: str, missions: Sequence[str], deals: Deals
) -> Iterable[tuple[str, list[Tally]]]:
    for number in players:
        for start in range(0, len(missions), 10):
            ten = missions[start : start + 10]
            tallies = [deals.played(game, mission, number, names) for mission in ten]
            title = ten[0] if len(ten) == 1 else f"{ten[0]}-{ten[-1]}"
            yield f"{'+'.join(names)}, {number}p, {title}", tallies


def _missions(text: str) -> list[str]:
    """Return the missions of a range such as `1-10`, or the one of this name."""
    first, dash, last = text.partition("-")
    if dash and first.isdecimal() and last.isdecimal():
        return [str(mission) for mission in range(int(first), int(last) + 1)]
    return [text]


def main() -> None:
    """Print the win rates."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=100, help="deals of each number of tasks, or of each mission")
    parser.add_argument("--missions", help="such as 1-10, 5 or tasks=T61; without it the table by tasks is printed")
    parser.add_argument("--game", choices=sorted(games.GAMES), default="planet-nine")
    parser.add_argument("--bots", default=",".join(BOTS), help="such as careful,random; solver+careful sit alternately")
    parser.add_argument("--players", default="3,4,5", help="such as 4 or 2,3")
    parser.add_argument("--seed", default="b", help="which deals")
    options = parser.parse_args()
    deals = Deals(options.deals, options.seed)
    players = [int(number) for number in options.players.split(",")]
    if not options.missions:
        print(f"{'tasks':28}" + "".join(f"{tasks:7}" for tasks in TASKS))
    for team in options.bots.split(","):
        names = team.split("+")
        if options.missions:
            rows = _by_missions(names, players, options.game, _missions(options.missions), deals)
        else:
            rows = _by_tasks(names, players, deals)
        _keep(team, print_rows(rows))


if __name__ == "__main__":
    run_benchmark("bots", main)
