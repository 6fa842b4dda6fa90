"""Services of seasons and series: an organizer plans a series once, and each week's challenge is announced by itself.

A week is decided in one transaction with the counter `next_week`, under the series' lock; and the database allows one
challenge per week. So beats may be late, doubled, or have missed any number of weeks: each week is announced once.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

import games
from logbook.challenges.exceptions import NothingChanges, RacesInSeries
from logbook.challenges.models.challenges import Challenge
from logbook.challenges.services import challenges
from logbook.challenges.services.challenges import ChallengePlan
from logbook.clubs.models import Club
from logbook.lib import queue
from logbook.people.models.players import Player
from logbook.seasons.exceptions import SeriesEnded, WeeksAllPast
from logbook.seasons.models.seasons import Season, SeasonNote, Series
from logbook.seasons.schedule import WeeklySchedule
from logbook.tables.kinds import kind_of
from logbook.tables.missions import game_and_mission, options_of

Kind = SeasonNote.Kind
State = Series.State
PREPARED_IN = timedelta(hours=1)
"""The least time between mixing the seed and the opening, so that deals are ready in time."""


@dataclass(frozen=True, slots=True)
class Week:
    """One week of a series, as planned."""

    number: int
    opens_at: datetime
    closes_at: datetime
    missions: tuple[str, ...]


def rhythm_of(series: Series) -> WeeklySchedule:
    """Return the weekly schedule of a series."""
    season = series.season
    return WeeklySchedule(
        season.starts_on,
        season.ends_on,
        series.weekday,
        series.hour,
        series.minute,
        series.time_zone,
        series.window_hours,
        series.shifted,
    )


def week_of(series: Series, number: int) -> Week | None:
    """Return week `number` of a series; None after its last."""
    rhythm = rhythm_of(series)
    if not rhythm.exists(number):
        return None
    missions = tuple(series.rotation[number % len(series.rotation)])
    return Week(number, rhythm.opens(number), rhythm.closes(number), missions)


# --- planning


def create_season(*, club: Club, by: Player, **wishes: Any) -> Season:
    """Create a season of a club."""
    return Season.objects.create(club=club, created_by=by, **wishes)


def change_season(*, season: Season, **wishes: Any) -> None:
    """Change its name, its days, or the number of results that count; its standings are recomputed."""
    for name, value in wishes.items():
        setattr(season, name, value)
    season.save(update_fields=list(wishes))
    queue.later("seasons.recompute_season", season.pk)


@transaction.atomic
def create_series(*, season: Season, by: Player, **wishes: Any) -> Series:
    """Create a series; its weeks are announced by themselves. Raises UnknownSetup, RacesInSeries, WeeksAllPast."""
    series = Series(season=season, created_by=by, **wishes)
    _ensure_future_weeks(series)
    series.save()
    note(series, Kind.ADDED, by=by)
    return series


@transaction.atomic
def change_series(*, series: Series, by: Player, **wishes: Any) -> Series:
    """Change the weeks that are not announced yet. Raises UnknownSetup, WeeksAllPast, SeriesEnded."""
    locked = _lock_series(series.pk)
    if locked.state == State.ENDED:
        raise SeriesEnded
    before = rhythm_of(locked)
    for name, value in wishes.items():
        setattr(locked, name, value)
    locked.shifted = _spaced_after(before, rhythm_of(locked), locked.next_week).shifted
    _ensure_future_weeks(locked)
    locked.save()
    note(locked, Kind.CHANGED, by=by)
    if locked.weekday != before.weekday and locked.next_week > 0:
        note(locked, Kind.MOVED, by=by)
    return locked


def is_rhythm_changed(series: Series, new_schedule: WeeklySchedule) -> WeeklySchedule:
    """Return the schedule that results from a change of the series to the requested one."""
    return _spaced_after(rhythm_of(series), new_schedule, series.next_week)


def _spaced_after(before: WeeklySchedule, after: WeeklySchedule, next_week: int) -> WeeklySchedule:
    """Return the schedule with its next week 4 to 10 days after the last one: none is skipped, none doubled."""
    after = replace(after, shifted=before.shifted)
    moved = after.weekday != before.weekday and next_week > 0
    return after.spaced_after(next_week, before.day(next_week - 1)) if moved else after


def _ensure_future_weeks(series: Series) -> None:
    """Raise if the series is impossible: unknown missions, races, or no week left to announce."""
    for stage in (stage for week in series.rotation for stage in week):
        game, mission = game_and_mission(stage, series.game)
        games.deal(games.Setup(game, mission, series.players, options=options_of(game, series.options)))
        if not kind_of(game).suits_series:
            raise RacesInSeries
    now, rhythm = timezone.now(), rhythm_of(series)
    if not any(number >= series.next_week and rhythm.closes(number) > now for number in rhythm.weeks()):
        raise WeeksAllPast


@transaction.atomic
def change_state(*, series: Series, by: Player, action: str) -> None:
    """Pause, resume or end a series; announced challenges go on. Raises SeriesEnded, NothingChanges."""
    locked = _lock_series(series.pk)
    if locked.state == State.ENDED:
        raise SeriesEnded
    after, kind = NEW_STATES[action]
    if locked.state == after:
        raise NothingChanges
    locked.state = after
    locked.save(update_fields=["state"])
    note(locked, kind, by=by)


NEW_STATES: Mapping[str, tuple[str, str]] = {
    "pause": (State.PAUSED, Kind.PAUSED),
    "resume": (State.ACTIVE, Kind.RESUMED),
    "end": (State.ENDED, Kind.ENDED),
}


def note(series: Series, kind: str, *, number: int | None = None, by: Player | None = None) -> None:
    """Add an item to the season's history."""
    SeasonNote.objects.create(season_id=series.season_id, series=series, occurrence=number, kind=kind, by=by)


