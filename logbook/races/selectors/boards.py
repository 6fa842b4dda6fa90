"""Selectors of a scenario's leaderboards: three boards, one row per person, filtered and paged like a mission's.

A person's name is visible if they raced at a table without a crew, and to readers who share a crew or a club with
them; other readers see only the crew. Bots and people who removed their name are on no board.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from enum import Enum
from typing import Final, NamedTuple

from django.db.models import Count, F, Max, Q, QuerySet, Window
from django.db.models.functions import RowNumber
from django.utils.translation import gettext as _

import games
from logbook.challenges.models.challenges import none_running
from logbook.clubs.models import Club, ClubCrew
from logbook.leaderboards.selectors import pages
from logbook.leaderboards.selectors.pages import BoardPage, Cursor, PageRows
from logbook.lib import replica
from logbook.lib.time_zones import day_begins
from logbook.people.models.players import Player
from logbook.races.models.results import RaceResult
from logbook.races.race_games import RACES
from logbook.races.view.scenarios import scenario_text
from logbook.rounds import text
from logbook.tables.access import mission_or_404
from logbook.tables.counting import Counts
from logbook.tables.selectors.seat_labels import subtitle_text

RIVALS: Final = tuple(RaceResult.Rivals.values)
"""The kinds of opponents by which races are filtered."""


class RaceMeasure(Enum):
    """The figure that a board of races compares."""

    POINTS = "points"
    MARGIN = "margin"
    WINS = "wins"


@dataclass(frozen=True, slots=True)
class RaceFilters:
    """The filters of the races that count."""

    players: int | None = None
    rivals: str = ""
    club: Club | None = None
    sealed: bool | None = None
    """True: in a challenge only; False: outside challenges only."""
    since: date | None = None
    locked: frozenset[int] = frozenset()
    """Challenges whose results the reader may not see yet, except their own."""
    reader: int | None = None

    def races(self, game: str, scenario: str) -> QuerySet[RaceResult]:
        """Return the scenario's races of people that pass the filters, without wins of stand-ins."""
        races = RaceResult.objects.filter(self._conditions(), game=game, scenario=scenario, player__isnull=False)
        if self.club is not None:
            races = races.filter(crew__in=ClubCrew.objects.filter(club=self.club).values("crew"))
        return races.exclude(~Q(player=self.reader), challenge__in=self.locked) if self.locked else races

    def _conditions(self) -> Q:
        condition = Q(counts__gte=Counts.CREWS)
        if self.players is not None:
            condition &= Q(players=self.players)
        if self.rivals:
            condition &= Q(rivals=self.rivals)
        if self.sealed is not None:
            condition &= Q(challenge__isnull=not self.sealed)
        if self.since is not None:
            condition &= Q(finished_at__gte=day_begins(self.since))
        return condition


@dataclass(frozen=True, slots=True)
class RaceReader:
    """The reader of a board, and the people whose names they may see."""

    player: int | None = None
    acquainted: frozenset[int] = frozenset()

    def name_of(self, race: RaceResult, *, at_crews_only: bool | None = None) -> str:
        """Return the name of a race's player; `at_crews_only` says that all of several races were at crews' tables."""
        player = race.player
        is_anonymous = race.crew_id is not None if at_crews_only is None else at_crews_only
        if player is None or (is_anonymous and player.pk != self.player and player.pk not in self.acquainted):
            return _("someone from %(crew)s") % {"crew": race.crew.name} if race.crew else _("someone")
        return player.name


@dataclass(frozen=True, slots=True)
class RaceBoardEntry:
    """A person on a board of races."""

    rank: int
    name: str
    mine: bool
    cursor: Cursor
    race: RaceResult
    """The race behind the row; the latest if several count."""
    races: int
    """The number of races that count."""
    replay_id: int | None = None
    """The attempt, if every reader may see it."""

    @property
    def value(self) -> int:
        """Return the points, margin or wins."""
        return -self.cursor.sort_key


