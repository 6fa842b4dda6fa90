"""Lists of ended attempts, at the table, in a challenge, in the logbook: they link to what the reader may see."""

from __future__ import annotations

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from logbook.challenges.access.replays import open_attempts
from logbook.challenges.models.challenges import Challenge
from logbook.challenges.services import lifecycle
from logbook.crews.models.crews import Crew, CrewMember
from logbook.leaderboards.services import results
from logbook.people.models.players import Player
from logbook.tables.models import Attempt, Table
from logbook.tables.services import attempts, deals
from tests.challenges.scenes import HOUR, NOON, table_of
from tests.conftest import SignedIn
from tests.tables.attempts_scenes import open_table, started

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


def give_up(table: Table, player: Player) -> Attempt:
    """Deal an attempt and give it up."""
    deals.start_attempt(table_id=table.pk, player=player)
    table.refresh_from_db()
    attempts.abandon_attempt(table_id=table.pk, player=player, seen=table.version)
    table.refresh_from_db()
    results.recompute_result(table_id=table.pk)
    return table.attempts.latest("number")


def replays_on(client: Client, name: str, key: object, **headers: str) -> set[int]:
    """The attempts whose replay the page leads to."""
    shown = client.get(reverse(name, args=(key,)), headers=headers).text
    return {pk for pk in Attempt.objects.values_list("pk", flat=True) if reverse("replay", args=(pk,)) in shown}


# --- at a table


def test_every_attempt_of_a_table_leads_to_its_replay(alice: Player, bob: Player, signed_in: SignedIn) -> None:
    table = open_table(alice, bob, bots=1)
    ended = {give_up(table, alice).pk for _ in range(3)}
    for headers in ({}, HTMX):
        assert replays_on(signed_in(bob), "table" if not headers else "table-round", table.pk, **headers) == ended


def test_the_list_comes_with_the_end_and_goes_with_the_next_deal(alice: Player, signed_in: SignedIn) -> None:
    table = open_table(alice, bots=2)
    client, part = signed_in(alice), reverse("table-round", args=(table.pk,))
    give_up(table, alice)
    assert "Attempt 1" not in client.get(part, headers=HTMX).text, "it lies on the table itself"
    give_up(table, alice)
    shown = client.get(part, headers=HTMX).text
    assert '<section id="earlier" hx-swap-oob="true" aria-labelledby="earlier-title">' in shown
    assert "Attempt 1" in shown
    assert "Attempt 2" not in shown
    started(table, alice)
    assert ' aria-labelledby="earlier-title" hidden>' in client.get(part, headers=HTMX).text
    assert "Attempt 1" not in client.get(reverse("table", args=(table.pk,))).text


# --- in a challenge


@pytest.fixture
def lost(running: Challenge, crew: Crew, alice: Player) -> Attempt:
    """What Alice's crew played in the open challenge."""
    with time_machine.travel(NOON, tick=False):
        return give_up(table_of(running, crew, alice), alice)


def pages(attempt: Attempt) -> list[tuple[str, object]]:
    stage, crew = attempt.table.stage, attempt.table.crew
    assert stage is not None
    assert crew is not None
    return [("table", attempt.table_id), ("challenge", stage.challenge_id), ("crew", crew.slug)]


def test_only_who_played_it_is_led_to_the_replay(
    lost: Attempt, alice: Player, bob: Player, signed_in: SignedIn
) -> None:
    for page in pages(lost):
        assert replays_on(signed_in(alice), *page) == {lost.pk}
        assert replays_on(signed_in(bob), *page) == set()
        assert "Attempt 1" in signed_in(bob).get(reverse(page[0], args=(page[1],))).text


def test_who_could_still_play_it_is_not_led_there(
    lost: Attempt, rivals: Crew, alice: Player, signed_in: SignedIn
) -> None:
    CrewMember.objects.create(crew=rivals, player=alice)
    for page in pages(lost):
        assert replays_on(signed_in(alice), *page) == set()


def test_everybody_is_led_there_after_the_close(
    lost: Attempt, rivals: Crew, charlie: Player, running: Challenge, signed_in: SignedIn
) -> None:
    address = reverse("challenge", args=(running.pk,))
    with time_machine.travel(NOON, tick=False) as clock:
        theirs = give_up(table_of(running, rivals, charlie), charlie)
        assert replays_on(signed_in(charlie), "challenge", running.pk) == {theirs.pk}
        assert "How other crews did" not in signed_in(charlie).get(address).text
        clock.move_to(NOON + 3 * HOUR)
        lifecycle.open_and_close_due()
    assert replays_on(signed_in(charlie), "challenge", running.pk) == {theirs.pk, lost.pk}
    assert "How other crews did" in signed_in(charlie).get(address).text


def test_many_are_judged_as_each_alone(
    lost: Attempt,
    rivals: Crew,
    running: Challenge,
    alice: Player,
    bob: Player,
    charlie: Player,
    olga: Player,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    with time_machine.travel(NOON, tick=False):
        give_up(table_of(running, rivals, charlie), charlie)
        give_up(table_of(running, rivals, charlie, number=2), charlie)
    give_up(open_table(alice, bob, olga), alice)
    free = open_table(olga, bots=2)
    won, under_way = give_up(free, olga), started(free, olga)
    Attempt.objects.filter(pk=won.pk).update(state=Attempt.State.SUCCESS)
    found = list(Attempt.objects.select_related("table__stage__challenge"))
    for player in (alice, bob, charlie, olga, None):
        with django_assert_max_num_queries(10):  # Six of them for the spoiler lock.
            together = open_attempts(player, found)
        assert together == {pk for attempt in found for pk in open_attempts(player, [attempt])}
        assert won.pk in together
        assert under_way.pk not in together


def test_a_crews_logbook_takes_few_queries(
    crew: Crew, alice: Player, signed_in: SignedIn, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client, address = signed_in(alice), reverse("crew", args=(crew.slug,))
    for _ in range(3):
        table = open_table(alice, bots=2)
        Table.objects.filter(pk=table.pk).update(crew=crew)
        give_up(table, alice)
        with django_assert_num_queries(11):
            client.get(address)
