"""Selectors of a mission's leaderboards: three boards of runs, with shared filters and keyset pagination.

Each board is of one number of players, and a range of an index: people by attempts, people by time, and runs with bots.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from enum import Enum
from typing import Final

from django.db.models import Count, Q, QuerySet
from django.utils.translation import gettext as _

import games
from logbook.challenges.models.challenges import Challenge
from logbook.clubs.models import Club, ClubCrew
from logbook.crews.models.crews import Crew
from logbook.leaderboards import rating
from logbook.leaderboards.models.runs import Run
from logbook.leaderboards.selectors.pages import BoardPage, Cursor, page_rows
from logbook.leaderboards.services.ties import percent_first
from logbook.lib.time_zones import day_begins
from logbook.people.models.players import Player
from logbook.rounds import text
from logbook.tables import missions
from logbook.tables.access import mission_or_404
from logbook.tables.models import Attempt, Sitting, Table
from logbook.tables.selectors.seat_labels import mission_text_of

USUAL_PLAYERS: Final = 4
ROWS_PER_QUERY: Final = 2_000


@dataclass(frozen=True, slots=True)
class Tie:
    """The order of a run among those with equal attempts: its people's first tries, then its crew's rating."""

    first: int = 0
    """The runs that the same people won at their first attempt, at any mission."""
    runs: int = 0
    """All their runs."""
    strength: rating.RatingRange | None = None
    """None where no crew sat there, or where its attempts are too few."""
    others: int = 0
    """The number of other runs on the board that share the place."""

    @property
    def percent(self) -> int:
        """Return the share of first tries in whole percent, as it is compared."""
        return percent_first(first=self.first, runs=self.runs) if self.runs else 0


class Measure(Enum):
    """A board of a mission: people ranked by attempts or by time, or runs with bots by attempts."""

    FEWEST = "fewest"
    FASTEST = "fastest"
    BOTS = "bots"

    @property
    def column(self) -> str:
        """Return the column that the board ranks; less is better."""
        return "seconds" if self is Measure.FASTEST else "order_key"

    @property
    def condition(self) -> Q:
        """Return the condition of the runs on the board."""
        if self is Measure.FASTEST:
            return Q(seconds__isnull=False)
        return Q(won=True, bots__gt=0) if self is Measure.BOTS else Q(won=True, bots=0)


@dataclass(frozen=True, slots=True)
class Filters:
    """The filters of the runs that count."""

    players: int | None = None
    """None for the number of players that most runs have."""
    club: Club | None = None
    crew: Crew | None = None
    season: int | None = None
    """The key of a season."""
    place: str = ""
    certified: bool | None = None
    since: date | None = None

    def runs(self, measure: Measure, game: str, mission: str) -> QuerySet[Run]:
        """Return the mission's runs that are on the board and pass the filters."""
        runs = Run.objects.filter(measure.condition & self._conditions(), game=game, mission=mission)
        if self.club is not None:
            runs = runs.filter(crew__in=ClubCrew.objects.filter(club=self.club).values("crew"))
        if self.season is not None:
            runs = runs.filter(challenge__in=Challenge.objects.filter(series__season=self.season).values("pk"))
        return runs

    def _conditions(self) -> Q:
        condition = Q()
        for name in ("players", "place", "crew"):
            if (value := getattr(self, name)) not in (None, ""):
                condition &= Q(**{name: value})
        if self.certified is not None:
            condition &= Q(challenge__isnull=not self.certified)
        if self.since is not None:
            condition &= Q(finished_at__gte=day_begins(self.since))
        return condition


