"""Pages of challenges: who sees what of them and when, and the errors of their forms."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest
import time_machine
from django.urls import reverse
from pytest_django.fixtures import DjangoAssertNumQueries

from logbook.challenges import tasks
from logbook.challenges.models.challenges import Challenge
from logbook.clubs.models import Club
from logbook.crews.models.crews import Crew
from logbook.people.models.players import Player
from logbook.tables.models import Table
from tests.challenges.pages_scenes import FORM
from tests.challenges.scenes import HOUR, NOON, deal, end, table_of
from tests.conftest import SignedIn

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def test_an_organizer_seals_a_challenge(club: Club, olga: Player, signed_in: SignedIn) -> None:
    address = reverse("challenge-new", args=(club.slug,))
    with time_machine.travel(NOON):
        client = signed_in(olga)
        assert client.get(address).status_code == 200
        response = client.post(address, FORM)
    challenge = Challenge.objects.get()
    assert (response.status_code, response.headers["Location"]) == (302, reverse("challenge", args=(challenge.pk,)))
    assert list(challenge.stages.values_list("number", "mission")) == [(1, "1"), (2, "4")]
    assert (challenge.created_by, challenge.closes_at) == (olga, datetime(2026, 11, 27, 12, tzinfo=UTC))


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"title": ""}, "Give the challenge a title."),
        ({"missions": ""}, "Choose at least one mission."),
        ({"missions": "1\n99"}, "has no mission “99”"),
        ({"missions": "tasks=3 flying"}, "” doesn’t describe a mission. Use these words:"),
        ({"missions": "\n".join(["1"] * 40)}, "A challenge can have up to 12 stages."),
        ({"players": "7"}, "2 to 5 players"),
        ({"three_player_challenge": "on"}, "for 3 players"),
        ({"closes_at": "2026-11-20T11:00"}, "The closing time must be after the opening time."),
        ({"opens_at": "2026-11-01T12:00", "closes_at": "2026-11-02T12:00"}, "past"),
        ({"opens_at": "soon"}, "Enter a date and time, such as 2026-11-30 18:00."),
        ({"closes_at": ""}, "Enter a date and time."),
        ({"max_attempts": "0"}, "greater than or equal to 1"),
        ({"max_attempts": ""}, "Enter how many attempts"),
        ({"difficulty": "dreadful"}, "Choose one of the difficulties."),
        ({"policy": "forever"}, "Choose how attempts count."),
    ],
)
def test_a_wrong_challenge_is_a_sentence_at_its_field(
    wrong: dict[str, str], sentence: str, club: Club, olga: Player, signed_in: SignedIn
) -> None:
    with time_machine.travel(NOON):
        response = signed_in(olga).post(reverse("challenge-new", args=(club.slug,)), FORM | wrong)
    assert response.status_code == 422
    assert sentence in response.text
    assert not Challenge.objects.exists()


def test_members_cannot_make_challenges_and_strangers_find_no_club(
    club: Club, bob: Player, charlie: Player, signed_in: SignedIn
) -> None:
    address = reverse("challenge-new", args=(club.slug,))
    for player, status in ((bob, 403), (charlie, 404)):
        assert signed_in(player).get(address).status_code == status
        assert signed_in(player).post(address, FORM).status_code == status
    assert not Challenge.objects.exists()


def test_the_seed_is_shown_after_the_close_only(running: Challenge, alice: Player, signed_in: SignedIn) -> None:
    client, address = signed_in(alice), reverse("challenge", args=(running.pk,))
    shown = client.get(address).text
    assert running.commitment in shown
    assert running.secret not in shown
    assert running.base_seed not in shown
    with time_machine.travel(NOON + 3 * HOUR):
        tasks.open_and_close_due.delay()
    assert running.secret in client.get(address).text


def test_times_say_their_zone(challenge: Challenge, alice: Player, signed_in: SignedIn) -> None:
    client, address = signed_in(alice), reverse("challenge", args=(challenge.pk,))
    with time_machine.travel(NOON - HOUR):
        shown = client.get(address).text
        text = re.sub(r"<[^>]+>", "", shown)
        assert "Open from today, noon to today, 2 pm. Play stops then" in text
        assert "opens today, noon" in text
    Challenge.objects.update(state=Challenge.State.CLOSED)
    assert 'title="20 November 2026, 2 pm UTC"' in client.get(address).text


def test_only_who_has_won_a_stage_has_a_rank(
    running: Challenge, crew: Crew, alice: Player, olga: Player, signed_in: SignedIn
) -> None:
    """It is told to those who have nothing more to play."""
    client, own = signed_in(olga), signed_in(alice)
    address = reverse("challenge", args=(running.pk,))
    with time_machine.travel(NOON):
        table = table_of(running, crew, alice)
        for won in (False, True):
            deal(table, alice)
            end(table, won=won)
            shown = client.get(address).text
            assert ('<td class="board__rank">1</td>' in shown) is won
            assert '<td class="board__rank">1</td>' not in own.get(address).text
        Challenge.objects.update(state=Challenge.State.CLOSED)
        assert ">rank 1</span>" in own.get(address).text


def test_strangers_find_no_challenge(running: Challenge, charlie: Player, signed_in: SignedIn) -> None:
    client = signed_in(charlie)
    assert client.get(reverse("challenge", args=(running.pk,))).status_code == 404
    assert client.post(reverse("challenge-play", args=(running.pk,))).status_code == 404
    assert running.title not in client.get(reverse("challenge-list")).text


def test_playing_leads_to_the_crews_table(running: Challenge, crew: Crew, alice: Player, signed_in: SignedIn) -> None:
    with time_machine.travel(NOON):
        client = signed_in(alice)
        address = reverse("challenge-play", args=(running.pk,))
        places = {client.post(address, {"crew": crew.pk, "stage": 1}).headers["Location"] for _ in range(2)}
    assert places == {reverse("table", args=(Table.objects.get().pk,))}


@pytest.mark.parametrize("wrong", [{"crew": ""}, {"crew": "777"}, {"crew": "x"}, {"stage": "9"}, {"stage": ""}])
def test_a_wrong_entry_is_one_sentence(
    wrong: dict[str, str], running: Challenge, crew: Crew, alice: Player, signed_in: SignedIn
) -> None:
    with time_machine.travel(NOON):
        client = signed_in(alice)
        post = {"crew": str(crew.pk), "stage": "1"} | wrong
        response = client.post(reverse("challenge-play", args=(running.pk,)), post)
    assert response.status_code == 422
    assert 'role="alert"' in response.text
    assert not Table.objects.exists()


def test_coming_too_late_is_said_on_the_page(
    running: Challenge, crew: Crew, alice: Player, signed_in: SignedIn
) -> None:
    with time_machine.travel(NOON + 3 * HOUR):
        client = signed_in(alice)
        response = client.post(reverse("challenge-play", args=(running.pk,)), {"crew": crew.pk, "stage": 1})
    assert response.status_code == 409
    assert "This challenge is closed" in response.text


def test_a_challenge_page_takes_few_queries(
    running: Challenge,
    crew: Crew,
    rivals: Crew,
    alice: Player,
    charlie: Player,
    signed_in: SignedIn,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    client, address = signed_in(alice), reverse("challenge", args=(running.pk,))
    with time_machine.travel(NOON):
        for who in ((crew, alice), (rivals, charlie)):
            with django_assert_num_queries(24 if who[0] == crew else 41):  # 11 or more for spoilers.
                client.get(address)
            table = table_of(running, *who)
            deal(table, who[1])
            end(table, won=True)
