"""Selectors of a mission's leaderboards: four boards, one row per crew, with shared filters and keyset pagination.

A board is one query over the mission's results, answered from the index `results_by_crew`: it groups them by
crew, ranks the crews, and returns a page. A page is defined by the row before it, never by an offset, so that its
address goes on showing the rows after that one while the board grows.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import Enum
from typing import Final, NamedTuple, Protocol

from django.db import connection
from django.db.models import F, Q, QuerySet, Window
from django.db.models.functions import RowNumber

import games
from logbook.challenges.models.challenges import Challenge
from logbook.clubs.models import Club, ClubCrew
from logbook.crews.models.crews import Crew
from logbook.leaderboards import ranking
from logbook.leaderboards.models.results import Result
from logbook.lib.time_zones import day_begins
from logbook.people.models.players import Player
from logbook.rounds import text
from logbook.tables.access import mission_or_404
from logbook.tables.models import Attempt, Seat
from logbook.tables.selectors.seat_labels import mission_text_of, seat_name

PAGE: Final = 25
NAMED: Final = 3
"""The most leaders that are named."""


class Measure(Enum):
    """The figure that a board compares."""

    FEWEST = "fewest"
    SUCCESS = "success"
    FASTEST = "fastest"
    STREAK = "streak"


class Cursor(NamedTuple):
    """A position between two rows of a board: the ranked figure (less is better) and its crew."""

    sort_key: int
    owner: int

    def __str__(self) -> str:
        return f"{self.sort_key}.{self.owner}"


@dataclass(frozen=True, slots=True)
class Filters:
    """The filters of the results that count."""

    players: int | None = None
    club: Club | None = None
    season: int | None = None
    """The key of a season."""
    place: str = ""
    bots: bool | None = None
    certified: bool | None = None
    since: date | None = None
    locked: frozenset[int] = frozenset()
    """Challenges whose results the reader may not see yet, except those of their own crews."""
    own: frozenset[int] = frozenset()
    """The reader's crews."""

    def results(self, game: str, mission: str) -> QuerySet[Result]:
        """Return the mission's results that pass the filters."""
        results = Result.objects.filter(self._conditions(), game=game, mission=mission)
        if self.club is not None:
            results = results.filter(owner__in=ClubCrew.objects.filter(club=self.club).values("crew"))
        if self.season is not None:
            results = results.filter(challenge__in=Challenge.objects.filter(series__season=self.season).values("pk"))
        return results.exclude(~Q(owner__in=self.own), challenge__in=self.locked) if self.locked else results

    def _conditions(self) -> Q:
        condition = Q(mixed=False)
        for name in ("players", "place", "certified"):
            if (value := getattr(self, name)) not in (None, ""):
                condition &= Q(**{name: value})
        if self.bots is not None:
            condition &= Q(bots__gt=0) if self.bots else Q(bots=0)
        if self.since is not None:
            condition &= Q(finished_at__gte=day_begins(self.since))
        return condition


class MissionResult(NamedTuple):
    """A crew's run on a board."""

    owner: int
    table: int
    crew: str | None
    score: int
    attempts: int
    distress: bool
    seconds: int | None
    players: int
    options: str
    finished_at: datetime
    place: str
    bots: int
    challenge: str | None
    """The state of the run's challenge."""

    @property
    def where(self) -> str:
        """Return the label of the place: online or at a table."""
        return str(Attempt.Place(self.place).label)

    @property
    def is_public(self) -> bool:
        """Return whether every reader may see the cards of the winning attempt, as `Attempt.is_public` does."""
        return self.challenge in (None, Challenge.State.CLOSED)


RUN_COLUMNS: Final = (
    *("owner", "table_id", "crew__name", "score", "attempts", "distress", "seconds", "players", "options"),
    *("finished_at", "place", "bots", "challenge__state"),
)


@dataclass(frozen=True, slots=True)
class BoardEntry:
    """A crew (or the people of a table without a crew) on a leaderboard."""

    rank: int | None
    """None with too few attempts for a rank."""
    name: str
    mine: bool
    cursor: Cursor
    result: MissionResult | None = None
    """The result behind the row; None on boards that count several results."""
    replay_id: int | None = None
    """The winning attempt, if every reader may see its cards."""
    wins: int = 0
    tries: int = 0

    @property
    def enough(self) -> bool:
        """Return whether there are enough attempts to show a share."""
        return self.tries >= ranking.ENOUGH_TRIES

    @property
    def share(self) -> float:
        """Return the percentage of attempts won."""
        return 100 * self.wins / self.tries

    @property
    def interval(self) -> ranking.Interval:
        """Return the interval of that share, in percent."""
        bounds = ranking.interval(wins=self.wins, tries=self.tries)
        return ranking.Interval(100 * bounds.least, 100 * bounds.most)

    @property
    def streak(self) -> int:
        """Return the length of the streak in results; for the board of streaks only."""
        return -self.cursor.sort_key


