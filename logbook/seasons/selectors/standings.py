"""Selectors of a season's standings, of crews and members, with the win rates of its challenges."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Count, Q
from django.utils.translation import gettext as _

from logbook.challenges.models.challenges import Challenge
from logbook.leaderboards import ranking
from logbook.lib import plots
from logbook.people.models.players import Player
from logbook.seasons.models.scores import SeasonStanding
from logbook.seasons.models.seasons import Season, Series
from logbook.tables.models import Attempt


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """A row of the standings, with the challenges that counted for it."""

    standing: SeasonStanding
    name: str
    mine: bool
    counted: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Standings:
    """The standings of a season, or of one of its series."""

    crews: tuple[SeasonRow, ...]
    members: tuple[SeasonRow, ...]
    """Only for members of the club; empty for other readers."""
    series: Series | None = None


@dataclass(frozen=True, slots=True)
class SeasonBoard:
    """The standings of a season, and of each of its series if it has several."""

    whole: Standings
    of_series: tuple[Standings, ...]
    success: plots.LineChart


def season_board(season: Season, player: Player | None, own_crews: Collection[int], *, member: bool) -> SeasonBoard:
    """Return the standings of a season for this reader, in a fixed number of queries."""
    challenges = Challenge.objects.filter(series__season=season, state=Challenge.State.CLOSED).order_by(
        "closes_at", "pk"
    )
    titles = dict(challenges.values_list("pk", "title"))
    standings = list(
        season.standings.select_related("crew", "player", "series").order_by("rank", "crew__name", "player__name")
    )
    own = player.pk if player else None

    def standings_of(series: Series | None) -> Standings:
        mine = [standing for standing in standings if standing.series_id == (series.pk if series else None)]
        of_crews = [standing for standing in mine if standing.crew is not None]
        of_members = [standing for standing in mine if standing.player is not None] if member else []
        return Standings(
            tuple(_season_row(standing, titles, standing.crew_id in own_crews) for standing in of_crews),
            tuple(_season_row(standing, titles, standing.player_id == own) for standing in of_members),
            series,
        )

    several = sorted({one.series for one in standings if one.series is not None}, key=lambda one: one.pk)
    return SeasonBoard(standings_of(None), tuple(map(standings_of, several)), _success_plot(season))


def _season_row(standing: SeasonStanding, titles: dict[int, str], mine: bool) -> SeasonRow:
    titles_counted = tuple(titles[key] for key in standing.counted if key in titles)
    return SeasonRow(standing, str(standing.crew or standing.player), mine, titles_counted)


def _success_plot(season: Season) -> plots.LineChart:
    stage_results = Q(
        table__stage__challenge__series__season=season, table__stage__challenge__state=Challenge.State.CLOSED
    )
    challenge = "table__stage__challenge"
    rows = (
        Attempt.objects.filter(stage_results)
        .exclude(state=Attempt.State.PLAYING)
        .values(f"{challenge}__title", challenge, f"{challenge}__closes_at")
        .annotate(played=Count("pk"), won=Count("pk", filter=Q(state=Attempt.State.SUCCESS)))
        .order_by(f"{challenge}__closes_at", challenge)
    )
    plot_text = plots.PlotText(
        title=_("Win rate over the season"),
        description=_("The win rate of all attempts at each challenge, with its 95% confidence interval."),
        empty=_("No challenge in this season has closed yet."),
        up=_("win rate in percent"),
    )
    return plots.LineChart(
        plot_text, tuple(_success_point(row[f"{challenge}__title"], row["won"], row["played"]) for row in rows)
    )


def _success_point(label: str, won: int, played: int) -> plots.Moment:
    between = ranking.interval(wins=won, tries=played)
    return plots.Moment(label, 100 * won / played, 100 * between.least, 100 * between.most, played)
