"""Seasons and series: one challenge a week, announced by itself, exactly once, also after outages."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest
import time_machine
from django.urls import reverse
from pytest_django.fixtures import DjangoAssertNumQueries

from games.crew.rating import RATING_BOT
from logbook.challenges import tasks as challenges_tasks
from logbook.challenges.exceptions import RacesInSeries
from logbook.challenges.models.challenges import Challenge, Deal
from logbook.challenges.ruling_exceptions import NothingChanges
from logbook.clubs.models import Club
from logbook.notifications.models import ClubEvent, OutboxMail
from logbook.people.models.players import Player
from logbook.seasons import tasks as seasons_tasks
from logbook.seasons.exceptions import SeriesEnded
from logbook.seasons.models.seasons import Season, SeasonNote, Series
from logbook.seasons.services import series as services
from tests.challenges.random_histories import Fates
from tests.conftest import SignedIn

pytestmark = pytest.mark.django_db

assert RATING_BOT
# The first Monday of the season; the series opens at 18:00 in Berlin, which is 17:00 UTC in winter.
MONDAY = datetime(2026, 11, 23, 17, tzinfo=UTC)
WEEK, DAY, HOUR = timedelta(days=7), timedelta(days=1), timedelta(hours=1)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[time_machine.Traveller]:
    Fates({1: 10}).come_true(monkeypatch)
    with time_machine.travel(MONDAY - 10 * DAY, tick=False) as clock:
        yield clock


@pytest.fixture
def season(club: Club, olga: Player, clock: time_machine.Traveller) -> Season:
    return services.create_season(
        club=club, by=olga, name="Winter", starts_on=date(2026, 11, 22), ends_on=date(2027, 1, 17), best_n=6
    )


PLAN: dict[str, Any] = {
    "title": "Monday club",
    "weekday": 0,
    "hour": 18,
    "minute": 0,
    "time_zone": "Europe/Berlin",
    "window_hours": 24 * 6,
    "game": "planet-nine",
    "rotation": [["1", "4"], ["deep-sea 3"]],
    "players": 3,
    "policy": "single",
    "max_attempts": 1,
    "playouts": 0,
    "announced_days": 3,
    "contribution_hours": 24,
}


@pytest.fixture
def series(season: Season, olga: Player) -> Series:
    return services.create_series(season=season, by=olga, **PLAN)


def beat(clock: time_machine.Traveller, at: datetime) -> list[str]:
    clock.move_to(at, tick=False)
    for _ in range(3):  # Simultaneous or repeated calls have the effect of one.
        seasons_tasks.announce_due_weeks.delay()
        challenges_tasks.open_and_close_due.delay()
    return list(Challenge.objects.order_by("opens_at").values_list("state", flat=True))


def told() -> list[tuple[str, int | None]]:
    return list(SeasonNote.objects.order_by("pk").values_list("kind", "occurrence"))


def test_a_week_is_announced_stirred_prepared_opened_and_closed_by_itself(
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


def test_after_an_outage_what_is_over_is_left_out_and_what_is_open_opens_late(
    series: Series, clock: time_machine.Traveller
) -> None:
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
    assert set(Series.objects.values_list("following", flat=True)) == {1}


def test_a_series_with_one_week_left_may_still_be_changed(
    series: Series, olga: Player, clock: time_machine.Traveller
) -> None:
    last = max(services.rhythm_of(series).weeks())
    beat(clock, MONDAY + last * WEEK - 4 * DAY)
    series.refresh_from_db()
    assert series.following == last
    services.change_series(series=series, by=olga, **PLAN | {"players": 4})
    beat(clock, MONDAY + last * WEEK)
    assert Challenge.objects.get(occurrence=last).players == 4


def test_two_beats_at_the_same_week_make_one_challenge(series: Series, clock: time_machine.Traveller) -> None:
    beat(clock, MONDAY - 3 * DAY)
    Series.objects.update(following=0)  # As read by a beat before the other one wrote.
    assert services.announce_due_weeks() == 0
    assert Challenge.objects.count() == 1


def test_little_time_is_no_time_to_stir(series: Series, clock: time_machine.Traveller) -> None:
    beat(clock, MONDAY - 5 * HOUR)
    assert Challenge.objects.get().contributions_until == MONDAY - HOUR
    Challenge.objects.all().delete()
    Series.objects.update(following=0)
    beat(clock, MONDAY - HOUR)
    assert Challenge.objects.get().contributions_until is None


def test_a_paused_series_announces_nothing_and_leaves_out_what_passes(
    series: Series, olga: Player, clock: time_machine.Traveller
) -> None:
    services.turn_series(series=series, by=olga, what="pause")
    with pytest.raises(NothingChanges):
        services.turn_series(series=series, by=olga, what="pause")
    assert beat(clock, MONDAY + WEEK - DAY) == []
    services.turn_series(series=series, by=olga, what="resume")
    assert len(beat(clock, MONDAY + WEEK - DAY)) == 1
    assert ("skipped", 0) in told()
    services.turn_series(series=series, by=olga, what="end")
    assert len(beat(clock, MONDAY + 5 * WEEK)) == 1
    with pytest.raises(SeriesEnded):
        services.turn_series(series=series, by=olga, what="resume")
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

GIVEN = {
    "title": "Monday club",
    "weekday": "0",
    "time": "18:00",
    "time_zone": "Europe/Berlin",
    "window_hours": "144",
    "game": "planet-nine",
    "rotation": "1; 4\ndeep-sea 3",
    "players": "3",
    "policy": "single",
    "difficulty": "any",
    "announced_days": "3",
    "contribution_hours": "24",
}


def test_an_organizer_plans_a_season(club: Club, olga: Player, bob: Player, charlie: Player, signed_in: SignedIn,
                                     clock: time_machine.Traveller) -> None:  # fmt: skip
    client = signed_in(olga)
    given = {"name": "Winter", "starts_on": "2026-11-22", "ends_on": "2027-01-17", "best_n": "6"}
    assert client.post(reverse("season-new", args=(club.slug,)), given).status_code == 302
    season = Season.objects.get()
    address = reverse("series-new", args=(season.pk,))
    preview = client.post(address, GIVEN | {"preview": "1"})
    assert preview.status_code == 200
    assert "2026-11-23 18:00" in preview.text
    assert "11-23 17:00 UTC" in preview.text
    assert not Series.objects.exists()
    assert client.post(address, GIVEN).status_code == 302
    beat(clock, MONDAY - 3 * DAY)
    page = reverse("season", args=(season.pk,))
    shown = signed_in(bob).get(page).text
    assert ("Monday club 1" in shown, shown.count("weeks__next"), shown.count("Week ")) == (True, 1, 9)
    assert "deep-sea 3" not in shown, "what is not announced is not told"
    assert "deep-sea 3" in client.get(page).text
    assert signed_in(charlie).get(page).status_code == 404
    assert signed_in(bob).get(address).status_code == 403
    assert signed_in(bob).get(reverse("season-list", args=(club.slug,))).text.count("Winter") == 1
    series = Series.objects.get()
    assert signed_in(bob).post(reverse("series-turn", args=(series.pk, "end"))).status_code == 403
    assert client.post(reverse("series-turn", args=(series.pk, "pause"))).status_code == 302
    assert client.post(reverse("series-turn", args=(series.pk, "pause"))).status_code == 409
    edit = reverse("series-edit", args=(series.pk,))
    assert "1; 4" in client.get(edit).text
    assert client.post(edit, GIVEN | {"time": "20:15"}).status_code == 302
    series.refresh_from_db()
    assert (series.hour, series.minute, series.rotation) == (20, 15, [["1", "4"], ["deep-sea 3"]])


def test_a_season_page_takes_as_many_queries_however_many_weeks_were_held(
    series: Series,
    bob: Player,
    clock: time_machine.Traveller,
    signed_in: SignedIn,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    client, address = signed_in(bob), reverse("season", args=(series.season_id,))
    for at in (MONDAY - 3 * DAY, MONDAY + 5 * WEEK):
        beat(clock, at)
        with django_assert_num_queries(13):
            client.get(address)


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"title": ""}, "Give the series a title."),
        ({"weekday": "9"}, "Choose a weekday."),
        ({"time": "25:00"}, "Enter a time, such as 18:30."),
        ({"time_zone": "Europe/Atlantis"}, "“Europe/Atlantis”"),
        ({"window_hours": "0"}, "Enter a number from 1 to 672."),
        ({"rotation": " ; \n"}, "Enter the missions of at least one week."),
        ({"rotation": "1\n99"}, "has no mission “99”"),
        ({"rotation": "; ".join(["1"] * 13)}, "A challenge can have up to 12 stages."),
        ({"players": "7"}, "2 to 5 players"),
        ({"policy": "best-of"}, "how many attempts"),
        ({"contribution_hours": "-1"}, "Enter a number from 0"),
    ],
)
def test_a_wrong_series_is_a_sentence_at_its_field(
    season: Season, olga: Player, signed_in: SignedIn, wrong: dict[str, str], says: str
) -> None:
    answer = signed_in(olga).post(reverse("series-new", args=(season.pk,)), GIVEN | wrong)
    assert (answer.status_code, says in answer.text) == (422, True)
    assert not Series.objects.exists()


def test_a_series_in_the_past_is_refused(
    season: Season, olga: Player, signed_in: SignedIn, clock: time_machine.Traveller
) -> None:
    clock.move_to(datetime(2027, 1, 18, 17, 1, tzinfo=UTC), tick=False)
    answer = signed_in(olga).post(reverse("series-new", args=(season.pk,)), GIVEN)
    assert (
        answer.status_code,
        "This series has no weeks left in the season. Extend the season first." in answer.text,
    ) == (422, True)
    assert not Series.objects.exists()


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"name": ""}, "Give the season a name."),
        ({"ends_on": "2026-11-21"}, "The last day can’t be before the first."),
        ({"starts_on": "2025-01-01", "ends_on": "2025-02-01"}, "This day is in the past. Choose a later one."),
        ({"ends_on": "2029-01-01"}, "a year at most"),
        ({"starts_on": "soon"}, "Enter a date, such as 2026-11-30."),
        ({"best_n": "0"}, "Enter a number from 1 to 52."),
    ],
)
def test_a_wrong_season_is_a_sentence_at_its_field(
    club: Club, olga: Player, signed_in: SignedIn, clock: time_machine.Traveller, wrong: dict[str, str], says: str
) -> None:
    given = {"name": "Winter", "starts_on": "2026-11-22", "ends_on": "2027-01-17", "best_n": "6"}
    answer = signed_in(olga).post(reverse("season-new", args=(club.slug,)), given | wrong)
    assert (answer.status_code, says in answer.text) == (422, True)
    assert not Season.objects.exists()


@pytest.mark.parametrize("week", [["deep-blue troubled-waters"], ["1", "deep-blue storm-ahead"]])
def test_a_series_is_of_missions_and_not_of_races(
    week: list[str], season: Season, series: Series, olga: Player
) -> None:
    with pytest.raises(RacesInSeries):
        services.create_series(season=season, by=olga, **(PLAN | {"rotation": [week]}))
    with pytest.raises(RacesInSeries):
        services.change_series(series=series, by=olga, rotation=[["1"], week])


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
