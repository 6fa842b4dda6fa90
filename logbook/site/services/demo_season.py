"""The demo's season: two closed weeks, and the next one, which invites seed contributions of members."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.translation import gettext as _

from logbook.challenges.models.challenges import Challenge, Stage
from logbook.challenges.models.rulings import Ruling
from logbook.challenges.services import challenges, commit_reveal, lifecycle, result_counting
from logbook.challenges.services.challenges import ChallengePlan
from logbook.challenges.services.rulings import Decision
from logbook.clubs.models import Club
from logbook.clubs.services import news
from logbook.crews.models.crews import Crew
from logbook.lib.lists import list_text
from logbook.people.models.players import Player
from logbook.seasons.models.seasons import Season, Series
from logbook.seasons.services import series, standings
from logbook.tables.models import Attempt
from logbook.travellers.services import lines, positions
from logbook.travellers.services.positions import Deal

WEEK = timedelta(days=7)
DAY = timedelta(days=1)
PLAYED = 2
ROTATION = [["4", "7", "11"], ["6", "8", "14"], ["3", "5", "8"]]
ATTEMPTS = 2
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
        _play_week(weekly, by, number, first + number * WEEK, crews, play)
    if PLAYED:
        _tell(club, by, weekly.challenges.latest("occurrence"))
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


def _play_week(weekly: Series, by: Player, number: int, opens_at: datetime, crews: Sequence[Crew], play: Play) -> None:
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
    challenge = challenges.create_challenge(club=weekly.season.club, by=by, plan=plan)
    commit_reveal.derive_seed(challenge_id=challenge.pk)
    challenges.prepare_challenge(challenge_id=challenge.pk)
    lifecycle.open_and_close_due()
    challenge.refresh_from_db()
    for stage in challenge.stages.order_by("number"):
        for crew in crews:
            play(challenge, stage, crew)
    if number == PLAYED - 1:
        _extend(challenge, by, opens_at + WEEK - DAY)
    Challenge.objects.filter(pk=challenge.pk).update(opened_at=opens_at, closes_at=opens_at + WEEK)
    lifecycle.open_and_close_due()
    result_counting.count_challenge(challenge_id=challenge.pk)
    _build_trees(challenge)


def _build_trees(challenge: Challenge) -> None:
    """Write the lines and positions of the week's deals now: the demo is looked at before a worker comes to it."""
    ended = Attempt.objects.filter(table__stage__challenge=challenge).exclude(state=Attempt.State.PLAYING)
    lines.LINES.write(ended.values_list("pk", flat=True))
    for deal in sorted(set(ended.values_list("table__stage", "number"))):
        positions.rebuild_positions(Deal(*deal))


def _tell(club: Club, by: Player, challenge: Challenge) -> None:
    """Write the club's news about the last week: who had the best score, and which of its missions was the hardest."""
    first = challenge.standings.filter(rank=1).order_by("crew__name")
    won = {stage: stage.results.filter(won=True).count() for stage in challenge.stages.order_by("number")}
    hardest = min(won, key=lambda stage: (won[stage], -stage.number))
    words = {
        "names": list_text(first.values_list("crew__name", flat=True)),
        "stages": len(won),
        "mission": hardest.mission,
        "won": won[hardest],
        "crews": (crews := challenge.standings.count()),
    }
    text = _("%(names)s had the best score of the week. Every crew won all %(stages)s stages.")
    if won[hardest] < crews:
        text = _(
            "%(names)s had the best score of the week. Mission %(mission)s was the hard one: %(won)s of %(crews)s "
            "crews won it. Its deals show, card by card, where the others lost."
        )
    news.write_news(club=club, by=by, title=_("The week of %(names)s") % words, text=text % words)


def _extend(challenge: Challenge, by: Player, closes_at: datetime) -> None:
    """Add a day to the window, as an organizer would have done shortly before its end."""
    reason = _("The trams didn’t run on Sunday: everyone gets an extra day.")
    ruling = lifecycle.extend_challenge(Decision(challenge, by, reason), closes_at=challenge.closes_at + DAY)
    moments = [{"closes_at": moment.isoformat()} for moment in (closes_at, closes_at + DAY)]
    Ruling.objects.filter(pk=ruling.pk).update(before=moments[0], after=moments[1], at=closes_at - timedelta(hours=5))
