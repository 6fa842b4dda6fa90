"""The list of challenges: a row says state, what is next for the reader's crew, and its result; filters stay."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from logbook.challenges.access.challenges import challenges_of
from logbook.challenges.models.challenges import Challenge
from logbook.challenges.selectors.challenge_rows import CrewLine, Filters, challenge_rows
from logbook.challenges.services import lifecycle
from logbook.crews.access import crews_of
from logbook.crews.models.crews import Crew
from logbook.crews.services import crews
from logbook.people.models.players import Player
from logbook.tables.services import tables
from tests.challenges.scenes import HOUR, NOON, deal, end, table_of
from tests.conftest import SignedIn

pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.fixture(autouse=True)
def at_noon(running: Challenge) -> Iterator[None]:
    with time_machine.travel(NOON, tick=False):
        yield


def line_of(player: Player, **filters: str) -> CrewLine:
    (row,) = challenge_rows(challenges_of(player), player, crews_of(player), Filters(**filters))
    (line,) = row.crews
    return line


def test_a_row_says_what_is_next_for_the_readers_crew(running: Challenge, crew: Crew, alice: Player) -> None:
    assert line_of(alice).text == "Next: stage 1, Mission 1"
    assert line_of(alice).marks == ()
    table = table_of(running, crew, alice)
    deal(table, alice)
    end(table, won=False)
    assert line_of(alice).text == "Next: stage 1, Mission 1, attempt 2"


def test_a_row_says_whose_turn_it_is(running: Challenge, crew: Crew, alice: Player, bob: Player) -> None:
    table = table_of(running, crew, alice)
    tables.clear_seat(table_id=table.pk, by=alice, number=1)
    tables.put_in_seat(table_id=table.pk, by=alice, player=bob, number=1)
    attempt = deal(table, alice)
    attempt.waiting_on = [1]
    attempt.save()
    assert (line_of(alice).my_turn, line_of(alice).text) == (False, "Waiting for Bob")
    assert line_of(bob).my_turn


def test_results_are_marks_with_text(running: Challenge, crew: Crew, alice: Player, signed_in: SignedIn) -> None:
    table = table_of(running, crew, alice)
    deal(table, alice)
    end(table, won=True)
    assert [(one.mark, one.text) for one in line_of(alice).marks] == [
        ("tick", "Stage 1: won"),
        ("", "Stage 2: not played yet"),
    ]
    page = signed_in(alice).get(reverse("challenge-list")).text
    assert '<span class="visually-hidden">Stage 1: won</span>' in page


def test_a_closed_challenge_says_rank_and_stages_won(running: Challenge, crew: Crew, alice: Player) -> None:
    table = table_of(running, crew, alice)
    deal(table, alice)
    end(table, won=True)
    assert "rank" not in line_of(alice).text, "results of others stay hidden until the end"
    with time_machine.travel(NOON + 2 * HOUR, tick=False):
        lifecycle.open_and_close_due()
        Challenge.objects.update(counted_at=NOON + 2 * HOUR)
        line = line_of(alice)
    assert line.text == "rank 1 of 1 · won 1 of 2"
    assert [one.mark for one in line.marks] == ["tick", ""]


def test_a_reader_without_a_crew_sees_the_challenges_alone(running: Challenge, olga: Player) -> None:
    (row,) = challenge_rows(challenges_of(olga), olga, crews_of(olga))
    assert row.crews == ()


def listed(client: Client, query: str) -> bool:
    return ">Week 47</a>" in client.get(reverse("challenge-list") + query).text


@pytest.mark.parametrize(
    ("query", "is_listed"),
    [
        ("", True),
        ("?state=open", True),
        ("?state=closed", False),
        ("?state=upcoming", False),
        ("?state=unknown", True),
        ("?crew=aurora", True),
        ("?crew=somebody-elses", True),
        ("?game=planet-nine&state=open&crew=aurora", True),
        ("?game=deep-sea&state=open&crew=aurora", False),
    ],
)
def test_filters_choose(running: Challenge, alice: Player, signed_in: SignedIn, query: str, is_listed: bool) -> None:
    assert listed(signed_in(alice), query) is is_listed


def test_a_crew_that_plays_elsewhere_filters_everything_away(
    running: Challenge, alice: Player, signed_in: SignedIn
) -> None:
    crews.create_crew(player=alice, name="Zenith")
    client = signed_in(alice)
    assert not listed(client, "?crew=zenith")
    assert "No challenges match these filters" in client.get(reverse("challenge-list") + "?crew=zenith").text


def test_filters_keep_each_other(running: Challenge, alice: Player, signed_in: SignedIn) -> None:
    page = signed_in(alice).get(reverse("challenge-list") + "?game=planet-nine&state=open&crew=aurora").text
    links = set(re.findall(r'href="(\?[^"]*)"', page))
    assert "?state=closed&amp;game=planet-nine&amp;crew=aurora" in links
    assert "?game=planet-nine&amp;state=open&amp;crew=aurora" in links
    assert "?game=planet-nine&amp;state=open" in links, "all crews"


def test_more_challenges_take_no_more_queries(
    running: Challenge, crew: Crew, alice: Player, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    table = table_of(running, crew, alice)
    deal(table, alice)
    end(table, won=True)
    for number in range(5):
        other = Challenge.objects.get(pk=running.pk)
        other.pk, other.title, other.series = None, f"Week {number}", None
        other.save()
        for stage in running.stages.all():
            stage.pk, stage.challenge = None, other
            stage.save()
    with django_assert_max_num_queries(12):
        rows = challenge_rows(challenges_of(alice), alice, crews_of(alice))
        assert len(rows) == 6
