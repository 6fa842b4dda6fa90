"""Conflicts of interest: directors do not rule on their own deal access, seat, crew or entry, by page or API."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
import time_machine
from django.urls import reverse

from logbook.challenges.access.deals import known_deals_in
from logbook.challenges.conflicts import OwnPart
from logbook.challenges.exceptions import ConflictOfInterest, DealAlreadyKnown
from logbook.challenges.models.challenges import Challenge
from logbook.challenges.models.deal_access import DealAccess
from logbook.challenges.models.rulings import Ruling
from logbook.challenges.services import deal_access, lifecycle, rulings
from logbook.challenges.services.rulings import Decision
from logbook.clubs.models import Club, ClubMember
from logbook.crews.models.crews import Crew
from logbook.crews.services import anonymise, crews
from logbook.people.models.players import Player
from logbook.tables.exceptions import PlaysElsewhere
from tests.challenges.real_tables_scenes import hand_out
from tests.challenges.scenes import HOUR, NOON, deal, end, stage_of, table_of
from tests.conftest import SignedIn

pytestmark = pytest.mark.django_db

Rule = Callable[[Decision, Crew, Crew], Ruling]


@pytest.fixture(autouse=True)
def noon() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOON + timedelta(minutes=1), tick=False) as clock:
        yield clock


def lost(challenge: Challenge, crew: Crew, player: Player, times: int = 3) -> None:
    table = table_of(challenge, crew, player)
    for _time in range(times):
        deal(table, player)
        end(table, won=False)


@pytest.fixture
def played(running: Challenge, crew: Crew, rivals: Crew, alice: Player, charlie: Player) -> Challenge:
    """Both crews are out at the first stage. Alice owns the club and plays; Olga organizes, and does not."""
    lost(running, crew, alice)
    lost(running, rivals, charlie)
    return running


def correct(decision: Decision, own: Crew, other: Crew) -> Ruling:
    stage = stage_of(decision.challenge)
    return rulings.correct_result(decision, stage=stage, crew=own, won=True, needed=1, distress=False)


def readmit(decision: Decision, own: Crew, other: Crew) -> Ruling:
    return rulings.grant_extra_attempt(decision, stage=stage_of(decision.challenge), crew=own)


def merge(decision: Decision, own: Crew, other: Crew) -> Ruling:
    return rulings.merge_entries(decision, crew=other, into=own, counts="better")


def merge_away(decision: Decision, own: Crew, other: Crew) -> Ruling:
    return rulings.merge_entries(decision, crew=own, into=other, counts="better")


def void(decision: Decision, own: Crew, other: Crew) -> Ruling:
    return rulings.void_deal(decision, stage=stage_of(decision.challenge), attempt=1)


def let_back(decision: Decision, own: Crew, other: Crew) -> Ruling:
    access = DealAccess.objects.filter(table__crew=own, how="dealt").order_by("pk")[0]
    return rulings.restore_player(decision, access=access)


RULES = (correct, readmit, merge, merge_away, void, let_back)


@pytest.mark.parametrize("rule", RULES)
def test_an_organizer_who_plays_does_not_rule_for_themselves(
    rule: Rule, played: Challenge, crew: Crew, rivals: Crew, alice: Player, olga: Player
) -> None:
    with pytest.raises(ConflictOfInterest, match="about your own crew"):
        rule(Decision(played, alice, "We were tired."), crew, rivals)
    assert not Ruling.objects.exists()
    made = rule(Decision(played, olga, "They were tired."), crew, rivals)
    with pytest.raises(ConflictOfInterest):
        rulings.take_back_ruling(ruling=made, by=alice)
    rulings.take_back_ruling(ruling=made, by=olga)


@pytest.mark.parametrize("rule", [correct, readmit, let_back])
def test_organizers_rule_on_others(rule: Rule, played: Challenge, crew: Crew, rivals: Crew, alice: Player) -> None:
    assert rule(Decision(played, alice, "Misread."), rivals, crew).by == alice


def test_late_entry_of_ones_own_crew_is_for_another(
    running: Challenge, crew: Crew, alice: Player, olga: Player
) -> None:
    Challenge.objects.update(entry_until=NOON)
    running.refresh_from_db()
    with pytest.raises(ConflictOfInterest):
        lifecycle.admit_crew_late(Decision(running, alice, "The train."), crew=crew)
    assert lifecycle.admit_crew_late(Decision(running, olga, "The train."), crew=crew).by == olga


def test_leaving_the_crew_first_makes_nobody_impartial(
    played: Challenge, crew: Crew, rivals: Crew, alice: Player
) -> None:
    crews.leave_crew(crew=crew, player=alice)
    for rule in RULES:
        with pytest.raises(ConflictOfInterest):
            rule(Decision(played, alice, "I have left."), crew, rivals)
    anonymise.anonymise_member(crew=crew, player=alice)
    for rule in RULES:
        with pytest.raises(ConflictOfInterest):
            rule(Decision(played, alice, "I was never there."), crew, rivals)


def test_an_organizer_who_read_a_deal_is_not_let_back_by_themselves(
    running: Challenge, club: Club, crew: Crew, olga: Player, alice: Player, charlie: Player, signed_in: SignedIn
) -> None:
    access = deal_access.give_up_deal(player=olga, stage=stage_of(running), number=1, director=True)
    with pytest.raises(ConflictOfInterest):
        rulings.restore_player(Decision(running, olga, "I forgot it."), access=access)
    said = {"access": access.pk, "reason": "I forgot it."}
    refused = signed_in(olga).post(reverse("ruling-make", args=(running.pk, "restore")), said)
    assert (refused.status_code, "about your own crew" in refused.text) == (403, True)
    api = reverse("api-challenge-rulings", args=(running.pk,))
    words = {"kind": "restore", **said}
    answer = signed_in(olga).post(api, words, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (403, "conflict-of-interest")
    ClubMember.objects.create(club=club, player=charlie, role="organizer")
    assert rulings.restore_player(Decision(running, charlie, "She slept."), access=access).by == charlie


def test_the_pages_offer_only_what_can_be_done(
    played: Challenge, crew: Crew, rivals: Crew, alice: Player, olga: Player, signed_in: SignedIn
) -> None:
    made = correct(Decision(played, olga, "Misread."), crew, rivals)
    desk, history = reverse("challenge-desk", args=(played.pk,)), reverse("api-challenge-rulings", args=(played.pk,))
    back = reverse("ruling-back", args=(played.pk, made.pk))
    own, other = (signed_in(player).get(desk).text for player in (alice, olga))
    assert f'<option value="{crew.pk}">Aurora' in other
    assert back in other
    assert 'id="desk-void"' in other
    assert "You’re playing in this challenge" not in other
    assert f'<option value="{crew.pk}">Aurora' not in own
    assert f'<option value="{rivals.pk}">Borealis' in own
    assert back not in own
    assert 'id="desk-void"' not in own
    assert "You’re playing in this challenge" in own
    for client, may in ((signed_in(alice), False), (signed_in(olga), True)):
        assert client.get(history).json()["results"][0]["may_take_back"] is may
    refused = signed_in(alice).post(back)
    assert refused.status_code == 403
    made.refresh_from_db()
    assert made.taken_back_at is None


def test_ones_part_is_every_crew_since_the_announcement(
    running: Challenge, crew: Crew, rivals: Crew, alice: Player, bob: Player, charlie: Player, olga: Player
) -> None:
    assert OwnPart.of(alice, running).crews == {crew.pk}
    assert OwnPart.of(olga, running).crews == frozenset()
    assert not OwnPart.of(olga, running).plays
    assert OwnPart.of(olga, running).has(people=[olga.pk])
    assert OwnPart.of(alice, running).has(people=[bob.pk])
    assert not OwnPart.of(alice, running).has(people=[charlie.pk, None])
    assert not OwnPart.of(alice, running).has([rivals.pk, None])
    with time_machine.travel(running.created_at - HOUR, tick=False):
        crews.leave_crew(crew=crew, player=bob)
    assert OwnPart.of(bob, running).crews == frozenset()
    assert not OwnPart.of(alice, running).has(people=[bob.pk])


# --- any kind of look


def test_directors_let_back_any_kind_of_look(
    running: Challenge,
    crew: Crew,
    rivals: Crew,
    bob: Player,
    charlie: Player,
    olga: Player,
    signed_in: SignedIn,
) -> None:
    """A rival was shut out by a link that they opened at another crew's table."""
    rivals.members.create(player=bob)
    attempt = hand_out(running, rivals, charlie)
    page = attempt.handouts.get(seat=0)
    phone = signed_in(bob)
    assert phone.post(reverse("seat-page", args=(page.token,)), follow=True).status_code == 200
    with pytest.raises(PlaysElsewhere, match="Bob"):
        table_of(running, crew, bob, 2)
    access = DealAccess.objects.get(player=bob)
    desk, ledger = (
        signed_in(olga).get(reverse(name, args=(running.pk,))) for name in ("challenge-desk", "challenge-accesses")
    )
    assert "Bob: stage 1, attempt 1 (opened a seat page)" in desk.text
    assert f'name="access" value="{access.pk}"' in ledger.text
    said = {"access": access.pk, "reason": "He was tricked."}
    assert signed_in(olga).post(reverse("ruling-make", args=(running.pk, "restore")), said).status_code == 302
    table_of(running, crew, bob, 2)
    assert phone.get(reverse("seat-page", args=(page.token,))).status_code == 410, "they look no more"
    ruling = Ruling.objects.get()
    assert (ruling.player, ruling.crew) == (bob, rivals)
    rulings.take_back_ruling(ruling=ruling, by=olga)
    with pytest.raises(DealAlreadyKnown, match="Bob"):
        deal(table_of(running, crew, bob), bob)