@dataclass(frozen=True, slots=True)
class BoardEntry:
    """A run on a leaderboard, under the name of its crew, or of its people where no crew sat there."""

    rank: int
    name: str
    mine: bool
    cursor: Cursor
    run: Run
    tie: Tie = field(default_factory=Tie)
    says_others: bool = False
    """True at the first row of a shared place on the page, and at the reader's own."""
    people: tuple[Player, ...] = ()
    """Its people, for links to their pages; empty where the name is a crew's, or someone removed theirs."""

    @property
    def replay_id(self) -> int | None:
        """Return the winning attempt, which every reader may watch; None at a real table."""
        return None if self.run.place == Attempt.Place.TABLE else self.run.attempt_id

    @property
    def options(self) -> str:
        """Return the labels of the options that have an effect at this mission."""
        run = self.run
        if not run.options:
            return ""
        table = Table(game=run.game, mission=run.mission, players=run.players, options=run.options)
        return text.option_labels(missions.options_that_count(table))

    @property
    def where(self) -> str:
        """Return the label of the place: online or at a table."""
        return str(Attempt.Place(self.run.place).label)


@dataclass(frozen=True, slots=True)
class PlayersCount:
    """A number of players, with the number of runs on the board."""

    players: int
    runs: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Board(BoardPage[BoardEntry]):
    """A page of a mission's leaderboard."""

    mission: str
    text: str
    measure: Measure
    players: int
    counts: tuple[PlayersCount, ...]
    """Each number of players that the game allows."""
    runs: int
    """The number of rows on all pages."""
    sharing: int
    """The number of runs that share the first place."""

    @property
    def custom(self) -> bool:
        """Return whether the mission is a custom mission."""
        return not self.mission.isdecimal()

    @property
    def option_words(self) -> str:
        """Return the legend of the options mark; empty where no row was played under an option."""
        return ", ".join(sorted({entry.options for entry in self.entries} - {""}))


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
    mission, filters = mission_or_404(game, mission), filters or Filters()
    counts = _counts(game, mission, measure)
    players = filters.players or usual_players(counts)
    runs = replace(filters, players=players).runs(measure, game, mission)
    page = page_rows(runs.select_related("crew__strength"), measure.column, "pk", after=after, before=before)
    figures = _figures(runs, measure, page.rows)
    ties = ties_of(page.rows, runs, measure.column)
    entries = _entries(measure, page.rows, figures, ties, player, set(crews.values_list("pk", flat=True)))
    previous, following = page.cursors(entries)
    return Board(
        game=game,
        title=text.title_words(games.GAMES[game].title),
        mission=mission,
        text=mission_text_of(game, mission, players),
        measure=measure,
        players=players,
        counts=counts,
        entries=entries,
        runs=figures["runs"],
        sharing=figures["sharing"],
        before=previous,
        after=following,
    )


def board_rows(game: str, mission: str, measure: Measure, filters: Filters) -> Iterator[BoardEntry]:
    """Yield all rows of a board, for a file; 404 for an unknown game or mission."""
    mission = mission_or_404(game, mission)
    players = filters.players or usual_players(_counts(game, mission, measure))
    runs = replace(filters, players=players).runs(measure, game, mission)
    return _rows_of(runs, measure)


def _rows_of(runs: QuerySet[Run], measure: Measure) -> Iterator[BoardEntry]:
    key: int | None = None
    rank = number = 0
    rows = runs.select_related("crew__strength").order_by(measure.column, "pk")
    for start in range(0, rows.count(), ROWS_PER_QUERY):
        batch = list(rows[start : start + ROWS_PER_QUERY])
        names, ties = people_at(batch), ties_of(batch, None, measure.column)
        for run in batch:
            number += 1
            if (own := getattr(run, measure.column)) != key:
                key, rank = own, number
            place = Cursor(own, run.pk)
            yield BoardEntry(rank, name_of(run, names), mine=False, cursor=place, run=run, tie=ties[run.pk])


def usual_players(counts: Iterable[PlayersCount]) -> int:
    """Return the number of players that most runs have; four where there are none."""
    return max(counts, key=lambda one: (one.runs, one.players == USUAL_PLAYERS)).players


def _counts(game: str, mission: str, measure: Measure) -> tuple[PlayersCount, ...]:
    runs = Filters().runs(measure, game, mission).order_by()
    counts = dict(runs.values_list("players").annotate(Count("pk")))
    return tuple(PlayersCount(players, counts.get(players, 0)) for players in games.GAMES[game].players)


