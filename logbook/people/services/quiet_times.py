"""Services of quiet times: set a player's quiet hours and holidays, and read them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from datetime import date, time, timedelta
from typing import Final

from django.db import transaction

from logbook.people import signals
from logbook.people.exceptions import TooManyHolidays, TooManyQuietHours
from logbook.people.models.players import Player
from logbook.people.models.quiet_times import Holiday, QuietHours
from logbook.people.quiet_times import QuietTimes, days_in_year, hours_between
from logbook.people.time_zones import time_zone_of

MOST_HOURS: Final = 10
"""Quiet hours a day."""
MOST_HOLIDAYS: Final = 14
"""Holidays a calendar year."""


@transaction.atomic
def set_quiet_hours(*, player: Player, begins: time | None, ends: time | None) -> None:
    """Set the quiet hours; none without both times, or where they are the same. Raises TooManyQuietHours."""
    if begins is None or ends is None or begins == ends:
        QuietHours.objects.filter(player=player).delete()
    elif hours_between(begins, ends) > MOST_HOURS:
        raise TooManyQuietHours(most=MOST_HOURS)
    else:
        QuietHours.objects.update_or_create(player=player, defaults={"begins": begins, "ends": ends})
    signals.quiet_times_changed.send(sender=QuietHours, player=player)


@transaction.atomic
def add_holidays(*, player: Player, first: date, last: date) -> None:
    """Add the days from the first to the last. Idempotent. Raises TooManyHolidays and changes nothing."""
    if last < first or (last - first).days >= MOST_HOLIDAYS:
        raise TooManyHolidays(most=MOST_HOLIDAYS)
    Player.objects.select_for_update().get(pk=player.pk)  # Two requests at once must not add twice as many.
    days = {first + timedelta(days=n) for n in range((last - first).days + 1)}
    every = days | set(Holiday.objects.filter(player=player).values_list("day", flat=True))
    if any(days_in_year(every, day.year) > MOST_HOLIDAYS for day in days):
        raise TooManyHolidays(most=MOST_HOLIDAYS)
    Holiday.objects.bulk_create((Holiday(player=player, day=day) for day in days), ignore_conflicts=True)
    signals.quiet_times_changed.send(sender=Holiday, player=player)


@transaction.atomic
def remove_holiday(*, player: Player, pk: int) -> None:
    """Remove a holiday of the player. Idempotent."""
    Holiday.objects.filter(player=player, pk=pk).delete()
    signals.quiet_times_changed.send(sender=Holiday, player=player)


def quiet_times_of(player: Player) -> QuietTimes:
    """Return the player's quiet times."""
    return quiet_times_of_all([player])[player.pk]


def quiet_times_of_all(players: Collection[Player]) -> Mapping[int, QuietTimes]:
    """Return the quiet times of these players, by their keys, in two queries."""
    hours = {one.player_id: one for one in QuietHours.objects.filter(player__in=players)}
    holidays = defaultdict[int, set[date]](set)
    for player_id, day in Holiday.objects.filter(player__in=players).values_list("player", "day"):
        holidays[player_id].add(day)
    return {
        player.pk: QuietTimes(
            zone=time_zone_of(player),
            begins=hours[player.pk].begins if player.pk in hours else None,
            ends=hours[player.pk].ends if player.pk in hours else None,
            holidays=frozenset(holidays[player.pk]),
        )
        for player in players
    }
