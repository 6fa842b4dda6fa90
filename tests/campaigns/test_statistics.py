"""Statistics of a crew: its figures and their readers."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from itertools import pairwise
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from logbook.campaigns.models import Campaign, LogEntry, MissionLog
from logbook.campaigns.selectors import statistics, statistics_plots
from logbook.campaigns.services import campaigns as campaign_services
from logbook.campaigns.services import entries
from logbook.campaigns.services.entries import Attendee
from logbook.crews.models.crews import Crew
from logbook.crews.services import guests
from logbook.lib.plots.beside import Beside, Pair
from logbook.lib.plots.figures import PlotText
from logbook.people.models.players import Player
from logbook.templatetags.plots import plot
from tests.campaigns.pages_scenes import others
from tests.conftest import Forget, SignedIn

DAY = date(2025, 12, 30)


@pytest.fixture
def campaign(crew: Crew, alice: Player) -> Campaign:
    return campaign_services.open_campaign(crew=crew, by=alice, game="planet-nine", name="Winter <x>", in_order=False)


def add(campaign: Campaign, by: Player, mission: str = "1", **told: Any) -> LogEntry:
    said: dict[str, Any] = {"won": False, "played_on": DAY, "attendance": [Attendee(by)]} | told
    return entries.add_entry(campaign=campaign, by=by, key=uuid4(), mission=mission, **said)


def rows(found: statistics.Statistics, number: int) -> list[tuple[str, int, int]]:
    return [(row.name, row.tries, row.won) for row in found.compared[number].rows]


def test_shares_by_players_captain_people_and_signal(
    campaign: Campaign, crew: Crew, alice: Player, bob: Player
) -> None:
    gus = guests.ensure_guest(crew=crew, name="Gus")
    two, three = [Attendee(alice, captain=True), Attendee(bob)], [Attendee(alice), Attendee(bob), Attendee(guest=gus)]
    add(campaign, alice, attendance=two)
    add(campaign, alice, attendance=two, won=True, distress=True)
    add(campaign, alice, "2", attendance=three, won=True)
    entry = add(campaign, alice, "2", attendance=three, won=True)
    entries.remove_entry(entry_id=entry.pk, by=alice)
    found = statistics.statistics_of(crew)
    assert rows(found, 0) == [("2 players", 2, 1), ("3 players", 1, 1)]
    assert rows(found, 1) == [("Alice", 2, 1)]
    assert rows(found, 2) == [("Alice", 3, 2), ("Bob", 3, 2), ("Gus", 1, 1)]
    assert rows(found, 3) == [("sent", 1, 1), ("not sent", 2, 1)]
    assert (found.whole.tries, found.whole.won, found.signals) == (3, 2, 1)
    assert not found.whole.enough


def test_a_guest_who_is_somebody_now_is_counted_as_that_person(
    campaign: Campaign, crew: Crew, alice: Player, bob: Player
) -> None:
    gus = guests.ensure_guest(crew=crew, name="Gus")
    add(campaign, alice, attendance=[Attendee(guest=gus)], won=True)
    add(campaign, alice, attendance=[Attendee(bob)])
    gus.claimed_by = bob
    gus.save()
    assert rows(statistics.statistics_of(crew), 2) == [("Bob", 2, 1)]


def test_who_took_their_name_away_is_in_no_list(campaign: Campaign, crew: Crew, alice: Player) -> None:
    add(campaign, alice, attendance=[Attendee(captain=True), Attendee(alice)])
    found = statistics.statistics_of(crew)
    assert (rows(found, 1), rows(found, 2)) == ([], [("Alice", 1, 0)])


def test_years_time_and_rows(campaign: Campaign, crew: Crew, alice: Player) -> None:
    for number, (won, minutes) in enumerate([(True, 10), (True, 30), (False, None), (False, 20), (True, None)]):
        add(campaign, alice, str(number + 1), won=won, minutes=minutes, played_on=DAY + timedelta(days=number // 2))
    add(campaign, alice, "6", won=True, played_on=DAY + timedelta(days=3))
    found = statistics.statistics_of(crew)
    assert [(year.year, year.share.tries, year.share.won, year.days) for year in found.years] == [
        (2025, 4, 2, 2),
        (2026, 2, 2, 2),
    ]
    assert found.durations is not None
    assert (found.durations.entries, found.durations.minutes, found.durations.middle, found.durations.longest) == (
        3,
        60,
        20,
        30,
    )
    assert (found.durations.days, found.durations.on_busiest, found.durations.busiest) == (4, 2, DAY)
    told = found.in_a_row
    assert (told.won, told.won_longest, told.lost_longest, told.clean) == (2, 2, 2, 4)


def test_a_choice_of_campaign_or_game(campaign: Campaign, crew: Crew, alice: Player) -> None:
    sea = campaign_services.open_campaign(crew=crew, by=alice, game="deep-sea", name="Sea")
    add(campaign, alice)
    add(sea, alice, won=True)
    add(sea, alice, won=False)
    assert statistics.statistics_of(crew).whole.tries == 3
    assert len(statistics.statistics_of(crew).beside) == 2
    for found in (statistics.statistics_of(crew, game="deep-sea"), statistics.statistics_of(crew, campaign_id=sea.pk)):
        assert (found.whole.tries, found.whole.won, len(found.beside)) == (2, 1, 1)


# --- plots


def test_missions_stand_beside_the_middle_of_others(campaign: Campaign, crew: Crew, alice: Player) -> None:
    add(campaign, alice)
    add(campaign, alice, won=True)
    add(campaign, alice, "2")
    others([3, 3, 4, 5, 9])
    (found,) = statistics.statistics_of(crew).beside
    assert found.pairs == (Pair("1", 2, 4), Pair("2", 1, None, open=True))
    assert "fewer attempts on 1 of 1 missions won, the same number on 0 and more on 0" in found.text.description
    assert "<svg" not in plot(found, "x"), "two missions are listed, not drawn"
    drawn = plot(replace(found, pairs=found.pairs * 3), "x")
    assert drawn.count("<rect") == 6
    assert drawn.count("plot__beside") == 3
    assert "not enough data" in drawn


def test_a_bar_reaches_as_high_as_the_mark_of_the_same_number() -> None:
    words = PlotText("t", "d", "e")
    drawn = Beside(words, tuple(Pair(str(n), n, n) for n in range(1, 51)), "We", "They").shapes
    assert all(one.top == one.mark_at for one in drawn)
    assert all(one.x + one.width <= other.x for one, other in pairwise(drawn))
    assert drawn[-1].mark_to <= 360
    assert Beside(words, (), "We", "They").is_empty


@pytest.mark.parametrize(("tries", "window", "moments"), [(9, 10, 0), (10, 10, 1), (12, 10, 3), (100, 20, 20)])
def test_the_curve_has_enough_attempts_at_each_moment(tries: int, window: int, moments: int) -> None:
    assert statistics_plots.window_of(tries) == window
    curve = statistics_plots.curve([False] * (tries - window) + [True] * min(window, tries), [DAY] * tries)
    assert len(curve.moments) == moments
    if moments:
        assert curve.moments[-1].share == 100
        assert all(moment.of == window for moment in curve.moments)


# --- the page


PAGE_QUERIES = 13
"""Session, user, player, messages, crew; its campaigns, entries, mission logs, all crews, the crew's own part; people,
and the names of guests and players; the rating of the crew and of others.
"""


def test_the_page_asks_equally_often_however_much_stands_in_it(
    campaign: Campaign,
    crew: Crew,
    alice: Player,
    bob: Player,
    signed_in: SignedIn,
    fresh_cache: Forget,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    client, address = signed_in(bob), reverse("crew-statistics", args=["aurora"])
    gus = guests.ensure_guest(crew=crew, name="Gus")
    add(campaign, alice, attendance=[Attendee(alice), Attendee(guest=gus)])
    with django_assert_num_queries(PAGE_QUERIES):
        client.get(address)
    for number in range(2, 20):
        add(campaign, alice, str(number), won=True, attendance=[Attendee(alice), Attendee(bob), Attendee(guest=gus)])
    fresh_cache()
    with django_assert_num_queries(PAGE_QUERIES):
        page = client.get(address).text
    assert "Too few" not in page.split("curve-title")[1].split("compared-title")[0]
    assert MissionLog.objects.filter(campaign=campaign).count() == 19


def test_the_page_is_its_crews(
    campaign: Campaign, crew: Crew, alice: Player, charlie: Player, signed_in: SignedIn
) -> None:
    address = reverse("crew-statistics", args=["aurora"])
    client = signed_in(alice)
    assert "No entries yet" in client.get(address).text
    add(campaign, alice)
    assert "Attempts per mission:" in client.get(address).text
    assert address in client.get(reverse("crew", args=["aurora"])).text
    assert f"{address}?campaign={campaign.pk}" in client.get(reverse("campaign", args=[campaign.pk])).text
    assert signed_in(charlie).get(address).status_code == 404
    assert Client().get(address).status_code == 302
    assert client.post(address).status_code == 405


@pytest.mark.parametrize("asked", ["999999", "x", "-1", "9" * 30, "²"])
def test_a_campaign_that_is_none_of_the_crews_is_not_there(
    campaign: Campaign, alice: Player, signed_in: SignedIn, asked: str
) -> None:
    assert signed_in(alice).get(reverse("crew-statistics", args=["aurora"]), {"campaign": asked}).status_code == 404
