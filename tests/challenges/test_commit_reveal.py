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
def collecting(club: Club, olga: Player) -> Challenge:
    """A challenge announced a day before it opens, open to seed contributions until an hour before."""
    with time_machine.travel(BEFORE):
        return make(club, olga, missions=["1"], policy="single", playouts=0, contributions_until=NOON - HOUR)


def contribute(challenge: Challenge, player: Player, words: str, *, at: timedelta = -12 * HOUR) -> SeedContribution:
    with time_machine.travel(NOON + at):
        return seal_services.contribute_entropy(challenge=challenge, player=player, words=words)


def ticked(challenge: Challenge, at: timedelta) -> Challenge:
    with time_machine.travel(NOON + at):
        tasks.open_and_close_due.delay()
        tasks.open_and_close_due.delay()
    challenge.refresh_from_db()
    return challenge


def test_the_site_is_bound_before_any_contribution(collecting: Challenge) -> None:
    assert collecting.state == State.COLLECTING_SEEDS
    assert collecting.base_seed == ""
    assert collecting.commitment == commit_reveal.commitment(collecting.facts, collecting.secret)
    assert "stirred until: 2026-11-20T11:00:00Z" in collecting.facts
    assert not ticked(collecting, -2 * HOUR).stages.get().deals.exists()


def test_all_words_are_in_the_seed_and_none_come_later(collecting: Challenge, olga: Player, bob: Player) -> None:
    contribute(collecting, olga, "albatross")
    contribute(collecting, bob, "büßer")
    assert ticked(collecting, -HOUR).base_seed == commit_reveal.base_seed(
        collecting.secret, [("Olga", "albatross"), ("Bob", "büßer")]
    )
    assert collecting.state == State.SCHEDULED
    with pytest.raises(SeedContributionsClosed):
        contribute(collecting, bob, "once more", at=-HOUR)


def test_words_come_too_late_though_the_seed_is_not_mixed_yet(collecting: Challenge, bob: Player) -> None:
    with pytest.raises(SeedContributionsClosed):
        contribute(collecting, bob, "late", at=-HOUR)


def test_a_member_contributes_once(collecting: Challenge, bob: Player) -> None:
    contribute(collecting, bob, "one")
    with pytest.raises(SeedContributedAlready):
        contribute(collecting, bob, "two")
    assert [str(one) for one in collecting.seed_contributions.all()] == ["Bob: one"]


def test_the_seed_is_mixed_once(collecting: Challenge) -> None:
    assert seal_services.derive_seed(challenge_id=collecting.pk)
    assert not seal_services.derive_seed(challenge_id=collecting.pk)


def test_it_can_be_given_up_while_it_collects_seeds(collecting: Challenge, bob: Player) -> None:
    contribute(collecting, bob, "one")
    challenges.delete_challenge(challenge=collecting)
    assert not Challenge.objects.exists()


def test_seed_is_mixed_and_it_opens_after_an_outage(collecting: Challenge) -> None:
    assert ticked(collecting, HOUR).state == State.OPEN


def test_the_seal_opens_when_it_is_over(collecting: Challenge, bob: Player, alice: Player, signed_in: SignedIn) -> None:
    contribute(collecting, bob, "words")
    ticked(collecting, HOUR)
    address = reverse("challenge-seal", args=(collecting.pk,))
    client = signed_in(alice)
    with time_machine.travel(NOON + HOUR):
        assert client.get(address).status_code == 404
        assert client.get(reverse("challenge-check", args=(collecting.pk,))).status_code == 404
        with pytest.raises(DealsSealed):
            seal_services.reveal_seal(collecting)
    ticked(collecting, 3 * HOUR)
    with time_machine.travel(NOON + 3 * HOUR):
        opened = json.loads(client.get(address).content)
        assert all(step.holds for step in commit_reveal.check(opened))
        assert list(verify(opened)) == []
        shown = client.get(reverse("challenge-check", args=(collecting.pk,))).text
    assert " ".join(shown.split()).count("passed") == 4
    assert "FAILED" not in shown
    assert "Verified" in shown


def test_verified_is_said_only_after_a_check(
    collecting: Challenge, alice: Player, signed_in: SignedIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    client, page = signed_in(alice), reverse("challenge", args=(collecting.pk,))
    with time_machine.travel(BEFORE + HOUR):
        early = client.get(page).text
    assert "Verified" not in early
    assert "which can be checked when the challenge closes" in early
    assert collecting.commitment in early
    ticked(collecting, HOUR)
    ticked(collecting, 3 * HOUR)
    with time_machine.travel(NOON + 3 * HOUR):
        over = client.get(page).text
        assert "Verified" not in over
        assert "which can be checked when" not in over
        holding, failing = commit_reveal.Step(True, "The seed holds."), commit_reveal.Step(False, "A deal differs.")
        monkeypatch.setattr(commit_reveal, "check", lambda _opened: iter((holding, failing)))
        failed = client.get(reverse("challenge-check", args=(collecting.pk,))).text
    assert "Check failed" in failed
    assert "Verified" not in failed


def test_members_contribute_on_the_page(collecting: Challenge, bob: Player, signed_in: SignedIn) -> None:
    client, address = signed_in(bob), reverse("challenge-seed-contributions", args=(collecting.pk,))
    with time_machine.travel(BEFORE + HOUR):
        assert "Add randomness to the seed" in client.get(reverse("challenge", args=(collecting.pk,))).text
        assert client.post(address, {"words": "  some <b>words  "}).status_code == 303
        shown = client.get(reverse("challenge", args=(collecting.pk,))).text
    assert "some &lt;b&gt;words" in shown
    assert "Stir the seed</button>" not in shown
    assert collecting.secret not in shown


@pytest.mark.parametrize(
    ("words", "status", "says"),
    [("", 422, "Enter a few words. Anything will do."), ("x" * 81, 422, "Use up to 80 characters.")],
)
def test_other_words_are_refused(
    collecting: Challenge, bob: Player, signed_in: SignedIn, words: str, status: int, says: str
) -> None:
    with time_machine.travel(BEFORE + HOUR):
        answer = signed_in(bob).post(reverse("challenge-seed-contributions", args=(collecting.pk,)), {"words": words})
    assert (answer.status_code, says in answer.text) == (status, True)
    assert not SeedContribution.objects.exists()


def test_who_only_plays_in_the_club_does_not_stir(
    collecting: Challenge, signed_in: SignedIn, alice: Player, bob: Player
) -> None:
    collecting.club.members.filter(player=bob).delete()
    with time_machine.travel(BEFORE + HOUR):
        answer = signed_in(bob).post(reverse("challenge-seed-contributions", args=(collecting.pk,)), {"words": "x"})
    assert answer.status_code in (403, 404)
    assert not SeedContribution.objects.exists()
