"""Secrecy of typed deals: no page depends on a hand before the round is over, and no sealed deal is answered."""

from __future__ import annotations

from datetime import timedelta
from random import Random

import pytest
from django.test import Client
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import games
from logbook.challenges.models.challenges import Challenge, Deal
from logbook.challenges.models.deal_access import DealAccess
from logbook.people.models.players import Player
from logbook.tables.models import Attempt, Table
from logbook.typed_deals.models import TypedDeal, TypedHand
from logbook.typed_deals.services import answers, setups
from logbook.typed_deals.services.playable_deals import are_alike, is_still_playable, renamings_of
from tests.conftest import SignedIn
from tests.site.secrecy_scenes import CHANGES_EVERY_TIME
from tests.typed_deals.scenes import dealt, entered, hands_of, over, page_of, press_over, type_hand

pytestmark = pytest.mark.django_db


@pytest.fixture
def phones() -> list[Client]:
    return [Client() for _phone in range(4)]


@pytest.fixture(autouse=True)
def unqueued(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("logbook.lib.queue.later", lambda *_call, **_options: None)


def everything(phones: list[Client], deal: TypedDeal) -> list[str]:
    """All that phones can ask for before the round is over, also by pressing what they may not."""
    asked = []
    for phone in phones:
        asked += [phone.get(f"/won/{deal.code}/"), phone.get(f"/won/{deal.code}/tasks/")]
        asked += [phone.get(f"/won/{deal.code}/hand/{seat}/") for seat in range(deal.players)]
        asked += [phone.get(f"/won/{deal.code}/line/"), phone.get(f"/won/{deal.code}/line/?line=distress")]
        asked += [phone.post(f"/won/{deal.code}/hand/{seat}/", {"card": ["P1"]}) for seat in range(deal.players)]
    asked += [phones[3].post(f"/won/{deal.code}/over/"), phones[3].post(f"/won/{deal.code}/log/", {"campaign": 1})]
    asked += [phone.post(f"/won/{deal.code}/result/", {"result": "won"}) for phone in phones]
    asked += [phone.post(f"/won/{deal.code}/{path}/") for phone in phones for path in ("play", "friends")]
    asked += [phones[2].post(f"/won/{deal.code}/hand/0/", {"card": sample()})]
    return [f"{one.status_code} {CHANGES_EVERY_TIME.sub('', one.content.decode())}" for one in asked]


def sample() -> list[str]:
    return hands_of(dealt(seed="probe"))[0]


@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(number=st.integers(0, 10**6), doubled=st.booleans())
def test_no_page_before_the_end_depends_on_a_hand(phones: list[Client], number: int, *, doubled: bool) -> None:
    """Any hands whatever: those of another deal, and hands that contradict each other."""
    TypedDeal.objects.all().delete()
    deal = entered(phones, dealt())
    before = everything(phones, deal)
    deck = list(setups.deck_of(deal.game))
    for hand in deal.hands.order_by("seat"):
        Random(number + hand.seat * doubled).shuffle(deck)
        chosen = deck[:10] if doubled else deck[10 * hand.seat : 10 * hand.seat + 10]
        TypedHand.objects.filter(pk=hand.pk).update(cards=" ".join(chosen))
    assert everything(phones, deal) == before


def test_a_probing_hand_learns_nothing_of_the_others(phones: list[Client]) -> None:
    deal, hands = entered(phones, dealt()), hands_of(dealt())
    free = type_hand(phones[0], deal, 0, hands[0])
    taken = type_hand(phones[0], deal, 0, [hands[1][0], *hands[0][1:]])
    assert free[0] == taken[0] == 303
    assert "look again" not in page_of(phones[0], deal)


def alike(hands: list[list[str]], other: list[list[str]]) -> bool:
    return are_alike(renamings_of(hands), renamings_of(other)[0])


@pytest.mark.parametrize("players", [3, 4, 5])
def test_deals_are_alike_in_any_colours_seats_and_game(players: int) -> None:
    hands = hands_of(dealt(players=players))
    swap = str.maketrans("PBGYR", "GYPBS")
    recoloured = [[card.translate(swap) for card in hand] for hand in hands[1:] + hands[:1]]
    assert alike(recoloured, hands)
    assert not any(alike(hands_of(dealt(players=players, seed=f"other {number}")), hands) for number in range(50))


def test_a_few_exchanged_cards_make_no_other_deal() -> None:
    hands = hands_of(dealt())
    other = [list(hand) for hand in hands]
    for place in range(4):
        other[0][place], other[1][place] = other[1][place], other[0][place]
    assert alike(other, hands)
    for place in range(4, 8):
        other[2][place], other[3][place] = other[3][place], other[2][place]
    assert not alike(other, hands)


@pytest.fixture
def sealed(running: Challenge) -> games.State:
    """A deal of an open challenge."""
    deal = Deal.objects.filter(stage__challenge=running).exclude(seed="").earliest("pk")
    stage = deal.stage
    return games.deal(games.Setup(stage.game, stage.mission, running.players, deal.seed))


def test_a_sealed_deal_gets_no_answer_until_it_is_over(
    running: Challenge, sealed: games.State, phones: list[Client], signed_in: SignedIn, charlie: Player
) -> None:
    phones[0] = signed_in(charlie)
    deal = over(phones, entered(phones, sealed))
    coming = page_of(phones[1], deal)
    assert answers.answer_step(deal_id=deal.pk, steps=0) is None
    deal.refresh_from_db()
    assert deal.answer == {}
    assert deal.steps == 0
    after = page_of(phones[1], deal)
    assert CHANGES_EVERY_TIME.sub("", after) == CHANGES_EVERY_TIME.sub("", coming)
    access = DealAccess.objects.get(how=DealAccess.How.TYPED)
    assert access.player == charlie
    answers.answer_step(deal_id=deal.pk, steps=0)
    assert DealAccess.objects.filter(how=DealAccess.How.TYPED).count() == 1
    Challenge.objects.update(state=Challenge.State.CLOSED)
    assert answers.answer_step(deal_id=deal.pk, steps=0) == 1


def test_a_running_table_keeps_its_deal_unanswered(phones: list[Client]) -> None:
    state = dealt()
    table = Table.objects.create(game="planet-nine", mission="4", players=4)
    attempt = table.attempts.create(number=1, seed=state.setup.seed, rules=1, state=Attempt.State.PLAYING)
    deal = over(phones, entered(phones, state))
    assert is_still_playable(deal)
    assert answers.answer_step(deal_id=deal.pk, steps=0) is None
    Attempt.objects.filter(pk=attempt.pk).update(state=Attempt.State.FAILURE)
    assert not is_still_playable(deal)


@pytest.mark.parametrize("practice", [False, True])
def test_a_table_that_everyone_has_left_keeps_no_answer_back(phones: list[Client], *, practice: bool) -> None:
    state = dealt()
    table = Table.objects.create(game="planet-nine", mission="4", players=4, practice=practice)
    table.attempts.create(number=1, seed=state.setup.seed, rules=1, state=Attempt.State.PLAYING)
    deal = over(phones, entered(phones, state))
    Table.objects.update(moved_at=timezone.now() - timedelta(days=6))
    assert is_still_playable(deal)
    Table.objects.update(moved_at=timezone.now() - timedelta(days=8))
    assert not is_still_playable(deal)


def test_a_running_attempt_of_a_challenge_keeps_its_deal_however_old(
    running: Challenge, sealed: games.State, phones: list[Client]
) -> None:
    stage, setup = running.stages.earliest("pk"), sealed.setup
    table = Table.objects.create(game=setup.game, mission=setup.mission, players=setup.players, stage=stage)
    table.attempts.create(number=1, seed=setup.seed, rules=1, state=Attempt.State.PLAYING)
    Table.objects.update(moved_at=timezone.now() - timedelta(days=8))
    Challenge.objects.update(state=Challenge.State.CLOSED)
    assert is_still_playable(over(phones, entered(phones, sealed)))


def test_waiting_for_a_sealed_deal_uses_up_no_tries(sealed: games.State, phones: list[Client]) -> None:
    deal = over(phones, entered(phones, sealed))
    for _sweep in range(answers.MOST_TRIES + 2):
        answers.answer_step(deal_id=deal.pk, steps=0)
    deal.refresh_from_db()
    assert deal.is_waiting
    assert press_over(phones[0], deal)[0] == 303
