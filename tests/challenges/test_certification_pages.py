"""Pages of deals in preparation: progress and reasons of rejections, but no cards."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import DjangoAssertNumQueries

import games
from logbook.challenges import tasks
from logbook.challenges.models.challenges import Candidate, Challenge, Deal
from logbook.challenges.services import certification, challenges
from logbook.clubs.models import Club
from logbook.crews.models.crews import Crew
from logbook.people.models.players import Player
from tests.challenges.random_histories import LINE, Fates
from tests.challenges.scenes import HOUR, NOON, make
from tests.conftest import SignedIn

pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.fixture(autouse=True)
def before_it_opens() -> Iterator[None]:
    with time_machine.travel(NOON - HOUR, tick=False):
        yield


@pytest.fixture
def fates(monkeypatch: pytest.MonkeyPatch) -> Fates:
    """The first candidate is lost, the second too easy; the third is being rated."""
    fates = Fates({2: 20, 3: 10})
    fates.come_true(monkeypatch)
    return fates


@pytest.fixture
def challenge(club: Club, olga: Player, fates: Fates) -> Challenge:
    """One deal, of which the third candidate is being rated."""
    challenge = make(club, olga, missions=["1"], policy="single", playouts=20, difficulty="medium")
    ((deal_id, seen),) = certification.lay_out_deals(challenge_id=challenge.pk)
    for _ in range(10):
        seen = certification.prepare_deal_step(deal_id=deal_id, steps=seen) or 0
    return challenge


def finished(challenge: Challenge) -> None:
    challenges.prepare_challenge(challenge_id=challenge.pk)
    challenge.refresh_from_db()


def shown(client: Client, name: str, challenge: Challenge, **query: object) -> str:
    response = client.get(reverse(name, args=(challenge.pk,)), query)  # type: ignore[arg-type]
    assert response.status_code == 200
    return re.sub(r"\s+", " ", re.sub("<[^>]+>", " ", response.text))


def test_an_organizer_sees_every_deal(challenge: Challenge, olga: Player, signed_in: SignedIn) -> None:
    for name in ("challenge", "challenge-progress"):
        text = shown(signed_in(olga), name, challenge)
        assert "Preparing the deals" in text
        assert "0 of 1 deals ready" in text
        assert "candidate 3 is winnable; bots are playing it:" in text
        assert "3 won of 4 played so far (20 planned)" in text
        assert "Rejected: 1 unwinnable · 1 too easy: bots won 10 of 10" in text.replace(" :", ":")
        assert "Delete this challenge" in text


def test_a_member_sees_how_far_it_is(challenge: Challenge, bob: Player, signed_in: SignedIn) -> None:
    for name in ("challenge", "challenge-progress"):
        text = shown(signed_in(bob), name, challenge)
        assert "0 of 1 deals ready" in text
        assert not [word for word in ("candidate 3", "Rejected:", "Delete") if word in text]


def test_strangers_see_nothing(challenge: Challenge, charlie: Player, signed_in: SignedIn) -> None:
    client = signed_in(charlie)
    for name in ("challenge", "challenge-progress", "challenge-stream", "challenge-delete"):
        assert client.get(reverse(name, args=(challenge.pk,))).status_code == 404
    assert client.post(reverse("challenge-retry", args=(challenge.pk,))).status_code == 404


def test_a_page_that_is_up_to_date_is_told_so(challenge: Challenge, olga: Player, signed_in: SignedIn) -> None:
    client, address = signed_in(olga), reverse("challenge-progress", args=(challenge.pk,))
    number = re.search(r'name="number" value="(\d+)"', client.get(address).text)
    assert number is not None
    assert client.get(address, {"number": number[1]}).status_code == 204
    certification.prepare_deal_step(deal_id=Deal.objects.get().pk, steps=10)
    assert client.get(address, {"number": number[1]}).status_code == 200


def test_whole_page_is_told_when_all_is_sealed(challenge: Challenge, olga: Player, signed_in: SignedIn) -> None:
    finished(challenge)
    response = signed_in(olga).get(reverse("challenge-progress", args=(challenge.pk,)), {"number": "10"})
    assert response.headers["HX-Retarget"] == "#preparing-frame"
    assert "sse-connect" not in response.text
    for part in ("preparing-said", "challenge-window", "own-crews", "challenge-stages"):
        assert f'id="{part}" hx-swap-oob' in response.text
    assert "The deals are sealed" in response.text


def test_the_page_follows_until_the_challenge_is_open(challenge: Challenge, olga: Player, signed_in: SignedIn) -> None:
    client, address = signed_in(olga), reverse("challenge-progress", args=(challenge.pk,))
    Challenge.objects.filter(pk=challenge.pk).update(state=Challenge.State.SCHEDULED, opens_at=NOON - HOUR)
    assert "HX-Retarget" not in client.get(address).headers
    assert "sse-connect" in client.get(reverse("challenge", args=(challenge.pk,))).text
    Challenge.objects.filter(pk=challenge.pk).update(state=Challenge.State.OPEN)
    assert client.get(address).headers["HX-Retarget"] == "#preparing-frame"


def test_how_hard_the_deals_are_is_known_to_who_does_not_play_them(
    challenge: Challenge, bob: Player, olga: Player, signed_in: SignedIn
) -> None:
    finished(challenge)
    for player, told in ((bob, False), (olga, True)):
        text = shown(signed_in(player), "challenge", challenge)
        assert "1 deal and its difficulty" in text
        assert ("Medium (bots won 10 of 20)" in text) is told
        assert ("proven winnable; locked until you’ve played it" in text) is not told
    assert "Requested difficulty: medium." in text


def test_the_nearest_is_called_so(
    club: Club, olga: Player, monkeypatch: pytest.MonkeyPatch, signed_in: SignedIn
) -> None:
    Fates({1: 20}).come_true(monkeypatch)
    challenge = make(club, olga, missions=["1"], policy="single", playouts=20, difficulty="hard")
    finished(challenge)
    assert "too easy, but the closest found" in shown(signed_in(olga), "challenge", challenge)


# --- failed


@pytest.fixture
def failed(club: Club, olga: Player, monkeypatch: pytest.MonkeyPatch) -> Challenge:
    Fates({}).come_true(monkeypatch)
    challenge = make(club, olga, missions=["1"], policy="single")
    finished(challenge)
    return challenge


def test_a_failure_is_said_and_can_be_tried_again(
    failed: Challenge, olga: Player, monkeypatch: pytest.MonkeyPatch, signed_in: SignedIn
) -> None:
    client = signed_in(olga)
    text = shown(client, "challenge", failed)
    assert "No winnable candidate was found for 1 deal." in text
    assert "40 unwinnable" in text
    Fates({41: 3}).come_true(monkeypatch)
    response = client.post(reverse("challenge-retry", args=(failed.pk,)))
    assert response.status_code == 302
    tasks.prepare_challenge.delay(failed.pk)
    failed.refresh_from_db()
    assert failed.state == Challenge.State.SCHEDULED
    again = client.post(reverse("challenge-retry", args=(failed.pk,)))
    assert (again.status_code, "There’s nothing to retry: the deals are ready or being prepared." in again.text) == (
        409,
        True,
    )


def test_a_failure_is_said_to_members_too(failed: Challenge, bob: Player, signed_in: SignedIn) -> None:
    client = signed_in(bob)
    text = shown(client, "challenge", failed)
    assert "The deals couldn’t be prepared" in text
    assert "Try more candidates" not in text
    for name in ("challenge-retry", "challenge-delete"):
        assert client.post(reverse(name, args=(failed.pk,))).status_code == 403


def test_deleting_asks_once(failed: Challenge, olga: Player, signed_in: SignedIn) -> None:
    client, address = signed_in(olga), reverse("challenge-delete", args=(failed.pk,))
    assert "Delete Week 47?" in client.get(address).text
    assert client.post(address).headers["Location"] == reverse("club", args=(failed.club.slug,))
    assert not Challenge.objects.exists()


def test_what_is_sealed_is_not_deleted(challenge: Challenge, olga: Player, signed_in: SignedIn) -> None:
    finished(challenge)
    page = signed_in(olga).get(reverse("challenge-delete", args=(challenge.pk,)))
    assert (page.status_code, "Delete the challenge" in page.text) == (409, False), "it is not offered either"
    response = signed_in(olga).post(reverse("challenge-delete", args=(challenge.pk,)))
    assert (
        response.status_code,
        "The deals are already sealed, so this challenge can’t be deleted." in response.text,
    ) == (409, True)


# --- secrets


@pytest.mark.parametrize("moment", ["preparing", "scheduled", "open"])
def test_no_page_tells_a_seed_a_card_or_a_line(
    challenge: Challenge,
    olga: Player,
    alice: Player,
    moment: str,
    signed_in: SignedIn,
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level("DEBUG"), time_machine.travel(NOON if moment == "open" else NOON - HOUR, tick=False):
        if moment != "preparing":
            finished(challenge)
        assert challenge.state == moment
        texts = [page for player in (olga, alice) for page in _pages(signed_in(player), challenge)]
    for text in (*texts, caplog.text):
        assert not [secret for secret in _secrets(challenge) if secret in text]


def _pages(client: Client, challenge: Challenge) -> list[str]:
    names = ("challenge", "challenge-progress")
    for name in ("certificate", "certificate-record"):
        assert client.get(reverse(name, args=(challenge.pk, 1, 1))).status_code == 404
    addresses = [reverse(name, args=(challenge.pk,)) for name in names]
    addresses += [reverse("club", args=(challenge.club.slug,)), reverse("challenge-list"), reverse("home")]
    return [str(client.get(address).headers) + client.get(address).text for address in addresses]


def _secrets(challenge: Challenge) -> list[str]:
    told = [action.text for action in LINE]
    hand = games.deal(certification.setup_of(Candidate.objects.get(number=3))).view(0)["hand"]
    return [
        challenge.base_seed,
        challenge.secret,
        *told,
        "yellow 5",
        "918273",
        "645546",
        "prophecy",
        " ".join(hand[:3]),
    ]


# --- queries


def test_the_progress_takes_few_queries(
    club: Club, olga: Player, fates: Fates, signed_in: SignedIn, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client = signed_in(olga)
    for missions in (["1"], ["1", "2", "4"]):
        challenge = make(club, olga, missions=missions, playouts=20, difficulty="medium")
        for deal_id, seen in certification.lay_out_deals(challenge_id=challenge.pk):
            certification.prepare_deal_step(deal_id=deal_id, steps=seen)
        with django_assert_num_queries(14):
            page = client.get(reverse("challenge-progress", args=(challenge.pk,)))
        with django_assert_num_queries(4):
            client.get(
                reverse("challenge-progress", args=(challenge.pk,)), {"number": page.context["page"].progress.number}
            )


def test_very_many_deals_are_counted_rather_than_listed(
    club: Club, crew: Crew, olga: Player, monkeypatch: pytest.MonkeyPatch, signed_in: SignedIn
) -> None:
    Fates({1: 3}).come_true(monkeypatch)
    challenge = make(club, olga, missions=["1", "2"], max_attempts=40, playouts=0)
    waiting = certification.lay_out_deals(challenge_id=challenge.pk)
    for deal_id, seen in waiting[:30]:
        certification.prepare_deal_step(deal_id=deal_id, steps=seen)
    text = shown(signed_in(olga), "challenge", challenge)
    assert ("30 of 80 deals ready" in text, text.count("15 of 40 ready")) == (True, 2)
    assert "Attempt 1 " not in text
