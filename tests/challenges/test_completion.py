"""Completion: a player sees no other crew's results before the end of their challenge, and gets no mail after it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from logbook.challenges.access.deals import has_finished, locked_challenges
from logbook.challenges.models.challenges import Challenge
from logbook.challenges.services import lifecycle, rulings
from logbook.challenges.services.rulings import Decision
from logbook.clubs.models import Club
from logbook.crews.models.crews import Crew
from logbook.leaderboards.services import results
from logbook.notifications.services import outbox
from logbook.people.models.players import Player
from tests.challenges.completion_scenes import names, opened, play
from tests.challenges.scenes import NOON, deal, end, stage_of, table_of
from tests.conftest import SignedIn, person

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def noon() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOON, tick=False) as clock:
        yield clock


def holders(client: Client) -> list[str]:
    page = client.get(reverse("mission", args=("planet-nine", "1")))
    return [record.name for record in page.context["records"]]


# --- the boards of a mission


def test_nobody_reads_of_an_open_challenge_by_signing_out(
    running: Challenge,
    crew: Crew,
    rivals: Crew,
    alice: Player,
    charlie: Player,
    olga: Player,
    signed_in: SignedIn,
) -> None:
    play(running, rivals, charlie, won=True)
    for client in (Client(), signed_in(person("Dora")), signed_in(alice), signed_in(charlie), signed_in(olga)):
        assert names(client) == holders(client) == []
    lifecycle.pause_challenge(Decision(running, olga, "Rain"))
    assert names(Client()) == []
    Challenge.objects.update(state=Challenge.State.CLOSED)
    results.count_challenge(challenge_id=running.pk)
    assert names(Client()) == ["Borealis"]


def test_another_spelling_of_a_mission_lifts_nothing(
    club: Club, olga: Player, crew: Crew, rivals: Crew, alice: Player, charlie: Player, signed_in: SignedIn
) -> None:
    challenge = opened(club, olga, missions=["tasks=1 tokens=1"])
    play(challenge, rivals, charlie, won=True)
    for mission in ("tasks=1 tokens=1", "tokens=1 tasks=1"):
        assert names(signed_in(alice), mission) == names(signed_in(charlie), mission) == []
    Challenge.objects.update(state=Challenge.State.CLOSED)
    results.count_challenge(challenge_id=challenge.pk)
    for mission in ("tasks=1 tokens=1", "tokens=1 tasks=1"):
        assert names(signed_in(alice), mission) == ["Borealis"]


def test_many_challenges_are_locked_as_quickly_as_one(
    club: Club, olga: Player, crew: Crew, alice: Player, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for _time in range(2):
        opened(club, olga)
        with django_assert_num_queries(7):
            locks = locked_challenges(alice, "planet-nine", "1")
    assert len(locks) == 2
    with django_assert_num_queries(1):
        assert locked_challenges(None, "planet-nine", "1") == locks


# --- being through


def reminded(challenge: Challenge, player: Player) -> bool:
    return outbox._unfinished(challenge).filter(pk=player.pk).exists()


def test_a_void_stage_is_nothing_left_to_play(
    running: Challenge, crew: Crew, alice: Player, bob: Player, olga: Player
) -> None:
    play(running, crew, alice, 2, won=True)
    assert not has_finished(alice, running)
    assert reminded(running, alice)
    ruling = rulings.void_deal(Decision(running, olga, "A torn card"), stage=stage_of(running, 1))
    for player in (alice, bob):
        assert has_finished(player, running)
        assert not reminded(running, player)
    rulings.take_back_ruling(ruling=ruling, by=olga)
    assert not has_finished(alice, running)


def test_a_lost_gauntlet_is_over(club: Club, olga: Player, crew: Crew, rivals: Crew, alice: Player) -> None:
    challenge = opened(club, olga, policy="gauntlet", max_attempts=1)
    assert reminded(challenge, alice)
    play(challenge, crew, alice, won=False)
    assert has_finished(alice, challenge)
    assert not reminded(challenge, alice)


def test_a_stage_lost_and_then_void_ends_no_gauntlet(club: Club, olga: Player, crew: Crew, alice: Player) -> None:
    challenge = opened(club, olga, policy="gauntlet", max_attempts=1)
    play(challenge, crew, alice, won=False)
    rulings.void_deal(Decision(challenge, olga, "A torn card"), stage=stage_of(challenge, 1))
    assert not has_finished(alice, challenge)
    assert reminded(challenge, alice)


# --- the history


@pytest.fixture
def readmitted(running: Challenge, rivals: Crew, charlie: Player, olga: Player) -> Challenge:
    """The rivals have lost three times at the first stage, and may try once more."""
    table = table_of(running, rivals, charlie)
    for _time in range(3):
        deal(table, charlie)
        end(table, won=False)
    rulings.grant_extra_attempt(
        Decision(running, olga, "Three losses, and a cat"), stage=stage_of(running), crew=rivals
    )
    return running


def history(page: str) -> str:
    return page.partition('id="history"')[2].partition("</section>")[0]


def test_a_readmission_tells_nobody_still_playing_who_was_out(
    readmitted: Challenge, crew: Crew, alice: Player, charlie: Player, olga: Player, signed_in: SignedIn
) -> None:
    def told(player: Player) -> list[bool]:
        shown = history(signed_in(player).get(reverse("challenge", args=(readmitted.pk,))).text)
        return [word in shown for word in ("Borealis", "stage 1", "Three losses", "4 attempts allowed")]

    assert told(alice) == [False] * 4
    assert told(charlie) == told(olga) == [True] * 4
    for number in (1, 2):
        play(readmitted, crew, alice, number, won=True)
    assert told(alice) == [True] * 4


def test_an_organizer_who_plays_is_told_no_more_at_the_desk(
    readmitted: Challenge, crew: Crew, rivals: Crew, alice: Player, olga: Player, signed_in: SignedIn
) -> None:
    decision = Decision(readmitted, olga, "Misread the die")
    rulings.correct_result(decision, stage=stage_of(readmitted), crew=rivals, won=True, needed=2, distress=False)

    def told() -> list[bool]:
        shown = history(signed_in(olga).get(reverse("challenge-desk", args=(readmitted.pk,))).text)
        return [word in shown for word in ("Three losses", "4 attempts allowed", "Misread", "2 attempts")]

    assert told() == [True] * 4
    crew.members.create(player=olga)
    assert told() == [False] * 4
    for number in (1, 2):
        play(readmitted, crew, alice, number, won=True)
    assert told() == [True] * 4


# --- entries that became one


def test_whose_entry_was_merged_is_through_with_the_other(
    running: Challenge, crew: Crew, rivals: Crew, alice: Player, charlie: Player, olga: Player
) -> None:
    play(running, crew, alice, won=False)
    for number in (1, 2):
        play(running, rivals, charlie, number, won=True)
    assert not has_finished(alice, running)
    rulings.merge_entries(Decision(running, olga, "The same people"), crew=crew, into=rivals, counts="better")
    assert has_finished(alice, running)
