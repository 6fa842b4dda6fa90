"""The demo's season: two closed weeks, and the next one, which invites seed contributions of members."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.translation import gettext as _

from logbook.challenges.models.challenges import Challenge, Stage
from logbook.challenges.services import challenges, commit_reveal, lifecycle, result_counting
from logbook.challenges.services.challenges import ChallengePlan
from logbook.clubs.models import Club
from logbook.crews.models.crews import Crew
from logbook.people.models.players import Player
from logbook.seasons.models.seasons import Season, Series
from logbook.seasons.services import series, standings

WEEK = timedelta(days=7)
PLAYED = 2
ROTATION = [["1", "3"], ["2", "4"], ["3", "5"]]
ATTEMPTS = 3
PLAYOUTS = 5

Play = Callable[[Challenge, Stage, Crew], None]
"""A function that has a crew play a stage to its end."""


def load_demo_season(*, club: Club, by: Player, crews: Sequence[Crew], monday: datetime, play: Play) -> None:
    """Load the season, unless the club has one."""
    if Season.objects.filter(club=club).exists():
        return
    first = monday - PLAYED * WEEK
    season = series.create_season(
        club=club,
        by=by,
        name=_("The first season"),
        starts_on=first.date(),
        ends_on=(first + 12 * WEEK).date(),
        best_n=6,
    )
    weekly = _series(season, by, monday)
    for number in range(PLAYED):
        _play_week(weekly, number, first + number * WEEK, crews, play)
    Series.objects.filter(pk=weekly.pk).update(next_week=PLAYED)
    series.announce_due_weeks()
    standings.recompute_season(season_id=season.pk)


def _series(season: Season, by: Player, monday: datetime) -> Series:
    return series.create_series(
        season=season,
        by=by,
        title=_("Monday series"),
        weekday=0,
        hour=monday.hour,
        time_zone=str(timezone.get_current_timezone()),
        window_hours=7 * 24,
        game="planet-nine",
        rotation=ROTATION,
        players=4,
        max_attempts=ATTEMPTS,
        playouts=PLAYOUTS,
        announced_days=7,
    )


def _play_week(weekly: Series, number: int, opens_at: datetime, crews: Sequence[Crew], play: Play) -> None:
    """Create a past week: opened then, played by all crews, and closed since."""
    plan = ChallengePlan(
        title=f"{weekly.title} {number + 1}",
        game=weekly.game,
        missions=weekly.rotation[number],
        players=weekly.players,
        opens_at=opens_at,
        closes_at=timezone.now() + WEEK,
        max_attempts=weekly.max_attempts,
        playouts=weekly.playouts,
        series=weekly.pk,
        occurrence=number,
    )
    challenge = challenges.create_challenge(club=weekly.season.club, by=weekly.created_by, plan=plan)
    commit_reveal.derive_seed(challenge_id=challenge.pk)
    challenges.prepare_challenge(challenge_id=challenge.pk)
    lifecycle.open_and_close_due()
    challenge.refresh_from_db()
    for stage in challenge.stages.order_by("number"):
        for crew in crews:
            play(challenge, stage, crew)
    Challenge.objects.filter(pk=challenge.pk).update(closes_at=opens_at + WEEK)
    lifecycle.open_and_close_due()
    result_counting.count_challenge(challenge_id=challenge.pk)
