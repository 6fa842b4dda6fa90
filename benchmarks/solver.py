"""Benchmark of the solver: `python -m benchmarks.solver`.

All figures are process time of one core. *Given tasks*: random deals of Planet Nine with one to ten tasks, half of them
with tokens, that were chosen in turn without a look at the hands, so that many are lost. *Missions*: fresh deals with
the mission's own way of sharing. *Best assignment*: the tasks of lost deals, shared anew in turn. *Replays*: rounds
played at random, annotated action by action.

`--agree N` measures nothing: it compares both engines on N random deals of each game, and an exhaustive search on N
short endings, and fails where they disagree.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import Any, cast

import games
from benchmarks.results import keep, run_benchmark
from games.crew.solver import Budget, Lost, Unknown, Won, annotate, best_pass, certify, solve
from games.crew.solver.answers import LOST, UNKNOWN, WON
from games.crew.solver.engines import by_sat
from games.crew.solver.goals.from_state import puzzle_of
from games.crew.solver.search.engine import SEARCHER
from games.crew.solver.search.exhaustive import search as exhaustive
from games.crew.state import State

COLD = """
import time; began = time.perf_counter()
import games
from games.crew.solver import certify
certify(games.deal(games.Setup("planet-nine", "20", 4, "cold")))
print(time.perf_counter() - began)
"""
CREW_GAMES = ("planet-nine", "deep-sea")
TOKENS = ("1", "1,2", "1,2,3", "1,2,3,4", "omega", ">,>>", ">,>>,>>>", "1,omega")


def with_given_tasks(players: int, number: int, seed: str) -> State:
    """Return a deal whose tasks were taken in turn, in the order in which they lie there."""
    chance = Random(seed)
    tokens = [text for text in TOKENS if len(text.split(",")) <= number]
    mission = f"tasks={number}" + (f" tokens={chance.choice(tokens)}" if chance.random() < 1 / 2 else "")
    state = games.deal(games.Setup("planet-nine", mission, players, seed))
    while state.view(None)["phase"] == "choosing":
        takes = [action for action in state.legal_actions(min(state.waiting_on)) if "take" in action.text]
        state = state.apply(takes[0])
    return cast(State, state)


def yet_to_share(given: State) -> State:
    """Return the same deal before any task was taken."""
    return cast(State, games.deal(given.setup))


def fresh(game: str, players: Iterable[int], rounds: int) -> Iterator[State]:
    """Yield fresh deals of every mission."""
    for number in range(rounds):
        for mission in games.GAMES[game].missions:
            for seats in players:
                yield cast(State, games.deal(games.Setup(game, mission, seats, f"bench/{number}")))


def random_rounds(game: str, rounds: int) -> Iterator[list[games.State]]:
    """Yield the states of random rounds, without proposals."""
    for number in range(rounds):
        chance = Random(number)
        mission = chance.choice(games.GAMES[game].missions)
        states: list[games.State] = [games.deal(games.Setup(game, mission, chance.randint(3, 5), f"replay/{number}"))]
        while states[-1].outcome is None:
            state = states[-1]
            actions = state.legal_actions(min(state.waiting_on))
            quiet = [action for action in actions if not action.text.startswith(("propose", "signal", "ask"))]
            states.append(state.apply(chance.choice(quiet or actions)))
        yield states


def timed(ask: Callable[[Any], object], questions: Iterable[object]) -> tuple[list[float], list[object]]:
    """Return the milliseconds per question, sorted, and the answers."""
    spent, answers = [], []
    for question in questions:
        began = time.process_time()
        answers.append(ask(question))
        spent.append(1000 * (time.process_time() - began))
    return sorted(spent), answers


def report(name: str, spent: list[float], verdicts: list[object] | None = None) -> None:
    """Print one line of figures."""
    at = [spent[min(int(len(spent) * share), len(spent) - 1)] for share in (0.5, 0.99, 0.999, 1)]
    rate = 1000 * len(spent) / max(sum(spent), 1e-9)
    for percent, figure in zip(("median", "p99", "p99.9"), at, strict=False):
        keep(f"{name}, {percent}", figure, "ms")
    line = f"  {name:34}{len(spent):6}{at[0]:9.2f}{at[1]:9.1f}{at[2]:9.1f}{at[3]:9.1f}{rate:9.0f}"
    if verdicts is not None:
        lost, unknown = (sum(isinstance(verdict, kind) for verdict in verdicts) for kind in (Lost, Unknown))
        line += f"{lost:7}{unknown:7}"
    print(line, flush=True)


def certified(state: games.State) -> object:
    """Return the verdict alone."""
    return certify(state)[0]


def compare(deals: int) -> int:
    """Compare both engines on random deals, and an exhaustive search on short endings; return 1 where they differ."""
    from tests.games.solver.engines_scenes import sea, space, wins

    found: Counter[str] = Counter()
    for name, make in (("planet-nine", space), ("deep-sea", sea)):
        for seed in range(deals):
            state = make(seed)
            puzzle = puzzle_of(state)
            one, other = SEARCHER.search(puzzle, 30_000), by_sat(puzzle, 8_000)
            wrong = {one.status, other.status} == {WON, LOST}
            wrong |= any(answer.status == WON and not wins(state, answer.cards) for answer in (one, other))
            if wrong:
                print(f"{name} {seed}: the search says {one}, SAT {other}")
            found["wrong"] += wrong
            found[f"{name}: {one.status} by the search, {other.status} by SAT"] += 1
    found += endings(deals)
    for kind, number in sorted(found.items()):
        print(f"  {number:7} {kind}")
    return int(found["wrong"] > 0)


def endings(number: int) -> Counter[str]:
    """Count the verdicts of both engines on short endings that an exhaustive search has decided."""
    from tests.games.solver.sat_scenes import ending

    chance, kind = Random(number), 0
    found: Counter[str] = Counter()
    while sum(found.values()) < number:
        kind += 1
        state = ending(kind, chance)
        verdict = exhaustive(state, 3_000) if state else None
        if state is None or not isinstance(verdict, Won | Lost):
            continue
        puzzle = puzzle_of(state)
        for answer in (SEARCHER.search(puzzle, 1_000_000), by_sat(puzzle, 100_000)):
            says = WON if isinstance(verdict, Won) else LOST
            if answer.status != says and (answer.status != UNKNOWN or puzzle.exact):
                print(f"ending {kind}: {answer} is not what the exhaustive search says, {says}")
                found["wrong"] += 1
        found[f"endings: {says} by an exhaustive search"] += 1
    return found


def cold_starts(number: int) -> list[float]:
    """Return the milliseconds from start to first answer, in fresh processes (wall time)."""
    outputs = [
        subprocess.run([sys.executable, "-c", COLD], capture_output=True, text=True, check=True)  # noqa: S603 - our own code, in a fresh process
        for _ in range(number)
    ]
    return sorted(1000 * float(output.stdout) for output in outputs)


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=20, help="deals of each kind; 20 take half a minute")
    parser.add_argument(
        "--agree", type=int, default=0, metavar="N", help="compare the engines instead, on N deals each"
    )
    asked = parser.parse_args()
    if asked.agree:
        sys.exit(compare(asked.agree))
    measure(asked.rounds)


def measure(rounds: int) -> None:
    """Print the time of every measurement."""
    solve(with_given_tasks(4, 3, "warm"))
    print(
        f"  {'milliseconds':34}{'asked':>6}{'median':>9}{'p99':>9}{'p99.9':>9}{'most':>9}{'a second':>9}   lost unknown"
    )
    lost: list[State] = []
    for players in (3, 4, 5):
        deals = [with_given_tasks(players, n, f"given/{i}") for n in range(1, 11) for i in range(2 * rounds)]
        spent, verdicts = timed(solve, deals)
        report(f"given tasks, {players} players", spent, verdicts)
        lost += [deal for deal, verdict in zip(deals, verdicts, strict=True) if isinstance(verdict, Lost)][:rounds]
    report("best assignment for those lost", *timed(solve, [yet_to_share(deal) for deal in lost]))
    report("best pass for those lost", *timed(lambda state: best_pass(state, Budget()), lost))
    for game in CREW_GAMES:
        for players in (2, 3, 4, 5):
            report(f"{game}, {players} players", *timed(certified, fresh(game, (players,), max(1, rounds // 5))))
    for game in CREW_GAMES:
        report(f"replays of {game}", timed(annotate, random_rounds(game, 3 * rounds))[0])
    report("cold start", cold_starts(3))


if __name__ == "__main__":
    run_benchmark("solver", main)
