"""Selectors of a mission's difficulty: attempts needed, and challenges where it can be played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from logbook.challenges.models.challenges import Challenge
from logbook.leaderboards import ranking
from logbook.leaderboards.models.mission_ratings import MissionRating
from logbook.leaderboards.selectors import tallies
from logbook.leaderboards.selectors.mission_chances import Chance
from logbook.leaderboards.selectors.tallies import End
from logbook.lib.plots.figures import Bar, Bars, PlotText

MOST_BARS: Final = 10
"""Tables with at least this many attempts share one bar."""
ENOUGH_FOR_A_PLOT: Final = 5
"""The fewest tables with a win from which the attempts that they needed are drawn."""


@dataclass(frozen=True, slots=True)
class PlayedBy:
    """The mission at a number of players (0: any number): people's tables, and the rounds of the bots that rated it."""

    players: int
    results: int
    won: int
    attempts: int

    rounds: int = 0
    wins: int = 0

    @property
    def chance(self) -> Chance:
        """Return how often people and bots won."""
        return Chance(self.attempts, self.won, self.rounds, self.wins)

    @property
    def expected(self) -> ranking.Expectation | None:
        """Return the expected attempts until success, by people's attempts and bots' rounds; None with too few."""
        return ranking.expectation(wins=self.won + self.wins, tries=self.chance.tries)


@dataclass(frozen=True, slots=True)
class Hardness:
    """The mission's difficulty so far."""

    whole: PlayedBy
    by_players: tuple[PlayedBy, ...]
    attempts_bars: Bars | None
    """The attempts that tables needed; None with too few of them."""

    @property
    def unfinished(self) -> int:
        """Return the number of results that are not won (yet). Their attempts count like all others."""
        return self.whole.results - self.whole.won


def hardness(game: str, mission: str) -> Hardness:
    """Return the mission's difficulty from all ended attempts and bots' rounds, but none of a running challenge."""
    ends = tallies.ends(game, mission)
    rated = {row.players: row for row in MissionRating.objects.filter(game=game, mission=mission)}
    numbers = sorted({players for players, *_end in ends if players} | {key for key in rated if rated[key].rounds})
    by_players = tuple(
        _played_by(players, [end for end in ends if end[0] == players], rated.get(players)) for players in numbers
    )
    whole = _played_by(0, ends)
    whole = replace(
        whole, rounds=sum(row.rounds for row in rated.values()), wins=sum(row.wins for row in rated.values())
    )
    bars = _attempts_bars(ends, whole) if whole.won >= ENOUGH_FOR_A_PLOT else None
    return Hardness(whole, by_players, bars)


def _played_by(players: int, ends: Iterable[End], rated: MissionRating | None = None) -> PlayedBy:
    rows = list(ends)
    return PlayedBy(
        players=players,
        results=sum(results for *_end, results in rows),
        won=sum(results for _players, won, *_end, results in rows if won),
        attempts=sum(attempts * results for *_end, attempts, results in rows),
        rounds=rated.rounds if rated else 0,
        wins=rated.wins if rated else 0,
    )


def _attempts_bars(ends: Iterable[End], whole: PlayedBy) -> Bars:
    counts: Counter[int] = Counter()
    for _players, won, _distress, attempts, results in ends:
        counts[min(attempts, MOST_BARS) if won else 0] += results
    last = max(counts, default=0)
    bars = [Bar(f"{n}+" if n == MOST_BARS else str(n), counts[n]) for n in range(1, last + 1)]
    if counts[0]:
        bars.append(Bar(_("not won"), counts[0], hatched=True))
    return Bars(_plot_text(counts, whole), tuple(bars))


def _plot_text(counts: Counter[int], whole: PlayedBy) -> PlotText:
    described = _(
        "Of %(tables)s tables, %(first)s won on the first attempt, %(more)s won later, and %(not)s haven’t won yet."
    ) % {
        "tables": whole.results,
        "first": counts[1],
        "more": whole.won - counts[1],
        "not": counts[0],
    }
    return PlotText(
        title=_("Attempts needed"),
        description=described,
        empty=_("This mission hasn’t been played yet."),
        across=_("Tables"),
        up=_("Attempts"),
    )


def challenges_with(challenges: QuerySet[Challenge], game: str, mission: str) -> list[Challenge]:
    """Return the challenges of this mission that are open or scheduled; the next to close first."""
    matching = challenges.filter(stages__game=game, stages__mission=mission)
    states = (Challenge.State.OPEN, Challenge.State.SCHEDULED)
    return list(matching.filter(state__in=states).distinct().order_by("closes_at", "pk")[:10])
