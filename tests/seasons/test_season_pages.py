"""The pages of seasons and series: planning them, and what is wrong at its field."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
import time_machine
from django.urls import reverse
from pytest_django.fixtures import DjangoAssertNumQueries

from logbook.challenges.exceptions import RacesInSeries
from logbook.clubs.models import Club
from logbook.people.models.players import Player
from logbook.seasons.models.seasons import Season, Series
from logbook.seasons.services import series as services
from tests.conftest import SignedIn
from tests.seasons.scenes import DAY, GIVEN, MONDAY, PLAN, WEEK, beat

pytestmark = pytest.mark.django_db


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
    assert signed_in(bob).post(reverse("series-state", args=(series.pk, "end"))).status_code == 403
    assert client.post(reverse("series-state", args=(series.pk, "pause"))).status_code == 302
    assert client.post(reverse("series-state", args=(series.pk, "pause"))).status_code == 409
    edit = reverse("series-edit", args=(series.pk,))
    assert "1; 4" in client.get(edit).text
    assert client.post(edit, GIVEN | {"time": "20:15"}).status_code == 302
    series.refresh_from_db()
    assert (series.hour, series.minute, series.rotation) == (20, 15, [["1", "4"], ["deep-sea 3"]])


def test_weeks_are_chosen_from_lists_and_further_ones_written(
    season: Season, olga: Player, signed_in: SignedIn
) -> None:
    client, address = signed_in(olga), reverse("series-new", args=(season.pk,))
    chosen = {"week_1": "deep-sea 7", "week_2": "deep-sea 12", "rotation": ""}
    assert client.post(address, GIVEN | chosen).status_code == 302
    series = Series.objects.get()
    assert (series.game, series.rotation) == ("deep-sea", [["deep-sea 7"], ["deep-sea 12"]])
    edit = reverse("series-edit", args=(series.pk,))
    assert '<option value="deep-sea 12" selected>' in client.get(edit).text
    assert client.post(edit, GIVEN | chosen | {"rotation": "1; 4"}).status_code == 302
    series.refresh_from_db()
    assert (series.game, series.rotation) == ("planet-nine", [["deep-sea 7"], ["deep-sea 12"], ["1", "4"]])
    assert "<details open>" in client.get(edit).text, "the written weeks are in sight"


def test_a_season_page_takes_as_many_queries_for_any_number_of_weeks(
    series: Series,
    bob: Player,
    clock: time_machine.Traveller,
    signed_in: SignedIn,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    client, address = signed_in(bob), reverse("season", args=(series.season_id,))
    for at in (MONDAY - 3 * DAY, MONDAY + 5 * WEEK):
        beat(clock, at)
        with django_assert_num_queries(12):
            client.get(address)


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"title": ""}, "Give the series a title."),
        ({"weekday": "9"}, "Choose a weekday."),
        ({"time": "25:00"}, "Enter a time, such as 18:30."),
        ({"time_zone": "Europe/Atlantis"}, "“Europe/Atlantis”"),
        ({"window_hours": "0"}, "Enter a number from 1 to 672."),
        ({"rotation": " ; \n"}, "Enter the missions for at least one week."),
        ({"rotation": ""}, "Choose a mission for at least one week."),
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
