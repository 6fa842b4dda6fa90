"""Costs of the workers' tasks, in processor time: bots at solo tables, analyses, the deals of a day.

`benchmarks.capacity` prints them with `--workers`. Processor time is counted, not how long it took, so other work on
the machine changes little.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from random import Random
from statistics import mean
from typing import Final

import games
from games.bot import next_action
from games.crew.bots import BOTS
from games.crew.solver import annotate, rescue, solve_each

MISSIONS: Final = (
    *(("planet-nine", mission) for mission in ("4", "15", "26", "37", "48")),
    *(("deep-sea", mission) for mission in ("3", "10", "18", "25", "31")),
)
"""An early, a late and some middle missions of both games."""
SEATS: Final = 4
PERSON: Final = 0


@dataclass(frozen=True, slots=True)
class Costs:
    """Seconds of a core for one round: of its three bots, and of its analysis; and the clicks of its player."""

    bots: float
    analysis: float
    clicks: int


class Stopwatch:
    """Seconds of this process's processor time."""

    def __init__(self) -> None:
        self.seconds = 0.0

    @contextmanager
    def counting(self) -> Iterator[None]:
        """Count what is done inside."""
        began = time.process_time()
        yield
        self.seconds += time.process_time() - began


def rounds(number: int, seed: str = "workers") -> list[Costs]:
    """Play so many rounds of each mission: a player who plays like the careful bot, with three of the strongest."""
    return [_round(games.Setup(*one, SEATS, f"{seed}/{turn}")) for turn in range(number) for one in MISSIONS]


def _round(setup: games.Setup) -> Costs:
    watch, clicks, moments = Stopwatch(), 0, [games.deal(setup)]
    while moments[-1].outcome is None:
        action = _next_action(moments[-1], watch)
        clicks += action.seat == PERSON
        moments.append(moments[-1].apply(action))
    return Costs(watch.seconds, _analysed(moments), clicks)


def _next_action(state: games.State, watch: Stopwatch) -> games.Action:
    def choose(seat: int) -> str | None:
        view, chance = state.view(seat), Random(f"{state.setup.seed} {len(state.log)} {seat}")
        if seat == PERSON:
            return BOTS["careful"].choose(view, chance)
        with watch.counting():
            return BOTS["solver"].choose(view, chance)

    action = next_action(state, range(SEATS), choose)
    if action is None:
        raise AssertionError("a bot left the table waiting")
    return action


def _analysed(moments: Sequence[games.State]) -> float:
    """Return what the analysis of the round takes, as the worker does it."""
    from logbook.replays.services import analyses, turning_points

    watch, budget = Stopwatch(), analyses.BUDGETS[0]
    with watch.counting():
        annotation = annotate(moments, budget)
        rescue(moments, annotation, budget)
        played = None if annotation.fatal is None else moments[-1].log[annotation.fatal]
        if annotation.fatal is not None and played is not None and "play" in played.text.split():
            before = moments[annotation.fatal]
            BOTS["solver"].outlook(before.view(played.seat), Random("outlook"))
            solve_each(before, turning_points.BUDGET)
    return watch.seconds


def days_deals(day: date) -> float:
    """Return the seconds of a core for the deals of a day: proven and rated, in both games, solo and for crews."""
    from logbook.challenges.services import challenges
    from logbook.daily.services import days

    watch = Stopwatch()
    with watch.counting():
        for deal in days.make_coming_days(today=day, ahead=0):
            challenges.prepare_challenge(challenge_id=deal.challenge_id)
    return watch.seconds


def average(costs: Sequence[Costs]) -> Costs:
    """Return the averages of all rounds."""
    return Costs(
        mean(one.bots for one in costs), mean(one.analysis for one in costs), round(mean(one.clicks for one in costs))
    )
