"""Selector of the table of missions by numbers of players: who leads, first tries, runs, and how hard it is.

Every figure is a sum over a range of an index, and the number of queries is the same whatever the table shows.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Final

from django.db.models import Count, Q, QuerySet

import games
from logbook.leaderboards.models.runs import TIES, Run
from logbook.leaderboards.selectors.boards import USUAL_PLAYERS, Measure, name_of, people_at
from logbook.leaderboards.selectors.mission_chances import Chance, MissionPlayers, chances, curve
from logbook.lib import replica
from logbook.lib.plots.figures import LineChart
from logbook.rounds import text
from logbook.tables.kinds import kind_of

MOST_CUSTOM_MISSIONS: Final = 100
FIRST_TRIES: Final = 4 * TIES
"""Runs of one attempt, with or without the distress signal, have a lower `order_key`."""

LEADERS: Final = """
SELECT r.game, r.mission, r.players, MIN(r.attempt_id), COUNT(*)
FROM logbook_run r JOIN (
  SELECT game, mission, players, MIN(order_key) AS best FROM logbook_run
  WHERE won AND bots = 0 AND game IN ({games}) {only} GROUP BY game, mission, players
) b ON b.game = r.game AND b.mission = r.mission AND b.players = r.players AND b.best = r.order_key
WHERE r.won AND r.bots = 0
GROUP BY r.game, r.mission, r.players
"""


@dataclass(frozen=True, slots=True)
class Leader:
    """The leader of a mission at a number of players: the first run with the best figures, and how many share them."""

    name: str
    attempts: int
    distress: bool
    others: int


@dataclass(frozen=True, slots=True)
class OverviewCell:
    """A mission at a number of players."""

    players: int
    leader: Leader | None = None
    runs: int = 0
    """Runs of people without bots, those that have not won yet included."""
    first: int = 0
    """The runs that won at their first attempt."""
    chance: Chance = field(default_factory=Chance)

    @property
    def percent_first(self) -> float:
        """Return the percentage of runs that won at their first attempt."""
        return 100 * self.first / self.runs if self.runs else 0.0


@dataclass(frozen=True, slots=True)
class OverviewRow:
    """A mission with a cell for each number of players; custom missions have no number."""

    game: str
    mission: str
    cells: tuple[OverviewCell, ...]

    @property
    def custom(self) -> bool:
        """Return whether the mission is a custom mission."""
        return not self.mission.isdecimal()

    @property
    def runs(self) -> int:
        """Return the number of runs at any number of players."""
        return sum(cell.runs for cell in self.cells)


@dataclass(frozen=True, slots=True)
class Overview:
    """The missions of a game's book, then the custom missions that people have won most often."""

    game: str
    title: str
    players: tuple[int, ...]
    """The numbers of players of the cells."""
    rows: tuple[OverviewRow, ...]
    curve: LineChart
    """The win rate of each mission, with the usual number of players or the chosen one."""


def overviews(game: str = "", *, players: int | None = None, mission: str | None = None) -> list[Overview]:
    """Return the tables of one game or of both; `players` and `mission` narrow them down to a column or a row."""
    slugs = [book.slug for book in games.GAMES.values() if kind_of(book.slug).is_won and game in ("", book.slug)]
    if not slugs:
        return []
    cells = _cells(slugs, mission)
    found = chances(game, mission)
    return [_overview(slug, cells, found, players, mission) for slug in slugs]


def _overview(
    slug: str,
    cells: Mapping[MissionPlayers, OverviewCell],
    found: Mapping[MissionPlayers, Chance],
    players: int | None,
    mission: str | None,
) -> Overview:
    book = games.GAMES[slug]
    numbers = tuple(number for number in book.players if players in (None, number))
    listed = [str(one) for one in book.missions]
    rows = [_row(slug, one, numbers, cells, found) for one in (*listed, *_others(slug, cells, listed))]
    own = sorted((row for row in rows if row.custom and row.runs), key=lambda row: (-row.runs, row.mission))
    shown = [*(row for row in rows if not row.custom), *own[:MOST_CUSTOM_MISSIONS]]
    if mission is not None:
        shown = [row for row in shown if row.mission == mission]
    drawn = curve(slug, players or USUAL_PLAYERS, found)
    return Overview(slug, text.title_words(book.title), numbers, tuple(shown), drawn)


def _others(slug: str, cells: Collection[MissionPlayers], listed: Collection[str]) -> list[str]:
    """Return the missions outside the book that were played: those of the epilogue, then custom ones."""
    found = {one.mission for one in cells if one.game == slug} - set(listed)
    return sorted(found, key=lambda one: (not one.isdecimal(), int(one) if one.isdecimal() else 0, one))


def _row(
    slug: str,
    mission: str,
    numbers: Collection[int],
    cells: Mapping[MissionPlayers, OverviewCell],
    found: Mapping[MissionPlayers, Chance],
) -> OverviewRow:
    def cell(players: int) -> OverviewCell:
        key = MissionPlayers(slug, mission, players)
        known = cells.get(key, OverviewCell(players))
        return OverviewCell(players, known.leader, known.runs, known.first, found.get(key, Chance()))

    return OverviewRow(slug, mission, tuple(map(cell, numbers)))


def _cells(slugs: Collection[str], mission: str | None) -> dict[MissionPlayers, OverviewCell]:
    runs = Run.objects.filter(game__in=slugs, **({} if mission is None else {"mission": mission}))
    won = _counted(runs.filter(Measure.FEWEST.condition), first=Count("pk", filter=Q(order_key__lt=FIRST_TRIES)))
    not_won = _counted(runs.filter(won=False, bots=0), first=Count("pk", filter=Q(pk=None)))
    leaders = _leaders(slugs, mission)
    nothing = (0, 0)
    return {
        key: OverviewCell(
            key.players,
            leaders.get(key),
            runs=won.get(key, nothing)[0] + not_won.get(key, nothing)[0],
            first=won.get(key, nothing)[1],
        )
        for key in won.keys() | not_won.keys()
    }


def _counted(runs: QuerySet[Run], *, first: Count) -> dict[MissionPlayers, tuple[int, int]]:
    rows = runs.order_by().values(*MissionPlayers._fields).annotate(runs=Count("pk"), first=first)
    return {MissionPlayers(row["game"], row["mission"], row["players"]): (row["runs"], row["first"]) for row in rows}


def _leaders(slugs: Collection[str], mission: str | None) -> dict[MissionPlayers, Leader]:
    with replica.connection().cursor() as cursor:
        only, wanted = ("", []) if mission is None else ("AND mission = %s", [mission])
        cursor.execute(LEADERS.format(games=", ".join(["%s"] * len(slugs)), only=only), [*slugs, *wanted])
        best = {MissionPlayers(*key): (first, sharing) for *key, first, sharing in cursor.fetchall()}
    runs = Run.objects.select_related("crew").in_bulk([first for first, _sharing in best.values()])
    people = people_at(runs.values())
    return {
        key: Leader(name_of(run, people), run.attempts, run.distress, sharing - 1)
        for key, (first, sharing) in best.items()
        if (run := runs.get(first)) is not None
    }