def _lock_series(series_id: int) -> Series:
    return Series.objects.select_for_update(of=("self",)).select_related("season__club", "created_by").get(pk=series_id)


# --- announcing


def announce_due_weeks() -> int:
    """Announce every due week; return the number of challenges. Idempotent."""
    count = 0
    for pk in Series.objects.filter(state=State.ACTIVE).order_by("pk").values_list("pk", flat=True):
        while (decided := _decide(pk)) is not None:
            count += decided
    return count


def _decide(series_id: int) -> bool | None:
    """Decide the series' next week if it is due: return whether a challenge was created; None if no week is due."""
    try:
        with transaction.atomic():
            series = _lock_series(series_id)
            week = week_of(series, series.next_week) if series.state == State.ACTIVE else None
            if week is None or timezone.now() < week.opens_at - timedelta(days=series.announced_days):
                return None
            challenge = _announce(series, week)
            # Compare and set: on a database without row locks two beats may reach this point.
            ours = Series.objects.filter(pk=series.pk, next_week=week.number)
            if not ours.update(next_week=week.number + 1):
                raise IntegrityError
            return challenge
    except IntegrityError:  # Another beat has decided this week; the next beat goes on.
        return None


def _announce(series: Series, week: Week) -> bool:
    now = timezone.now()
    if now >= week.closes_at:
        note(series, Kind.SKIPPED, number=week.number)
        return False
    if now >= week.opens_at:
        note(series, Kind.LATE, number=week.number)
    try:
        with transaction.atomic():
            _create_challenge(series, week)
    except games.UnknownSetup:
        note(series, Kind.REFUSED, number=week.number)
        return False
    return True


def _create_challenge(series: Series, week: Week) -> Challenge:
    plan = ChallengePlan(
        title=f"{series.title} {week.number + 1}",
        game=series.game,
        missions=week.missions,
        players=series.players,
        opens_at=week.opens_at,
        closes_at=week.closes_at,
        policy=series.policy,
        max_attempts=series.max_attempts,
        options=series.options,
        difficulty=series.difficulty,
        playouts=series.playouts,
        contributions_until=_collecting_until(series, week),
        series=series.pk,
        occurrence=week.number,
    )
    return challenges.create_challenge(club=series.season.club, by=series.created_by, plan=plan)


def _collecting_until(series: Series, week: Week) -> datetime | None:
    """Return the end of seed contributions, early enough to prepare the deals; None if no time is left."""
    now = timezone.now()
    until = min(now + timedelta(hours=series.contribution_hours), week.opens_at - PREPARED_IN)
    return until if until > now else None