def _figures(runs: QuerySet[Run], measure: Measure, page: list[Run]) -> dict[str, int]:
    """Return how many runs there are, are better than the page's first, come before it, and share its place."""
    column = measure.column
    key, pk = (getattr(page[0], column), page[0].pk) if page else (0, 0)
    better, same = Q(**{f"{column}__lt": key}), Q(**{column: key})
    return runs.aggregate(
        runs=Count("pk"),
        better=Count("pk", filter=better),
        ahead=Count("pk", filter=better | (same & Q(pk__lt=pk))),
        sharing=Count("pk", filter=same),
    )


def _entries(
    measure: Measure,
    page: list[Run],
    figures: Mapping[str, int],
    ties: Mapping[int, Tie],
    player: Player | None,
    own: set[int],
) -> tuple[BoardEntry, ...]:
    people, entries = people_at(page), []
    rank, key = figures["better"] + 1, None
    for number, run in enumerate(page, start=figures["ahead"] + 1):
        sort_key, tie = getattr(run, measure.column), ties[run.pk]
        is_first_there = sort_key != key
        if key is not None and is_first_there:
            rank = number
        key = sort_key
        mine = run.crew_id in own or (player is not None and player in people[run.pk])
        entries.append(
            BoardEntry(
                rank=rank,
                name=name_of(run, people),
                mine=mine,
                cursor=Cursor(sort_key, run.pk),
                run=run,
                tie=tie,
                says_others=tie.others > 0 and (is_first_there or mine),
                people=_linked(run, people),
            )
        )
    return tuple(entries)


def _linked(run: Run, people: Mapping[int, list[Player | None]]) -> tuple[Player, ...]:
    seated = people[run.pk]
    named = [player for player in seated if player is not None]
    return tuple(named) if run.crew is None and len(named) == len(seated) else ()


def people_at(runs: Iterable[Run]) -> dict[int, list[Player | None]]:
    """Return the players who sat in the last attempt of each run, by seat."""
    people: dict[int, list[Player | None]] = {run.pk: [] for run in runs}
    for sitting in Sitting.objects.filter(attempt__in=people).select_related("player").order_by("attempt_id", "number"):
        people[sitting.attempt_id].append(sitting.player)
    return people


def name_of(run: Run, people: Mapping[int, list[Player | None]]) -> str:
    """Return the name of the run's crew, or those of its people; `people` as from `people_at`."""
    if run.crew is not None:
        return run.crew.name
    return ", ".join(player.name if player else _("someone") for player in people[run.pk])


def ties_of(page: Sequence[Run], board: QuerySet[Run] | None, column: str) -> Mapping[int, Tie]:
    """Return the ties of a page's runs by their keys, in two queries; without a `board`, no run is tied.

    The runs come with their crews' ratings.
    """
    first = _first_tries(page)
    sharing = _sharing(page, board, column) if board is not None else {}
    return {
        run.pk: Tie(*first.get(run.people, (0, 0)), _strength(run), sharing.get(getattr(run, column), 1) - 1)
        for run in page
    }


def _first_tries(page: Sequence[Run]) -> dict[str, tuple[int, int]]:
    """Return the first tries and all runs of the people on the page."""
    rows = Run.objects.filter(people__in={run.people for run in page}).order_by().values("people")
    figures = rows.annotate(runs=Count("pk"), first=Count("pk", filter=Q(won=True, attempts=1)))
    return {row["people"]: (row["first"], row["runs"]) for row in figures}


def _sharing(page: Sequence[Run], board: QuerySet[Run], column: str) -> dict[int, int]:
    """Return how many runs on the board have each of the page's figures."""
    shared = board.filter(**{f"{column}__in": {getattr(run, column) for run in page}}).order_by()
    return dict(shared.values_list(column).annotate(Count("pk")))


def _strength(run: Run) -> rating.RatingRange | None:
    one = getattr(run.crew, "strength", None)
    return rating.rating_range(one.value, one.deviation) if one is not None and one.tries >= rating.ENOUGH else None