class Ranked(Protocol):
    """A row of a board with its rank."""

    @property
    def rank(self) -> int | None: ...
    @property
    def name(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Leaders:
    """Who leads a board: the names of those in first place, up to three, and whether there are more."""

    names: tuple[str, ...]
    more: bool

    @classmethod
    def of(cls, entries: Sequence[Ranked], before: Cursor | None) -> Leaders | None:
        """Return the leaders on a board's first page; None on the other pages, and where no row has a rank."""
        first = tuple(entry.name for entry in entries if entry.rank == 1) if before is None else ()
        return cls(first[:NAMED], len(first) > NAMED) if first else None


@dataclass(frozen=True, slots=True)
class Board:
    """A page of a mission's leaderboard."""

    game: str
    title: str
    mission: str
    text: str
    measure: Measure
    entries: tuple[BoardEntry, ...]
    crews: int
    """The number of rows on all pages."""
    before: Cursor | None
    """The cursor of the previous page; None on the first page."""
    after: Cursor | None

    @property
    def custom(self) -> bool:
        """Return whether the mission is a custom mission."""
        return not self.mission.isdecimal()

    @property
    def leaders(self) -> Leaders | None:
        """Who leads, on the first page."""
        return Leaders.of(self.entries, self.before)

    @property
    def with_options(self) -> bool:
        """Return whether a row was played under an option."""
        return any(text.option_labels(entry.result.options) for entry in self.entries if entry.result)

    @property
    def option_words(self) -> str:
        """Return the legend of the options mark."""
        texts = {text.option_labels(entry.result.options) for entry in self.entries if entry.result}
        return ", ".join(sorted(texts - {""}))


# --- the boards in SQL: the crew, the ranked figure (less is better), and the columns of the row

QUERIES: Final[Mapping[Measure, str]] = {
    Measure.FEWEST: """
        SELECT owner, MIN(score) AS sort_key, 0 AS wins, 0 AS tries FROM ({results}) results WHERE won GROUP BY owner
    """,
    Measure.FASTEST: """
        SELECT owner, MIN(seconds) AS sort_key, 0 AS wins, 0 AS tries FROM ({results}) results
        WHERE seconds IS NOT NULL GROUP BY owner""",
    # Ranked by the lower bound of Wilson's interval; rows with too few attempts come last.
    Measure.SUCCESS: """
        SELECT owner, wins, tries, CAST(CASE WHEN tries < {enough} THEN 2000000000 - tries ELSE -1000000000 * (
            (wins + {square} / 2 - {sure} * SQRT(wins * (tries - wins) / tries + {square} / 4)) / (tries + {square})
          ) END AS bigint) AS sort_key
        FROM (
          SELECT owner, CAST(SUM(CASE WHEN won THEN 1 ELSE 0 END) AS double precision) AS wins,
            CAST(SUM(attempts) AS double precision) AS tries
          FROM ({results}) results WHERE owner > 0 GROUP BY owner
        ) shares""",
    # The running sum stays constant between two results that are not clean, so it identifies the streak.
    Measure.STREAK: """
        SELECT owner, -MAX(run) AS sort_key, 0 AS wins, 0 AS tries FROM (
          SELECT owner, COUNT(*) AS run FROM (
            SELECT owner, is_clean, SUM(CASE WHEN is_clean THEN 0 ELSE 1 END) OVER (
              PARTITION BY owner ORDER BY table_id ROWS UNBOUNDED PRECEDING) AS streak
            FROM ({results}) results WHERE owner > 0
          ) numbered WHERE is_clean GROUP BY owner, streak
        ) streaks GROUP BY owner""",
}
RANKED: Final = """
SELECT sort_key, owner, wins, tries, place, crews FROM (
  SELECT sort_key, owner, wins, tries, RANK() OVER (ORDER BY sort_key) AS place, COUNT(*) OVER () AS crews
  FROM ({lines}) lines
) ranked WHERE {beyond} ORDER BY sort_key {order}, owner {order} LIMIT {limit}
"""
COLUMNS: Final = ("owner", "table_id", "score", "attempts", "won", "seconds", "is_clean")


class Row(NamedTuple):
    """A row of the database query."""

    sort_key: int
    owner: int
    wins: int
    tries: int
    place: int
    crews: int


def board(
    game: str,
    mission: str,
    measure: Measure = Measure.FEWEST,
    filters: Filters | None = None,
    *,
    player: Player | None,
    crews: QuerySet[Crew],
    after: Cursor | None = None,
    before: Cursor | None = None,
) -> Board:
    """Return a page of the mission's board; 404 for an unknown game or mission. `crews` are the reader's own."""
    mission = mission_or_404(game, mission)
    filters = filters or Filters()
    results = filters.results(game, mission)
    rows = _rows(results, measure, after, before)
    more, page_rows = len(rows) > PAGE, rows[:PAGE] if before is None else rows[-PAGE:]
    entries = _board_entries(measure, results, page_rows, player, set(crews.values_list("pk", flat=True)))
    return Board(
        game=game,
        title=text.title_words(games.GAMES[game].title),
        mission=mission,
        text=mission_text_of(game, mission, filters.players or 4),
        measure=measure,
        entries=entries,
        crews=rows[0].crews if rows else 0,
        before=entries[0].cursor if entries and (more if before is not None else after is not None) else None,
        after=entries[-1].cursor if entries and (more or before is not None) else None,
    )


def leader(results: QuerySet[Result], measure: Measure) -> BoardEntry | None:
    """Return the first row of a board that counts several results; None for an empty board."""
    return next(iter(_board_entries(measure, results, _rows(results, measure, None, None, limit=1), None, set())), None)


def _rows(
    results: QuerySet[Result], measure: Measure, after: Cursor | None, before: Cursor | None, limit: int = PAGE + 1
) -> list[Row]:
    """Return the page's rows and one more, in the board's order."""
    inner, parameters = results.order_by().values_list(*COLUMNS).query.sql_with_params()
    cursor = before or after
    square = ranking.SURE**2
    sql = QUERIES[measure].format(results=inner, enough=ranking.ENOUGH_TRIES, sure=ranking.SURE, square=square)
    beyond = f"(sort_key, owner) {'<' if before else '>'} (%s, %s)" if cursor else "1 = 1"
    order = "DESC" if before else "ASC"
    with connection.cursor() as database:
        database.execute(
            RANKED.format(lines=sql, beyond=beyond, order=order, limit=limit), (*parameters, *(cursor or ()))
        )
        rows = [Row(*map(int, row)) for row in database.fetchall()]
    return rows[::-1] if before else rows


def _board_entries(
    measure: Measure, results: QuerySet[Result], rows: list[Row], player: Player | None, own: set[int]
) -> tuple[BoardEntry, ...]:
    if measure in (Measure.FEWEST, Measure.FASTEST):
        return _result_entries(rows, _best_results(measure, results, rows), player, own)
    names = dict(Crew.objects.filter(pk__in=[row.owner for row in rows]).values_list("pk", "name"))
    return tuple(_crew_entry(measure, row, names, own) for row in rows if row.owner in names)


def _best_results(measure: Measure, results: QuerySet[Result], rows: Iterable[Row]) -> dict[int, MissionResult]:
    """Return the run behind each row: the first one that reached the row's figure."""
    keys = [row.owner for row in rows]
    worst = max((row.sort_key for row in rows), default=0)
    name = "score" if measure is Measure.FEWEST else "seconds"
    good = results.filter(**{"owner__in": keys, "won": True, f"{name}__lte": worst})
    first = Window(
        RowNumber(), partition_by=[F("owner")], order_by=[F(name).asc(), F("attempts").asc(), F("table").asc()]
    )
    # The index finds the best results; the other columns are fetched for those only.
    best = good.annotate(nth=first).filter(nth=1).values("pk")
    return {row[0]: MissionResult(*row) for row in Result.objects.filter(pk__in=best).values_list(*RUN_COLUMNS)}


def _result_entries(
    rows: Iterable[Row], best: Mapping[int, MissionResult], player: Player | None, own: set[int]
) -> tuple[BoardEntry, ...]:
    tables = [result.table for result in best.values()]
    won = Attempt.objects.filter(table__in=tables, state=Attempt.State.SUCCESS, place=Attempt.Place.ONLINE)
    replays = dict(won.order_by("-number").values_list("table_id", "pk"))
    # Only a table without a crew is named after its players.
    seats: dict[int, list[Seat]] = {}
    for seat in Seat.objects.filter(table__in=tables, table__crew=None).select_related("player").order_by("number"):
        seats.setdefault(seat.table_id, []).append(seat)
    return tuple(
        BoardEntry(
            rank=row.place,
            name=result.crew or ", ".join(seat_name(seat) for seat in table_seats),
            mine=row.owner in own or (player is not None and player.pk in {seat.player_id for seat in table_seats}),
            cursor=Cursor(row.sort_key, row.owner),
            result=result,
            replay_id=replays.get(result.table) if result.is_public else None,
        )
        for row in rows
        if (result := best.get(row.owner)) is not None
        for table_seats in (seats.get(result.table, ()),)
    )


def _crew_entry(measure: Measure, row: Row, names: Mapping[int, str], own: set[int]) -> BoardEntry:
    is_ranked = measure is Measure.STREAK or row.tries >= ranking.ENOUGH_TRIES
    return BoardEntry(
        rank=row.place if is_ranked else None,
        name=names[row.owner],
        mine=row.owner in own,
        cursor=Cursor(row.sort_key, row.owner),
        wins=row.wins,
        tries=row.tries,
    )
