"""Commit and reveal: bound to a secret, with contributions, mixed once, opened at the end."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
import time_machine
from django.urls import reverse

from games import commit_reveal
from logbook.challenges import tasks
from logbook.challenges.exceptions import DealsSealed, SeedContributedAlready, SeedContributionsClosed
from logbook.challenges.models.challenges import Challenge, SeedContribution
from logbook.challenges.services import challenges
from logbook.challenges.services import commit_reveal as seal_services
from logbook.clubs.models import Club
from logbook.people.models.players import Player
from tests.challenges.scenes import HOUR, NOON, make
from tests.conftest import SignedIn
from tests.independent.verify_seal import verify

State = Challenge.State
pytestmark = pytest.mark.django_db

BEFORE = NOON - 24 * HOUR


@pytest.fixture
def stirring(club: Club, olga: Player) -> Challenge:
    """A challenge announced a day before it opens, to be stirred until an hour before."""
    with time_machine.travel(BEFORE):
        return make(club, olga, missions=["1"], policy="single", playouts=0, stir_until=NOON - HOUR)


def stir(challenge: Challenge, player: Player, words: str, *, at: timedelta = -12 * HOUR) -> SeedContribution:
    with time_machine.travel(NOON + at):
        return seal_services.contribute_entropy(challenge=challenge, player=player, words=words)


def ticked(challenge: Challenge, at: timedelta) -> Challenge:
    with time_machine.travel(NOON + at):
        tasks.open_and_close_due.delay()
        tasks.open_and_close_due.delay()
    challenge.refresh_from_db()
    return challenge


def test_the_site_is_bound_before_anybody_stirs(stirring: Challenge) -> None:
    assert stirring.state == State.STIRRING
    assert stirring.base_seed == ""
    assert stirring.commitment == commit_reveal.commitment(stirring.facts, stirring.secret)
    assert "stirred until: 2026-11-20T11:00:00Z" in stirring.facts
    assert not ticked(stirring, -2 * HOUR).stages.get().deals.exists()


def test_all_words_are_in_the_seed_and_none_come_later(stirring: Challenge, olga: Player, bob: Player) -> None:
    stir(stirring, olga, "albatross")
    stir(stirring, bob, "büßer")
    assert ticked(stirring, -HOUR).base_seed == commit_reveal.base_seed(
        stirring.secret, [("Olga", "albatross"), ("Bob", "büßer")]
    )
    assert stirring.state == State.SCHEDULED
    with pytest.raises(SeedContributionsClosed):
        stir(stirring, bob, "once more", at=-HOUR)


def test_words_come_too_late_though_nobody_has_mixed_yet(stirring: Challenge, bob: Player) -> None:
    with pytest.raises(SeedContributionsClosed):
        stir(stirring, bob, "late", at=-HOUR)


def test_one_stirs_once(stirring: Challenge, bob: Player) -> None:
    stir(stirring, bob, "one")
    with pytest.raises(SeedContributedAlready):
        stir(stirring, bob, "two")
    assert [str(one) for one in stirring.stirs.all()] == ["Bob: one"]


def test_the_seed_is_mixed_once(stirring: Challenge) -> None:
    assert seal_services.derive_seed(challenge_id=stirring.pk)
    assert not seal_services.derive_seed(challenge_id=stirring.pk)


def test_it_can_be_given_up_while_it_is_stirred(stirring: Challenge, bob: Player) -> None:
    stir(stirring, bob, "one")
    challenges.delete_challenge(challenge=stirring)
    assert not Challenge.objects.exists()


def test_after_an_outage_it_is_mixed_and_opened(stirring: Challenge) -> None:
    assert ticked(stirring, HOUR).state == State.OPEN


def test_the_seal_opens_when_it_is_over(stirring: Challenge, bob: Player, alice: Player, signed_in: SignedIn) -> None:
    stir(stirring, bob, "words")
    ticked(stirring, HOUR)
    address = reverse("challenge-seal", args=(stirring.pk,))
    client = signed_in(alice)
    with time_machine.travel(NOON + HOUR):
        assert client.get(address).status_code == 404
        assert client.get(reverse("challenge-check", args=(stirring.pk,))).status_code == 404
        with pytest.raises(DealsSealed):
            seal_services.reveal_seal(stirring)
    ticked(stirring, 3 * HOUR)
    with time_machine.travel(NOON + 3 * HOUR):
        opened = json.loads(client.get(address).content)
        assert all(step.holds for step in commit_reveal.check(opened))
        assert list(verify(opened)) == []
        shown = client.get(reverse("challenge-check", args=(stirring.pk,))).text
    assert shown.count('badge--good">holds') == 4
    assert "FAILS" not in shown


def test_members_stir_on_the_page(stirring: Challenge, bob: Player, signed_in: SignedIn) -> None:
    client, address = signed_in(bob), reverse("challenge-stir", args=(stirring.pk,))
    with time_machine.travel(BEFORE + HOUR):
        assert "Stir the seed" in client.get(reverse("challenge", args=(stirring.pk,))).text
        assert client.post(address, {"words": "  some <b>words  "}).status_code == 303
        shown = client.get(reverse("challenge", args=(stirring.pk,))).text
    assert "some &lt;b&gt;words" in shown
    assert "Stir the seed</button>" not in shown
    assert stirring.secret not in shown


@pytest.mark.parametrize(
    ("words", "status", "says"), [("", 422, "Write a few words"), ("x" * 81, 422, "at most 80 letters")]
)
def test_other_words_are_refused(
    stirring: Challenge, bob: Player, signed_in: SignedIn, words: str, status: int, says: str
) -> None:
    with time_machine.travel(BEFORE + HOUR):
        answer = signed_in(bob).post(reverse("challenge-stir", args=(stirring.pk,)), {"words": words})
    assert (answer.status_code, says in answer.text) == (status, True)
    assert not SeedContribution.objects.exists()


def test_who_only_plays_in_the_club_does_not_stir(
    stirring: Challenge, signed_in: SignedIn, alice: Player, bob: Player
) -> None:
    stirring.club.members.filter(player=bob).delete()
    with time_machine.travel(BEFORE + HOUR):
        answer = signed_in(bob).post(reverse("challenge-stir", args=(stirring.pk,)), {"words": "x"})
    assert answer.status_code in (403, 404)
    assert not SeedContribution.objects.exists()
