"""The figures of a whole logbook on the campaign boards. Pure: attempts in, numbers out.

A logbook belongs to the people who made most of its attempts, and their own attempts alone count: an attempt with a
substitute, with fewer players or with a bot is neither won nor lost for them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import groupby
from typing import Final, NamedTuple

from logbook.challenges import policies

CLEAN: Final = 1
"""The score of a mission won at once, without the distress signal."""


class PlayedAttempt(NamedTuple):
    """An attempt of a logbook. `people` is empty if a seat was not theirs, or if it is unknown who sat there."""

    mission: str
    won: bool
    distress: bool
    people: tuple[str, ...]
    at: datetime
    by_hand: bool
    """Written down by hand, and not dealt on the site."""


class LogbookFigures(NamedTuple):
    """The figures of the people of a logbook."""

    people: tuple[str, ...]
    first_at: datetime
    missions_won: int
    score: int
    """The sum over the missions won: attempts until the win, and 1 more for the distress signal."""
    clean_missions: int
    """Missions won at once, without the distress signal."""
    streak: int
    """The most clean missions in a row, in the order in which missions were won."""
    ironman: int
    """Missions won in order, from the first one on, before the first attempt that was lost."""


def figures_of(attempts: Iterable[PlayedAttempt], missions: Sequence[str]) -> LogbookFigures | None:
    """Return the figures of these attempts at the printed `missions`, given in playing order.

    None where no attempt at one of them says who played.
    """
    printed = set(missions)
    known = [attempt for attempt in attempts if attempt.people and attempt.mission in printed]
    if not known:
        return None
    counts = Counter(attempt.people for attempt in known)
    people = counts.most_common(1)[0][0]  # Of equal counts, those who played first.
    own = [attempt for attempt in known if attempt.people == people]
    scores = _scores(own)
    return LogbookFigures(
        people=people,
        first_at=own[0].at,
        missions_won=len(scores),
        score=sum(scores),
        clean_missions=scores.count(CLEAN),
        streak=_streak(scores),
        ironman=_ironman(own, missions),
    )


def _scores(attempts: Iterable[PlayedAttempt]) -> list[int]:
    """Return the score of each mission won, in the order of the wins. Attempts after the first win do not count."""
    tried: Counter[str] = Counter()
    signalled: set[str] = set()
    scores: dict[str, int] = {}
    for attempt in attempts:
        if attempt.mission in scores:
            continue
        tried[attempt.mission] += 1
        if attempt.distress:
            signalled.add(attempt.mission)
        if attempt.won:
            distress = attempt.mission in signalled
            scores[attempt.mission] = policies.score(attempts=tried[attempt.mission], distress=distress)
    return list(scores.values())


def _streak(scores: Iterable[int]) -> int:
    runs = groupby(scores, key=lambda score: score == CLEAN)
    return max((sum(1 for _score in run) for clean, run in runs if clean), default=0)


def _ironman(attempts: Iterable[PlayedAttempt], missions: Sequence[str]) -> int:
    """Return how many missions were won in order before the first loss. A mission won again changes nothing."""
    won = 0
    for attempt in attempts:
        if not attempt.won or attempt.mission not in missions[: won + 1]:
            return won
        if won < len(missions) and attempt.mission == missions[won]:
            won += 1
    return won