def test_who_was_let_back_after_a_hand_does_not_know_the_deal(
    running: Challenge, crew: Crew, rivals: Crew, alice: Player, bob: Player, charlie: Player, olga: Player
) -> None:
    rivals.members.create(player=bob)
    table = table_of(running, rivals, bob)
    deal(table, bob)
    end(table, won=False)
    crews.leave_crew(crew=crew, player=bob)
    for number in (1, 2):
        own = table_of(running, crew, alice, number)
        deal(own, alice)
        end(own, won=True)
    assert (stage_of(running).pk, 1) in known_deals_in(bob, running)
    access = DealAccess.objects.get(player=bob, how="dealt")
    rulings.restore_player(Decision(running, olga, "Dealt by mistake."), access=access)
    assert known_deals_in(bob, running) == set()


def test_a_let_back_after_a_hand_tells_nobody_how_far_a_crew_has_come(
    running: Challenge, crew: Crew, rivals: Crew, alice: Player, charlie: Player, olga: Player, signed_in: SignedIn
) -> None:
    lost(running, rivals, charlie, times=2)
    access = DealAccess.objects.filter(player=charlie).order_by("-pk")[0]
    rulings.restore_player(Decision(running, olga, "Dealt by mistake."), access=access)
    address = reverse("challenge", args=(running.pk,))
    for player, told in ((alice, False), (charlie, True)):
        history = signed_in(player).get(address).text.partition('id="history"')[2]
        assert ("attempt 2" in history) is told
        assert ("by mistake" in history) is told


# --- the list of deal access


def test_all_of_the_ledger_is_read_by_page(
    running: Challenge, crew: Crew, alice: Player, olga: Player, signed_in: SignedIn
) -> None:
    stage = stage_of(running)
    DealAccess.objects.bulk_create(
        DealAccess(
            player=alice, stage=stage, attempt=number % 30 + 1, how="opened", at=NOON + timedelta(seconds=number)
        )
        for number in range(620)
    )
    client, address = signed_in(olga), reverse("challenge-accesses", args=(running.pk,))
    told = []
    for number in range(1, 14):
        page = client.get(address, {"page": number}).context["lines"]
        told += [line.key for line in page]
    assert sorted(told) == sorted(DealAccess.objects.values_list("pk", flat=True))
    assert "?page=2" in client.get(address).text
    assert client.get(address, {"page": "x"}).status_code == 200
    following, programs = reverse("api-challenge-accesses", args=(running.pk,)) + "?limit=200", 0
    while following:
        answer = client.get(following).json()
        following, programs = answer["next"], programs + len(answer["results"])
    assert programs == 620
