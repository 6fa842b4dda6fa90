"""Selectors of seasons: every week of every series, its result, and the next weeks."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from django.db.models import Count, QuerySet
from django.utils import timezone

from logbook.challenges.models.challenges import Challenge
from logbook.clubs.models import Club
from logbook.seasons.models.seasons import Season, SeasonNote, Series
from logbook.seasons.schedule import WeeklySchedule


@dataclass(frozen=True, slots=True)
class Date:
    """The opening and closing times of a week, local and UTC."""

    number: int
    opens: datetime
    closes: datetime
    missions: str

    @property
    def opens_in_utc(self) -> datetime:
        """Return the opening time in UTC."""
        return self.opens.astimezone(UTC)

    @property
    def closes_in_utc(self) -> datetime:
        """Return the closing time in UTC."""
        return self.closes.astimezone(UTC)

    @property
    def label(self) -> int:
        """Return the week's number, counted from 1."""
        return self.number + 1

    @property
    def is_over(self) -> bool:
        """Return whether the week has closed."""
        return self.closes <= timezone.now()


@dataclass(frozen=True, slots=True)
class WeekRow:
    """A week of a series, and its result."""

    series: Series
    date: Date
    challenge: Challenge | None
    left_out: str
    """The reason if the week was left out."""
    announced_at: datetime
    is_next: bool


@dataclass(frozen=True, slots=True)
class SeasonPage:
    """The contents of a season's page."""

    season: Season
    series: tuple[Series, ...]
    weeks: tuple[WeekRow, ...]
    history: tuple[SeasonNote, ...]
    organizer: bool


def dates_of(rhythm: WeeklySchedule, rotation: list[list[str]]) -> tuple[Date, ...]:
    """Return every week of a series in its local time."""
    zone = ZoneInfo(rhythm.time_zone)
    return tuple(
        Date(
            number,
            rhythm.opens(number).astimezone(zone),
            rhythm.closes(number).astimezone(zone),
            "; ".join(rotation[number % len(rotation)]),
        )
        for number in rhythm.weeks()
    )


def season_page(season: Season, *, organizer: bool) -> SeasonPage:
    """Return a season's page, in a fixed number of queries."""
    series = tuple(season.series.order_by("pk"))
    challenges = Challenge.objects.filter(series__in=series).select_related("club")
    challenges_by_week = {(one.series_id, one.occurrence): one for one in challenges}
    notes = tuple(season.notes.select_related("series", "by").order_by("-at", "-pk"))
    left_out = {
        (one.series_id, one.occurrence): one.get_kind_display() for one in notes if one.kind in SeasonNote.LEFT_OUT
    }
    rows = [
        WeekRow(
            series=one,
            date=date,
            challenge=challenges_by_week.get((one.pk, date.number)),
            left_out=str(left_out.get((one.pk, date.number), "")),
            announced_at=date.opens - timedelta(days=one.announced_days),
            is_next=False,
        )
        for one in series
        for date in dates_of(_rhythm(season, one), one.rotation)
    ]
    rows.sort(key=lambda row: (row.date.opens, row.series.pk))
    return SeasonPage(season, series, _with_next(rows), notes, organizer)


def _rhythm(season: Season, series: Series) -> WeeklySchedule:
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


def _with_next(rows: list[WeekRow]) -> tuple[WeekRow, ...]:
    next_rows = (row for row in rows if not row.date.is_over and not row.left_out and _is_running(row))
    following = next(next_rows, None)
    return tuple(replace(row, is_next=row is following) for row in rows)


def _is_running(row: WeekRow) -> bool:
    if row.challenge is not None:
        return not row.challenge.is_over
    return row.series.state == Series.State.ACTIVE


def seasons_of_clubs(clubs: QuerySet[Club]) -> QuerySet[Season]:
    """Return the seasons of these clubs."""
    return Season.objects.filter(club__in=clubs).select_related("club")


def seasons_of(club: Club) -> QuerySet[Season]:
    """Return the seasons of a club, latest first, each with its number of challenges."""
    return Season.objects.filter(club=club).annotate(held=Count("series__challenges", distinct=True))
