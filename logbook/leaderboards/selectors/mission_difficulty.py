"""Selectors of a mission's difficulty: attempts needed, records, and challenges where it can be played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Final

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from games.crew.rating import Rating
from logbook.challenges import difficulty
from logbook.challenges.models.challenges import Challenge
from logbook.challenges.policies import score
from logbook.leaderboards import ranking
from logbook.leaderboards.models.results import Result, Tally
from logbook.leaderboards.selectors.boards import Filters, Measure, leader
from logbook.lib.plots.figures import Bar, Bars, Words
from logbook.tables.models import Attempt
from logbook.tables.selectors.seat_labels import seat_name

MOST_BARS: Final = 10
"""Runs with at least this many attempts share one bar."""

End = tuple[int, bool, bool, int, int]
"""Players, won, distress, attempts, and the number of runs with this result."""


@dataclass(frozen=True, slots=True)
class PlayedBy:
    """The mission at a number of players (0: any number)."""

    players: int
    runs: int
    won: int
    attempts: int

    @property
    def share(self) -> float:
        """Return the percentage of attempts won."""
        return 100 * self.won / self.attempts

    @property
    def difficulty(self) -> difficulty.Label | None:
        """Return how hard it is, by the share won, as certified deals are rated; None with too few attempts."""
        rated = self.attempts >= difficulty.FIRST_LOOK
        return difficulty.label_of(Rating(self.won, self.attempts)) if rated else None

    @property
    def interval(self) -> ranking.Interval:
        """Return the interval of that share, in percent."""
        found = ranking.interval(wins=self.won, tries=self.attempts)
        return ranking.Interval(100 * found.least, 100 * found.most)

    @property
    def expected(self) -> ranking.Expectation | None:
        """Return the expected attempts until success; None with too few attempts."""
        return ranking.expectation(wins=self.won, tries=self.attempts)


@dataclass(frozen=True, slots=True)
class Hardness:
    """The mission's difficulty so far."""

    whole: PlayedBy
    by_players: tuple[PlayedBy, ...]
    needed: Bars

    @property
    def unfinished(self) -> int:
        """Return the number of runs that are not won (yet). Their attempts count like all others."""
        return self.whole.runs - self.whole.won


@dataclass(frozen=True, slots=True)
class Record:
    """A record and its holder."""

    measure: Measure
    name: str
    value: int
    shared: int = 0
    """The number of other runs that reached the same figure."""
    replay_id: int | None = None


def hardness(game: str, mission: str) -> Hardness:
    """Return the mission's difficulty from all ended attempts; it reads tallies, not single results."""
    ends = _ends(game, mission)
    whole = _played_by(0, ends)
    by_players = tuple(
        _played_by(players, list(own)) for players, own in groupby(sorted(ends), key=itemgetter(0)) if players
    )
    return Hardness(whole, by_players, _needed(ends, whole))


def _ends(game: str, mission: str) -> list[End]:
    tallies = Tally.objects.filter(game=game, mission=mission, runs__gt=0)
    return list(tallies.values_list("players", "won", "distress", "attempts", "runs"))


def _played_by(players: int, ends: Iterable[End]) -> PlayedBy:
    rows = list(ends)
    return PlayedBy(
        players=players,
        runs=sum(runs for *_end, runs in rows),
        won=sum(runs for _players, won, *_end, runs in rows if won),
        attempts=sum(attempts * runs for *_end, attempts, runs in rows),
    )


def _needed(ends: Iterable[End], whole: PlayedBy) -> Bars:
    needed: Counter[int] = Counter()
    for _players, won, _distress, attempts, runs in ends:
        needed[min(attempts, MOST_BARS) if won else 0] += runs
    last = max(needed, default=0)
    bars = [Bar(f"{n}+" if n == MOST_BARS else str(n), needed[n]) for n in range(1, last + 1)]
    if needed[0]:
        bars.append(Bar(_("not won"), needed[0], hatched=True))
    return Bars(_plot_words(needed, whole), tuple(bars))


def _plot_words(needed: Counter[int], whole: PlayedBy) -> Words:
    described = _(
        "Of %(runs)s runs, %(first)s won on the first attempt, %(more)s won later, and %(not)s "
        "didn’t win or haven’t yet."
    ) % {
        "runs": whole.runs,
        "first": needed[1],
        "more": whole.won - needed[1],
        "not": needed[0],
    }
    return Words(
        title=_("Attempts needed"),
        description=described,
        empty=_("This mission hasn’t been played yet."),
        across=_("Runs"),
        up=_("Attempts"),
    )


def records(game: str, mission: str, filters: Filters | None = None) -> tuple[Record, ...]:
    """Return the holders of the mission's records: the first runs that reached them."""
    runs = (filters or Filters()).runs(game, mission)
    best = (_fewest(game, mission, runs), _fastest(runs), _streak(runs))
    return tuple(record for record in best if record is not None)


def _fewest(game: str, mission: str, runs: QuerySet[Result]) -> Record | None:
    run = _first(runs.filter(won=True), "score")
    if run is None:
        return None
    scores = [
        (score(attempts=n, distress=distress), runs) for _p, won, distress, n, runs in _ends(game, mission) if won
    ]
    as_good = sum(runs for one, runs in scores if one == run.score)
    return _record(Measure.FEWEST, run, run.score, shared=as_good - 1)


def _fastest(runs: QuerySet[Result]) -> Record | None:
    run = _first(runs.filter(seconds__isnull=False), "seconds")
    return None if run is None else _record(Measure.FASTEST, run, run.seconds or 0)


def _first(runs: QuerySet[Result], by: str) -> Result | None:
    return runs.select_related("crew", "table__stage__challenge").order_by(by, "table_id").first()


def _record(measure: Measure, run: Result, value: int, *, shared: int = 0) -> Record:
    winning = run.table.attempts.filter(state=Attempt.State.SUCCESS, place=Attempt.Place.ONLINE).first()
    if winning is not None:
        winning.table = run.table
    public = winning is not None and winning.is_public
    seats = [] if run.crew else run.table.seats.select_related("player").order_by("number")
    name = run.crew.name if run.crew else ", ".join(seat_name(seat) for seat in seats)
    return Record(measure, name, value, shared, winning.pk if winning and public else None)


def _streak(runs: QuerySet[Result]) -> Record | None:
    first = leader(runs, Measure.STREAK)
    return None if first is None else Record(Measure.STREAK, first.name, first.streak)


def challenges_with(challenges: QuerySet[Challenge], game: str, mission: str) -> list[Challenge]:
    """Return the challenges of this mission that are open or scheduled; the next to close first."""
    matching = challenges.filter(stages__game=game, stages__mission=mission)
    states = (Challenge.State.OPEN, Challenge.State.SCHEDULED)
    return list(matching.filter(state__in=states).distinct().order_by("closes_at", "pk")[:10])