@dataclass(frozen=True, slots=True, kw_only=True)
class RaceBoard(BoardPage[RaceBoardEntry]):
    """A page of a scenario's board."""

    mission: str
    name: str
    """The scenario's title."""
    text: str
    measure: RaceMeasure
    people: int


@dataclass(frozen=True, slots=True)
class RaceRecord:
    """The first row of a board, for the scenario's own page."""

    measure: RaceMeasure
    value: int
    name: str
    replay_id: int | None


@dataclass(frozen=True, slots=True)
class ScenarioSummary:
    """A scenario in the list of leaderboards."""

    game: str
    mission: str
    name: str
    races: int
    best: int


COLUMNS: Final = ("player_id", "points", "margin", "won")
RANKED: Final = """
SELECT sort_key, owner, wins, tries, place, people FROM (
  SELECT sort_key, owner, wins, tries, RANK() OVER (ORDER BY sort_key) AS place, COUNT(*) OVER () AS people
  FROM ({lines}) lines
) ranked WHERE {beyond} ORDER BY sort_key {order}, owner {order} LIMIT {limit}
"""
BEST: Final = """
    SELECT player_id AS owner, -MAX({column}) AS sort_key, 0 AS wins, COUNT(*) AS tries
      FROM ({results}) results GROUP BY 1
"""
QUERIES: Final[Mapping[RaceMeasure, str]] = {
    RaceMeasure.POINTS: BEST.replace("{column}", "points"),
    RaceMeasure.MARGIN: BEST.replace("{column}", "margin"),
    RaceMeasure.WINS: """
        SELECT owner, -wins AS sort_key, wins, tries FROM (
          SELECT player_id AS owner, SUM(CASE WHEN won THEN 1 ELSE 0 END) AS wins, COUNT(*) AS tries
          FROM ({results}) results GROUP BY 1
        ) sums WHERE wins > 0""",
}


class QueryRow(NamedTuple):
    """A row of the database query."""

    sort_key: int
    owner: int
    wins: int
    tries: int
    place: int
    people: int


def race_board(
    game: str,
    mission: str,
    measure: RaceMeasure = RaceMeasure.POINTS,
    filters: RaceFilters | None = None,
    *,
    reader: RaceReader,
    after: Cursor | None = None,
    before: Cursor | None = None,
) -> RaceBoard:
    """Return a page of the scenario's board; 404 for an unknown scenario."""
    scenario, filters = mission_or_404(game, mission), filters or RaceFilters()
    races = filters.races(game, scenario)
    races = _ranked_by(measure, races)
    rows = _rows(races, measure, after, before)
    page = PageRows.cut(rows, after=after, before=before)
    entries = _board_entries(measure, races, page.rows, reader)
    previous, following = page.cursors(entries)
    return RaceBoard(
        game=game,
        title=text.title_words(games.GAMES[game].title),
        mission=scenario,
        name=text.mission_title(scenario),
        text=subtitle_text(game, scenario, filters.players) if filters.players else scenario_text(game, scenario),
        measure=measure,
        entries=entries,
        people=rows[0].people if rows else 0,
        before=previous,
        after=following,
    )


def race_records(scenario: str, reader: RaceReader | None = None, *, game: str = "deep-blue") -> tuple[RaceRecord, ...]:
    """Return the first row of each board of the scenario, of public races; empty without races."""
    races = RaceFilters().races(game, scenario).filter(none_running("challenge"))
    records = []
    for measure in RaceMeasure:
        ranked = _ranked_by(measure, races)
        rows = _rows(ranked, measure, None, None, limit=1)
        entry = next(iter(_board_entries(measure, ranked, rows, reader or RaceReader())), None)
        if entry is not None:
            records.append(RaceRecord(measure, entry.value, entry.name, entry.replay_id))
    return tuple(records)


def _ranked_by(measure: RaceMeasure, races: QuerySet[RaceResult]) -> QuerySet[RaceResult]:
    """Return the races that the board counts: a loss with a stand-in is a race, but its points are no player's."""
    return races if measure is RaceMeasure.WINS else races.filter(counts=Counts.PEOPLE)


