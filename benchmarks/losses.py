"""Losses of the strongest bots: `python -m benchmarks.losses [--game planet-nine] [--missions tasks=4,tasks=6]`.

Bots play rounds together, the same deals as in `benchmarks.bots`. For each lost round the solver looks for the action
after which the mission could no longer be won with all cards open. A new sample of the deals that agree with the view
of that seat tells how the card looked to it; a deal that the search cannot decide counts as 0.4 winnable.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from random import Random
from statistics import median

import games
from benchmarks.bots import Tally, play
from benchmarks.results import keep, run_benchmark
from games.crew.bots import BOTS
from games.crew.bots.card_choice import plays, shares_of
from games.crew.bots.evaluation import ViewEvaluator
from games.crew.solver.annotation import annotate


@dataclass
class Losses:
    """Counts over the rounds of a mission."""

    rounds: int = 0
    reasons: Counter[str] = field(default_factory=Counter)
    actions: Counter[str] = field(default_factory=Counter)
    shares: list[tuple[float, float]] = field(default_factory=list)
    """For each losing card: the share of sampled deals that it kept winnable, and the best card's share."""


def main() -> None:
    """Print the losses of each mission."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=("planet-nine", "deep-sea"), default="planet-nine")
    parser.add_argument("--missions", default="tasks=4,tasks=6")
    parser.add_argument("--players", type=int, default=5)
    parser.add_argument("--deals", type=int, default=30, help="deals of each mission")
    parser.add_argument("--seed", default="b", help="which deals")
    chosen = parser.parse_args()
    for mission in chosen.missions.split(","):
        seeds = [f"{chosen.seed}/{mission}/{number}" for number in range(chosen.deals)]
        print_losses(mission, losses_in(games.Setup(chosen.game, mission, chosen.players, seed) for seed in seeds))


def losses_in(setups: Iterable[games.Setup]) -> Losses:
    """Play these rounds, and count the lost ones."""
    losses = Losses()
    for setup in setups:
        losses.rounds += 1
        states = list(_states(setup))
        outcome = states[-1].outcome
        if outcome and not outcome.success:
            losses.reasons[outcome.code] += 1
            _count(states, losses)
    return losses


def print_losses(mission: str, losses: Losses) -> None:
    """Print the counts, the most frequent first."""
    print(f"{mission}: {sum(losses.reasons.values())} of {losses.rounds} rounds lost")
    keep(f"{mission}: rounds lost", sum(losses.reasons.values()), f"of {losses.rounds}")
    for title, counts in (("reason", losses.reasons), ("lost with", losses.actions)):
        for name, number in counts.most_common():
            print(f"  {title}: {name}: {number}")
    if losses.shares:
        own, best = (median(shares) for shares in zip(*losses.shares, strict=True))
        print(f"  sampled deals that the losing card kept winnable: {own:.0%} (median); the best card: {best:.0%}")


def _states(setup: games.Setup) -> Iterator[games.State]:
    """All positions of the round as the bots play it."""
    played = play(setup, [BOTS["solver"]] * setup.players, Tally())
    state = games.deal(setup)
    yield state
    for action in played.log:
        state = state.apply(action)
        yield state


def _count(states: list[games.State], losses: Losses) -> None:
    """Count the action that lost the round."""
    place = annotate(states).fatal
    if place is None:
        losses.actions["not known"] += 1
        return
    action = states[-1].log[place]
    view = states[place].view(action.seat)
    if action.text not in plays(view):
        losses.actions[action.text.split()[0]] += 1
        return
    role = "following" if view["trick"] and view["trick"]["plays"] else "leading"
    losses.actions[f"a card {role} in trick {len(view['played']) // len(view['hand_sizes']) + 1}"] += 1
    shares = shares_of(ViewEvaluator(view, Random(place)))
    losses.shares.append((shares[action.text], max(shares.values())))


if __name__ == "__main__":
    run_benchmark("losses", main)
