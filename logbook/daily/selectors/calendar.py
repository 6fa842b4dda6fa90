"""Selectors of a player's days: a month, the streaks, and wins by tries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import groupby
from operator import itemgetter
from typing import Final

from django.db.models import QuerySet

from logbook.challenges.models.challenges import Challenge
from logbook.daily import schedule
from logbook.daily.models import MOST_TRIES, DailyDeal, DailySeat
from logbook.daily.streaks import Streak, streak
from logbook.people.models.players import Player

REMEMBERED: Final = timedelta(days=60)
"""The days that tell whether a streak ends."""
SOLVED, PLAYED, MISSING, BRIDGED, NONE = "solved", "played", "missing", "bridged", ""


@dataclass(frozen=True, slots=True)
class DealTried:
    """A deal that the player has tried; `solved_on` is the try that won, or 0."""

    game: str
    easy: bool
    solved_on: int

    @property
    def slug(self) -> str:
        """The game in the deal's address."""
        return schedule.slug_of(self.game, easy=self.easy)


@dataclass(frozen=True, slots=True)
class CalendarDay:
    """A day of the month. `how` is what became of it; `tries` are the deals that were tried, the easy one last."""

    date: date
    how: str
    tries: tuple[DealTried, ...] = ()


@dataclass(frozen=True, slots=True)
class CalendarPage:
    """A month in weeks from Monday, and the player's streaks."""

    month: date
    weeks: tuple[tuple[CalendarDay | None, ...], ...]
    solved: Streak
    won_first: Streak
    by_tries: tuple[tuple[int, int], ...]
    """The number of deals that the player won on each try."""
    most: int
    """The largest of these numbers."""
    days: int
    """Days with a finished first attempt."""
    before: date | None
    after: date | None

    @property
    def weekdays(self) -> tuple[date, ...]:
        """Seven days from a Monday, for their names."""
        monday = self.month - timedelta(days=self.month.weekday())
        return tuple(monday + timedelta(days=n) for n in range(7))


@dataclass(frozen=True, slots=True)
class _Days:
    """A player's days: the deals tried, by date."""

    tries: Mapping[date, tuple[DealTried, ...]]

    @property
    def solved(self) -> set[date]:
        return {day for day, tries in self.tries.items() if any(one.solved_on for one in tries)}

    @property
    def won_first(self) -> set[date]:
        return {day for day, tries in self.tries.items() if any(one.solved_on == 1 for one in tries)}


def streaks(player: Player, today: date | None = None) -> tuple[Streak, Streak]:
    """Return the player's streaks: of days solved, and of days won at first."""
    now = today or schedule.today()
    days, missing = _days_of(player), missing_days(now) | open_days()
    return streak(days.solved, missing, now), streak(days.won_first, missing, now)


def calendar(player: Player, month: date | None = None) -> CalendarPage:
    """Return the player's calendar of a month."""
    today = schedule.today()
    first = (month or today).replace(day=1)
    days, missing = _days_of(player), missing_days(today)
    neutral = missing | open_days()
    solved, at_first = streak(days.solved, neutral, today), streak(days.won_first, neutral, today)
    counts = Counter(one.solved_on for tries in days.tries.values() for one in tries if one.solved_on)
    earliest = min(days.tries, default=today).replace(day=1)
    return CalendarPage(
        month=first,
        weeks=_weeks(first, days, missing, solved),
        solved=solved,
        won_first=at_first,
        by_tries=tuple((number, counts[number]) for number in range(1, MOST_TRIES + 1)),
        most=max(counts.values(), default=0),
        days=len(days.tries),
        before=_month_before(first) if first > earliest else None,
        after=_month_after(first) if first < today.replace(day=1) else None,
    )


def streaks_to_save(day: date, among: QuerySet[Player]) -> list[int]:
    """Return those of these players who lose days of their streak unless they solve a deal of this day.

    Only days of the last two months are read: a longer streak ends as soon.
    """
    seats = DailySeat.objects.filter(player__in=among, deal__game__in=schedule.GAMES, deal__date__lte=day)
    recent = seats.filter(deal__date__gte=day - REMEMBERED, result__solved_on__isnull=False).order_by("player")
    missing = missing_days(day)
    rows = recent.values_list("player", "deal__date").iterator()
    return [
        player
        for player, days in groupby(rows, itemgetter(0))
        if _ends_a_streak(day, {solved for _player, solved in days}, missing)
    ]


def _ends_a_streak(day: date, solved: set[date], missing: set[date]) -> bool:
    """Return whether the streak loses more than this day itself if the day is missed."""
    tomorrow = day + timedelta(days=1)
    with_it = streak(solved | {day}, missing, tomorrow).days
    return day not in solved and streak(solved, missing, tomorrow).days < with_it - 1


def missing_days(today: date) -> set[date]:
    """Return the days since the first deal on which neither game had one: they break no streak."""
    deals = DailyDeal.objects.filter(game__in=schedule.GAMES, challenge__opened_at__isnull=False).order_by()
    played = set(deals.exclude(challenge__state=Challenge.State.CANCELLED).values_list("date", flat=True))
    first = min(played, default=today)
    return {first + timedelta(days=n) for n in range((today - first).days)} - played


def open_days() -> set[date]:
    """Return the days whose deals can still be won: two days overlap until noon."""
    deals = DailyDeal.objects.filter(game__in=schedule.GAMES, challenge__state=Challenge.State.OPEN)
    return set(deals.order_by().values_list("date", flat=True))


def _days_of(player: Player) -> _Days:
    seats = DailySeat.objects.filter(player=player, deal__game__in=schedule.GAMES, result__rank_key__isnull=False)
    columns = ("deal__date", "deal__game", "deal__easy", "result__solved_on")
    tries: dict[date, dict[tuple[str, bool], int]] = {}
    for day, game, easy, solved_on in seats.order_by("pk").values_list(*columns):
        deals = tries.setdefault(day, {})
        deals[game, easy] = min(filter(None, (deals.get((game, easy)), solved_on)), default=0)
    return _Days({day: tuple(DealTried(*deal, deals[deal]) for deal in sorted(deals)) for day, deals in tries.items()})


def _weeks(first: date, days: _Days, missing: set[date], solved: Streak) -> tuple[tuple[CalendarDay | None, ...], ...]:
    start, end = first - timedelta(days=first.weekday()), _month_after(first)
    dates = [start + timedelta(days=n) for n in range((end - start).days + (-(end - start).days) % 7)]
    cells = [_day(day, days, missing, solved) if day.month == first.month else None for day in dates]
    return tuple(tuple(cells[n : n + 7]) for n in range(0, len(cells), 7))


def _day(day: date, days: _Days, missing: set[date], solved: Streak) -> CalendarDay:
    tries = days.tries.get(day, ())
    return CalendarDay(day, _how(day, tries, missing, solved), tries)


def _how(day: date, tries: Sequence[DealTried], missing: set[date], solved: Streak) -> str:
    if any(one.solved_on for one in tries):
        return SOLVED
    if tries:
        return PLAYED
    if day in missing:
        return MISSING
    return BRIDGED if day in solved.bridged else NONE


def _month_after(first: date) -> date:
    """Return the first day of the next month."""
    return (first + timedelta(days=32)).replace(day=1)


def _month_before(first: date) -> date:
    return (first - timedelta(days=1)).replace(day=1)