def scenarios_raced(game: str = "") -> list[ScenarioSummary]:
    """Return the scenarios that people have raced, of one game or of all, in the order of the rulebook."""
    slugs = [game] if game else RACES
    raced = RaceResult.objects.filter(
        none_running("challenge"), game__in=slugs, player__isnull=False, counts__gte=Counts.CREWS
    )
    rows = (
        raced.order_by().values("game", "scenario").annotate(races=Count("attempt", distinct=True), best=Max("points"))
    )
    rows_by_scenario = {(row["game"], row["scenario"]): row for row in rows}
    return [
        ScenarioSummary(slug, scenario, text.mission_title(scenario), row["races"], row["best"])
        for slug in RACES
        for scenario in games.GAMES[slug].missions
        if (row := rows_by_scenario.get((slug, scenario))) is not None
    ]


def _rows(
    races: QuerySet[RaceResult],
    measure: RaceMeasure,
    after: Cursor | None,
    before: Cursor | None,
    limit: int | None = None,
) -> list[QueryRow]:
    """Return the page's rows and one more, or `limit` rows, in the board's order."""
    inner, parameters = races.order_by().values_list(*COLUMNS).query.sql_with_params()
    cursor = before or after
    beyond = f"(sort_key, owner) {'<' if before else '>'} (%s, %s)" if cursor else "1 = 1"
    lines, order = QUERIES[measure].format(results=inner), "DESC" if before else "ASC"
    with replica.connection().cursor() as database:
        sql = RANKED.format(lines=lines, beyond=beyond, order=order, limit=limit or pages.PAGE + 1)
        database.execute(sql, (*parameters, *(cursor or ())))
        rows = [QueryRow(*map(int, row)) for row in database.fetchall()]
    return rows[::-1] if before else rows


def _board_entries(
    measure: RaceMeasure, races: QuerySet[RaceResult], rows: Iterable[QueryRow], reader: RaceReader
) -> tuple[RaceBoardEntry, ...]:
    rows = list(rows)
    keys = [row.owner for row in rows]
    best = _best_races(measure, races, keys)
    with_crews = _with_crews_only(races, keys) if measure is RaceMeasure.WINS else None
    return tuple(
        RaceBoardEntry(
            rank=row.place,
            name=reader.name_of(race, at_crews_only=None if with_crews is None else row.owner in with_crews),
            mine=row.owner == reader.player,
            cursor=Cursor(row.sort_key, row.owner),
            race=race,
            races=row.tries,
            replay_id=race.attempt_id if race.challenge is None or race.challenge.is_over else None,
        )
        for row in rows
        if (race := best.get(row.owner)) is not None
    )


def _best_races(measure: RaceMeasure, races: QuerySet[RaceResult], keys: Collection[int]) -> dict[int, RaceResult]:
    """Return each person's race on the board: the first that reached the figure; on the board of wins, the latest."""
    by = [F("attempt").desc()] if measure is RaceMeasure.WINS else [F(measure.value).desc(), F("attempt").asc()]
    own = races.filter(player__in=keys)
    own = own.filter(won=True) if measure is RaceMeasure.WINS else own
    nth = Window(RowNumber(), partition_by=[F("player")], order_by=by)
    best = own.annotate(nth=nth).filter(nth=1).values("pk")
    database = RaceResult.objects.filter(pk__in=best).select_related("player", "crew", "challenge")
    return {race.player_id: race for race in database if race.player_id is not None}


def _with_crews_only(races: QuerySet[RaceResult], keys: Collection[int]) -> set[int]:
    """Return the people whose counting races were all at tables of crews."""
    free = races.filter(player__in=keys, crew__isnull=True).values_list("player", flat=True)
    return set(keys) - set(free)


def race_reader_of(player: Player | None, others: QuerySet[Player]) -> RaceReader:
    """Return the reader with the keys of people who share a crew or a club with them."""
    if player is None:
        return RaceReader()
    return RaceReader(player.pk, frozenset(others.values_list("pk", flat=True)))
