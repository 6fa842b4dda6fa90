"""Who did a mission best: one line a crew, the best of its results."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, time

from django.db.models import Count, F, Min, Prefetch, QuerySet, Window
from django.db.models.functions import Coalesce, RowNumber
from django.http import Http404
from django.utils import timezone

import games
from logbook import ranking, speech
from logbook.models import Attempt, Club, Crew, Player, Result, Seat

from .tables import mission_words, seat_name

MOST_LINES = 100


@dataclass(frozen=True, slots=True)
class BoardLine:
    """A crew (or the people of a table without one) on a leaderboard."""

    rank: int
    name: str
    mine: bool
    score: int
    attempts: int
    distress: bool
    players: int
    options: str
    finished_at: datetime
    replay_id: int | None
    """The attempt that won, where everybody may look at its cards by now."""


@dataclass(frozen=True, slots=True)
class Board:
    """A mission's leaderboard."""

    game: str
    title: str
    mission: str
    words: str
    lines: tuple[BoardLine, ...]

    @property
    def with_options(self) -> bool:
        """Some line was played under an option, and says so."""
        return any(speech.option_words(line.options) for line in self.lines)

    @property
    def option_words(self) -> str:
        """What the mark on such a line means."""
        return ", ".join(sorted({words for line in self.lines if (words := speech.option_words(line.options))}))


@dataclass(frozen=True, slots=True)
class MissionSummary:
    """A mission in the list of leaderboards."""

    game: str
    title: str
    mission: str
    custom: bool
    results: int
    best: int


def board(
    game: str,
    mission: str,
    *,
    player: Player | None,
    crews: QuerySet[Crew],
    players: int | None = None,
    club: Club | None = None,
    since: date | None = None,
) -> Board:
    """The leaderboard of a mission; 404 for a game or mission that does not exist. `crews` are the reader's own."""
    mission = _normal_form(game, mission)
    won = Result.objects.filter(game=game, mission=mission, won=True)
    if players is not None:
        won = won.filter(players=players)
    if club is not None:
        won = won.filter(crew__club_entries__club=club)
    if since is not None:
        won = won.filter(finished_at__gte=timezone.make_aware(datetime.combine(since, time())))
    lines = _lines(won, player, set(crews.values_list("pk", flat=True)))
    return Board(game, games.GAMES[game].title, mission, _words(game, mission, players), lines)


def _normal_form(game: str, mission: str) -> str:
    try:
        return games.GAMES[game].mission_text(mission)
    except (KeyError, games.UnknownSetup):
        raise Http404 from None


def _words(game: str, mission: str, players: int | None) -> str:
    return mission_words(game, mission, players or 4)


def _lines(won: QuerySet[Result], player: Player | None, own_crews: set[int]) -> tuple[BoardLine, ...]:
    seats = Prefetch("table__seats", Seat.objects.select_related("player").order_by("number"))
    winning = Prefetch("table__attempts", Attempt.objects.filter(state=Attempt.State.SUCCESS))
    best = _best_of_each(won).select_related("crew", "table__stage__challenge").prefetch_related(seats, winning)
    results = list(best.order_by("score", "attempts", "finished_at", "pk")[:MOST_LINES])
    places = ranking.ranks([result.score for result in results])
    return tuple(_line(place, result, player, own_crews) for place, result in zip(places, results, strict=True))


def _best_of_each(won: QuerySet[Result]) -> QuerySet[Result]:
    """The best result of each crew; a table without a crew is a crew of its own."""
    of_one_crew = Window(
        RowNumber(),
        partition_by=[Coalesce(F("crew_id"), -F("table_id"))],
        order_by=[F("score").asc(), F("attempts").asc(), F("finished_at").asc(), F("pk").asc()],
    )
    return won.annotate(nth=of_one_crew).filter(nth=1)


def _line(place: int, result: Result, player: Player | None, own_crews: set[int]) -> BoardLine:
    seats = list(result.table.seats.all())
    seated = player is not None and player.pk in {seat.player_id for seat in seats}
    return BoardLine(
        rank=place,
        name=result.crew.name if result.crew else ", ".join(seat_name(seat) for seat in seats),
        mine=result.crew_id in own_crews if result.crew_id else seated,
        score=result.score,
        attempts=result.attempts,
        distress=result.distress,
        players=result.players,
        options=result.options,
        finished_at=result.finished_at,
        replay_id=next((attempt.pk for attempt in result.table.attempts.all() if attempt.is_public), None),
    )


def missions_played(game: str = "") -> list[MissionSummary]:
    """Every mission that somebody has won, of one game or of all; in the logbook's order, one's own missions last."""
    won = Result.objects.filter(won=True, game=game) if game else Result.objects.filter(won=True)
    rows = won.values("game", "mission").annotate(results=Count("pk"), best=Min("score"))
    summaries = [_summary(row["game"], row["mission"], row["results"], row["best"]) for row in rows.order_by()]
    return sorted(summaries, key=_logbook_order)


def _summary(game: str, mission: str, results: int, best: int) -> MissionSummary:
    return MissionSummary(game, games.GAMES[game].title, mission, not mission.isdecimal(), results, best)


def _logbook_order(summary: MissionSummary) -> tuple[int, bool, int, str]:
    number = 0 if summary.custom else int(summary.mission)
    return list(games.GAMES).index(summary.game), summary.custom, number, summary.mission
