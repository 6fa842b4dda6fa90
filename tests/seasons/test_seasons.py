"""Seasons and series: one challenge a week, announced by itself, exactly once, also after outages."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import pairwise

import pytest
import time_machine
from django.urls import reverse

from games.crew.rating import RATING_BOT
from logbook.challenges.exceptions import NothingChanges
from logbook.challenges.models.challenges import Challenge, Deal
from logbook.notifications.models import ClubEvent, OutboxMail
from logbook.people.models.players import Player
from logbook.seasons.exceptions import SeriesEnded
from logbook.seasons.models.seasons import Season, SeasonNote, Series
from logbook.seasons.services import series as services
from tests.conftest import SignedIn
from tests.seasons.scenes import DAY, GIVEN, HOUR, MONDAY, PLAN, WEEK, beat

pytestmark = pytest.mark.django_db

assert RATING_BOT


def told() -> list[tuple[str, int | None]]:
    return list(SeasonNote.objects.order_by("pk").values_list("kind", "occurrence"))


def test_a_week_is_announced_prepared_opened_and_closed_by_itself(
    series: Series, clock: time_machine.Traveller
) -> None:
    assert beat(clock, MONDAY - 3 * DAY - HOUR) == []
    assert beat(clock, MONDAY - 3 * DAY) == ["collecting"]
    made = Challenge.objects.get()
    assert (made.title, made.series, made.occurrence) == ("Monday club 1", series, 0)
    assert (made.opens_at, made.closes_at) == (MONDAY, MONDAY + 6 * DAY)
    assert made.contributions_until == MONDAY - 2 * DAY
    assert [stage.mission for stage in made.stages.order_by("number")] == ["1", "4"]
    assert beat(clock, MONDAY - 2 * DAY) == ["scheduled"]
    assert beat(clock, MONDAY) == ["open"]
    assert beat(clock, MONDAY + 6 * DAY) == ["closed", "collecting"]
    second = Challenge.objects.get(occurrence=1)
    assert [(stage.game, stage.mission) for stage in second.stages.all()] == [("deep-sea", "3")]
    assert told() == [("added", None)]


def test_an_outage_skips_closed_weeks_and_opens_late_ones(series: Series, clock: time_machine.Traveller) -> None:
    beat(clock, MONDAY + 3 * WEEK + DAY)
    assert beat(clock, MONDAY + 3 * WEEK + DAY + timedelta(minutes=1)) == ["open"]
    late = Challenge.objects.get()
    assert (late.occurrence, late.contributions_until) == (3, None)
    assert told() == [("added", None), ("skipped", 0), ("skipped", 1), ("skipped", 2), ("late", 3)]
    beat(clock, MONDAY + 3 * WEEK + 2 * DAY)
    assert (Challenge.objects.count(), SeasonNote.objects.count()) == (1, 5)


def test_a_whole_season_has_each_week_once(series: Series, clock: time_machine.Traveller) -> None:
    for day in range(70):
        if day % 9 < 6:  # The site is down for three of nine days.
            beat(clock, MONDAY - 7 * DAY + day * DAY)
    weeks = list(Challenge.objects.order_by("occurrence").values_list("occurrence", flat=True))
    assert weeks == list(range(8))
    assert set(Challenge.objects.values_list("state", flat=True)) == {"closed"}
    opens = [one.opens_at for one in Challenge.objects.order_by("occurrence")]
    assert opens == [MONDAY + n * WEEK for n in range(8)]


def test_series_of_the_same_week_announce_one_challenge_each(
    season: Season, olga: Player, clock: time_machine.Traveller
) -> None:
    """Announcing a week of one series does not advance another one."""
    plans = [services.create_series(season=season, by=olga, **PLAN | {"title": title}) for title in ("One", "Two")]
    beat(clock, MONDAY - 3 * DAY)
    made = Challenge.objects.values_list("title", "series", "occurrence").order_by("title")
    assert list(made) == [("One 1", plans[0].pk, 0), ("Two 1", plans[1].pk, 0)]
    assert set(Series.objects.values_list("next_week", flat=True)) == {1}


def test_a_series_with_one_week_left_may_still_be_changed(
    series: Series, olga: Player, clock: time_machine.Traveller
) -> None:
    last = max(services.rhythm_of(series).weeks())
    beat(clock, MONDAY + last * WEEK - 4 * DAY)
    series.refresh_from_db()
    assert series.next_week == last
    services.change_series(series=series, by=olga, **PLAN | {"players": 4})
    beat(clock, MONDAY + last * WEEK)
    assert Challenge.objects.get(occurrence=last).players == 4


def test_two_beats_at_the_same_week_make_one_challenge(series: Series, clock: time_machine.Traveller) -> None:
    beat(clock, MONDAY - 3 * DAY)
    Series.objects.update(next_week=0)  # As read by a beat before the other one wrote.
    assert services.announce_due_weeks() == 0
    assert Challenge.objects.count() == 1


def test_little_time_is_no_time_to_stir(series: Series, clock: time_machine.Traveller) -> None:
    beat(clock, MONDAY - 5 * HOUR)
    assert Challenge.objects.get().contributions_until == MONDAY - HOUR
    Challenge.objects.all().delete()
    Series.objects.update(next_week=0)
    beat(clock, MONDAY - HOUR)
    assert Challenge.objects.get().contributions_until is None


def test_a_paused_series_announces_nothing_and_leaves_out_what_passes(
    series: Series, olga: Player, clock: time_machine.Traveller
) -> None:
    services.change_state(series=series, by=olga, action="pause")
    with pytest.raises(NothingChanges):
        services.change_state(series=series, by=olga, action="pause")
    assert beat(clock, MONDAY + WEEK - DAY) == []
    services.change_state(series=series, by=olga, action="resume")
    assert len(beat(clock, MONDAY + WEEK - DAY)) == 1
    assert ("skipped", 0) in told()
    services.change_state(series=series, by=olga, action="end")
    assert len(beat(clock, MONDAY + 5 * WEEK)) == 1
    with pytest.raises(SeriesEnded):
        services.change_state(series=series, by=olga, action="resume")
    with pytest.raises(SeriesEnded):
        services.change_series(series=series, by=olga, hour=3)


def test_a_change_is_for_what_is_not_announced(series: Series, olga: Player, clock: time_machine.Traveller) -> None:
    beat(clock, MONDAY - 3 * DAY)
    services.change_series(series=series, by=olga, hour=20, rotation=[["2"]], players=4)
    beat(clock, MONDAY + WEEK - 3 * DAY + 2 * HOUR)
    first, second = Challenge.objects.order_by("occurrence")
    assert (first.opens_at, first.players) == (MONDAY, 3)
    assert (second.opens_at, second.players) == (MONDAY + WEEK + 2 * HOUR, 4)


@pytest.mark.parametrize("weekday", range(1, 7))
def test_another_weekday_skips_no_week_and_doubles_none(
    weekday: int, series: Series, olga: Player, clock: time_machine.Traveller
) -> None:
    beat(clock, MONDAY - 3 * DAY)
    services.change_series(series=series, by=olga, weekday=weekday)
    assert told()[-2:] == [("changed", None), ("moved", None)]
    for day in range(28):
        clock.move_to(MONDAY + day * DAY, tick=False)
        services.announce_due_weeks()
        if day == 7:
            services.change_series(series=series, by=olga, weekday=0)
    opens = list(Challenge.objects.order_by("opens_at").values_list("opens_at", flat=True))
    assert [one.weekday() for one in opens][:3] == [0, weekday, 0]
    assert all(4 <= (later - one).days <= 10 for one, later in pairwise(opens))
    weeks = list(Challenge.objects.order_by("opens_at").values_list("occurrence", flat=True))
    assert weeks == list(range(len(opens)))


def test_a_change_says_its_dates_before(
    series: Series, olga: Player, clock: time_machine.Traveller, signed_in: SignedIn
) -> None:
    beat(clock, MONDAY - 3 * DAY)
    client, address = signed_in(olga), reverse("series-edit", args=(series.pk,))
    shown = client.post(address, GIVEN | {"weekday": "6", "preview": "yes"}).context["dates"]
    series = services.change_series(series=series, by=olga, weekday=6)
    assert shown[1].opens == services.rhythm_of(series).opens(1) == MONDAY + 6 * DAY


def test_a_week_that_is_ready_after_its_close_is_left_out(series: Series, clock: time_machine.Traveller) -> None:
    beat(clock, MONDAY - 3 * DAY)
    week = Challenge.objects.get()
    Challenge.objects.update(state="scheduled")
    Deal.objects.create(stage=week.stages.get(number=1), attempt=1, state="ready", seed="s", moved_at=week.closes_at)
    assert beat(clock, week.closes_at + HOUR)[0] == "cancelled"
    week.refresh_from_db()
    assert (week.opened_at, week.closed_at) == (None, week.closes_at + HOUR)
    assert told().count(("unready", 0)) == 1
    kinds = ClubEvent.objects.filter(challenge=week).order_by("pk").values_list("kind", flat=True)
    assert list(kinds) == ["announced", "cancelled"]
    assert OutboxMail.objects.filter(event="unprepared", player__name="Olga").count() == 1


def test_missions_that_are_gone_are_left_out_with_a_note(series: Series, clock: time_machine.Traveller) -> None:
    Series.objects.update(rotation=[["99"]])
    assert beat(clock, MONDAY - 3 * DAY) == []
    assert told()[-1] == ("refused", 0)


# --- pages


def test_a_weeks_challenge_is_as_its_series_says(season: Season, olga: Player, clock: time_machine.Traveller) -> None:
    wishes = {
        "policy": "best-of",
        "max_attempts": 3,
        "difficulty": "hard",
        "playouts": 40,
        "options": "three-player-challenge",
    }
    series = services.create_series(season=season, by=olga, **PLAN | wishes | {"rotation": [["4"]]})
    clock.move_to(MONDAY - 3 * DAY, tick=False)
    assert services.announce_due_weeks() == 1
    made = Challenge.objects.values(*wishes, "created_by", "series").get()
    assert made == wishes | {"created_by": olga.pk, "series": series.pk}
    assert list(SeasonNote.objects.values_list("kind", "by")) == [("added", olga.pk)]


def test_what_is_skipped_or_refused_is_no_challenge(series: Series, clock: time_machine.Traveller) -> None:
    clock.move_to(MONDAY + 6 * DAY, tick=False)
    assert services.announce_due_weeks() == 1, "week 1 is due, week 0 is over"
    assert told()[1:] == [("skipped", 0)]
    Series.objects.update(rotation=[["99"]])
    clock.move_to(MONDAY + 2 * WEEK, tick=False)
    assert services.announce_due_weeks() == 0
    assert told()[-1] == ("refused", 2)


def test_a_week_announced_as_it_opens_is_late(series: Series, clock: time_machine.Traveller) -> None:
    clock.move_to(MONDAY, tick=False)
    assert services.announce_due_weeks() == 1
    assert told()[-1] == ("late", 0)


def test_the_same_weekday_moves_no_week(series: Series, olga: Player, clock: time_machine.Traveller) -> None:
    clock.move_to(MONDAY - 3 * DAY, tick=False)
    services.announce_due_weeks()
    services.change_series(series=series, by=olga, weekday=6)
    moved = services.change_series(series=series, by=olga, weekday=6, hour=20)
    assert moved.shifted == Series.objects.get().shifted
    assert services.rhythm_of(moved).day(1) == date(2026, 11, 29)
    assert told()[-3:] == [("changed", None), ("moved", None), ("changed", None)]
