"""Pages of typed deals: begin, type in hands and tasks, agree that the round is over, and wrong inputs."""

from __future__ import annotations

import re
from datetime import timedelta
from html import unescape

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from logbook.campaigns.models import Campaign
from logbook.campaigns.services import campaigns
from logbook.crews.models.crews import Crew
from logbook.people.models.players import Player
from logbook.typed_deals import tasks as worker
from logbook.typed_deals.models import TypedDeal, TypedHand
from logbook.typed_deals.services import deals
from tests.campaigns.scenes import add
from tests.conftest import SignedIn
from tests.site.secrecy_scenes import CHANGES_EVERY_TIME
from tests.typed_deals.scenes import (
    begin,
    dealt,
    entered,
    hands_of,
    over,
    page_of,
    press_over,
    sharing_of,
    tasks_of,
    type_hand,
    type_tasks,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def phones() -> list[Client]:
    return [Client() for _phone in range(4)]


@pytest.fixture(autouse=True)
def queued(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """What was queued, instead of a worker."""
    sent: list[object] = []
    monkeypatch.setattr("logbook.lib.queue.later", lambda *call, **_options: sent.append(call))
    return sent


def test_one_press_begins_a_deal_without_account(client: Client) -> None:
    deal = begin(client, dealt())
    page = page_of(client, deal)
    assert f"http://testserver/won/{deal.code}/" in page
    assert "<svg" in page.partition("typed-qr")[2]
    assert "0 of 4 hands are in" in page
    assert deal.begun_by is None


def test_a_listed_or_custom_mission_can_be_chosen(client: Client) -> None:
    assert "Could we have won?" in client.get("/could-we-have-won/").content.decode()
    listed = client.post("/could-we-have-won/", {"listed": "deep-sea 7", "players": 5})
    assert listed.status_code == 302
    own = client.post("/could-we-have-won/", {"game": "planet-nine", "mission": "tasks=2", "players": 3})
    assert own.status_code == 302
    wrong = client.post("/could-we-have-won/", {"game": "planet-nine", "mission": "tasks=many", "players": 3})
    assert wrong.status_code == 422
    assert "tasks=many" in wrong.content.decode()


def test_all_hands_but_one_are_enough(phones: list[Client], queued: list[object]) -> None:
    deal = entered(phones, dealt())
    assert "3 of 4 hands are in" in page_of(phones[3], deal)
    assert press_over(phones[0], deal)[0] == 303
    deal.refresh_from_db()
    assert deal.over_at is None
    assert press_over(phones[1], deal)[0] == 303
    deal.refresh_from_db()
    assert deal.state == TypedDeal.State.WAITING
    assert queued == [("typed_deals.answer_step", deal.pk, 0)]
    assert "The answer is coming." in page_of(phones[2], deal)


def test_one_phone_alone_presses_twice(client: Client) -> None:
    deal = entered([client], dealt())
    assert press_over(client, deal)[0] == 303
    assert "Everyone agrees" in page_of(client, deal)
    assert press_over(client, deal)[0] == 303
    deal.refresh_from_db()
    assert deal.over_at is not None


def test_only_a_phone_with_a_hand_ends_the_round(phones: list[Client]) -> None:
    deal = entered(phones, dealt())
    status, page = press_over(phones[3], deal)
    assert status == 403
    assert "Only a phone that has entered a hand" in page
    press_over(phones[0], deal)
    status, page = press_over(phones[0], deal)
    assert status == 409
    assert "a second phone has to agree" in page
    deal.refresh_from_db()
    assert deal.over_at is None


def test_a_round_is_over_by_itself_after_ninety_minutes(phones: list[Client], queued: list[object]) -> None:
    deal = entered(phones, dealt())
    deals.end_due_rounds()
    assert queued == []
    TypedHand.objects.update(typed_at=timezone.now() - timedelta(minutes=91))
    deals.end_due_rounds()
    assert queued == [("typed_deals.answer_step", deal.pk, 0)]


@pytest.mark.parametrize(("players", "needed"), [(2, 2), (3, 2), (4, 3), (5, 4)])
def test_the_sweep_leaves_deals_with_too_few_hands_alone(
    django_assert_num_queries: DjangoAssertNumQueries, players: int, needed: int
) -> None:
    """A deal that its players left early is not locked again and again."""
    deal = TypedDeal.objects.create(game="planet-nine", mission="4", players=players)
    long_ago = timezone.now() - timedelta(minutes=91)
    for seat in range(needed):
        with django_assert_num_queries(1):
            deals.end_due_rounds()
        TypedHand.objects.create(deal=deal, seat=seat, cards="P1", device="a", typed_at=long_ago)
    deals.end_due_rounds()
    deal.refresh_from_db()
    assert deal.over_at is not None


def test_pages_of_a_deal_are_in_no_search_engine(phones: list[Client]) -> None:
    deal = over(phones, entered(phones, dealt()))
    line = {"verdict": "won", "line": ["0 nothing"], "distress": {}}
    TypedDeal.objects.update(answer=line)
    paths = ["", "hand/0/", "tasks/", "line/"]
    answers = [phones[0].get(f"/won/{deal.code}/{path}") for path in paths]
    answers.append(phones[0].post(f"/won/{deal.code}/tasks/", {}))
    assert [answer.status_code for answer in answers] == [200, 200, 200, 200, 422]
    assert {answer.headers["X-Robots-Tag"] for answer in answers} == {"noindex, nofollow, noarchive"}


@pytest.mark.parametrize(("person", "status"), [("own", 200), ("", 200), ("0", 412), ("x", 412)])
def test_a_hand_kept_offline_goes_in_under_its_own_account(
    signed_in: SignedIn, alice: Player, person: str, status: int
) -> None:
    phone = signed_in(alice)
    deal = begin(phone, dealt())
    form = {"card": hands_of(dealt())[0], "person": str(alice.pk) if person == "own" else person}
    answer = phone.post(f"/won/{deal.code}/hand/0/", form, headers={"Accept": "application/json"})
    assert answer.status_code == status
    assert deal.hands.count() == (status == 200)
    visitor = Client().post(f"/won/{deal.code}/hand/1/", form, headers={"Accept": "application/json"})
    assert visitor.status_code == 200, "signed out meanwhile"


def test_a_campaign_fills_in_its_next_mission(signed_in: SignedIn, crew: Crew, alice: Player) -> None:
    """One press on the form that the campaign's page leads to begins the deal."""
    campaign = campaigns.open_campaign(crew=crew, by=alice, game="planet-nine", name="Winter", in_order=True)
    phone = signed_in(alice)
    assert 'value="planet-nine 1" selected' in form_from(phone, campaign)
    for mission, players in (("1", 4), ("2", 3)):
        add(campaign, alice, mission, won=mission == "1", players=players)
    page = form_from(phone, campaign)
    assert 'value="planet-nine 2" selected' in page
    assert re.search(r'value="3"[^>]* selected', page)
    assert "<details open" not in page, "it is a mission of the logbook"
    form = {"listed": "planet-nine 2", "players": 3, "campaign": campaign.pk}
    assert phone.post("/could-we-have-won/", form).status_code == 302
    deal = TypedDeal.objects.get()
    assert (deal.game, deal.mission, deal.players, deal.campaign) == ("planet-nine", "2", 3, campaign)


def form_from(phone: Client, campaign: Campaign) -> str:
    page = phone.get(f"/campaigns/{campaign.pk}/").content.decode()
    address = re.search(r'href="(/could-we-have-won/[^"]*)"', page)
    assert address is not None
    return str(phone.get(unescape(address[1])).content.decode())


def test_too_few_hands_cannot_end_the_round(phones: list[Client]) -> None:
    deal = begin(phones[0], dealt())
    type_hand(phones[0], deal, 0, hands_of(dealt())[0])
    status, page = press_over(phones[0], deal)
    assert status == 409
    assert "Enter 3 hands first." in page


@pytest.mark.parametrize("size", [9, 11])
def test_a_hand_of_the_wrong_size_keeps_its_taps(client: Client, size: int) -> None:
    deal, cards = begin(client, dealt()), [card for hand in hands_of(dealt()) for card in hand][-size:]
    status, page = type_hand(client, deal, 0, cards)
    assert status == 422
    assert f"You’ve tapped {size} cards. A hand here has 10." in page
    assert page.count(" checked") == size
    assert 'value="Anna"' in page
    assert not TypedHand.objects.exists()


def test_a_small_hand_without_trumps_is_reminded_of_them(client: Client) -> None:
    deal = begin(client, dealt())
    status, page = type_hand(client, deal, 0, ["P1", "P2", "P3"])
    assert status == 422
    assert "Trumps count, too." in page


@pytest.mark.parametrize("cards", [["P1"] * 10, ["S1", *(f"P{rank}" for rank in range(1, 10))]])
def test_cards_that_are_not_in_the_deck_are_refused(client: Client, cards: list[str]) -> None:
    deal = begin(client, dealt())
    status, page = type_hand(client, deal, 0, cards)
    assert status == 422
    assert "One of these cards isn’t in the deck." in page


def test_a_second_phone_cannot_take_a_seat(phones: list[Client]) -> None:
    deal, hands = begin(phones[0], dealt()), hands_of(dealt())
    type_hand(phones[0], deal, 0, hands[0])
    status, page = type_hand(phones[1], deal, 0, hands[1])
    assert status == 409
    assert "Another phone has already entered this hand." in page
    assert page.count(" checked") == 10, "nothing is lost"
    assert TypedHand.objects.get().cards.split() == hands[0]


def test_a_phone_corrects_its_own_hand_covered(phones: list[Client]) -> None:
    deal, hands = begin(phones[0], dealt()), hands_of(dealt())
    type_hand(phones[0], deal, 0, hands[0])
    assert " checked" not in phones[0].get(f"/won/{deal.code}/hand/0/").content.decode()
    assert type_hand(phones[0], deal, 0, hands[1])[0] == 303
    assert TypedHand.objects.get().cards.split() == hands[1]


def test_a_card_in_two_hands_is_told_after_the_round(phones: list[Client]) -> None:
    state = dealt()
    deal, hands = entered(phones, state), hands_of(state)
    doubled = [hands[0][0], *hands[1][1:]]
    assert type_hand(phones[1], deal, 1, doubled)[0] == 303
    assert "same card" not in page_of(phones[0], deal)
    over(phones, deal)
    page = page_of(phones[0], deal)
    assert "Two hands hold the same card: Anna and Ben look again." in page
    assert hands[0][0] not in CHANGES_EVERY_TIME.sub("", page)
    assert type_hand(phones[3], deal, 1, hands[1])[0] == 303, "every phone may correct it now"
    deal.refresh_from_db()
    assert deal.is_waiting


def test_only_one_of_three_players_holds_fourteen_cards(phones: list[Client]) -> None:
    state = dealt(players=3)
    hands = sorted(hands_of(state), key=len)
    deal = begin(phones[0], state)
    type_tasks(phones[0], deal, tasks_of(state), sharing_of(state))
    type_hand(phones[0], deal, 0, hands[2])
    type_hand(phones[1], deal, 1, [*hands[1], hands[0][0]])
    over(phones, deal)
    page = page_of(phones[0], deal)
    assert "Only one hand has 14 cards: Anna and Ben look again." in page


def test_three_hands_of_thirteen_miss_a_card(phones: list[Client]) -> None:
    state = dealt(players=3)
    deal = begin(phones[0], state)
    type_tasks(phones[0], deal, tasks_of(state), sharing_of(state))
    for seat, hand in enumerate(hands_of(state)):
        type_hand(phones[seat], deal, seat, hand[:13])
    over(phones, deal)
    assert "A card is missing: one hand has 14 cards." in page_of(phones[0], deal)


def test_tasks_are_asked_for_once_the_round_is_over(phones: list[Client]) -> None:
    state = dealt()
    deal = begin(phones[0], state)
    for seat, hand in enumerate(hands_of(state)[:-1]):
        type_hand(phones[seat], deal, seat, hand)
    over(phones, deal)
    assert "Enter the tasks, and who took them." in page_of(phones[0], deal)
    assert type_tasks(phones[2], deal, tasks_of(state), sharing_of(state))[0] == 303
    deal.refresh_from_db()
    assert deal.is_waiting


def test_tasks_that_cannot_be_are_refused(client: Client) -> None:
    state = dealt()
    deal, tasks = begin(client, state), tasks_of(state)
    status, page = type_tasks(client, deal, [], [])
    assert status == 422
    assert "Choose at least one task." in page
    status, page = type_tasks(client, deal, [tasks[0]] * len(tasks), sharing_of(state))
    assert status == 422
    assert "The same task is in the list twice." in page
    status, page = type_tasks(client, deal, tasks[:1], [0])
    assert status == 422
    assert " selected" in page
    status, _page = type_tasks(client, deal, ["R1", *tasks[1:]], [0])
    assert status == 422
    deal.refresh_from_db()
    assert deal.tasks == ""


def test_owners_that_the_mission_forbids_are_told(phones: list[Client]) -> None:
    state = dealt()
    deal = entered(phones, state)
    assert type_tasks(phones[0], deal, tasks_of(state), [0] * len(tasks_of(state)))[0] == 303
    over(phones, deal)
    assert "don’t allow these tasks to be shared like this" in page_of(phones[0], deal)


def test_a_draw_of_the_companion_brings_its_tasks(client: Client) -> None:
    shown = client.get("/companion/planet-nine/4/?players=4&seed=abc").content.decode()
    assert 'value="abc"' in shown
    deal = begin(client, dealt(), seed="abc")
    assert len(deal.tasks.split()) == len(tasks_of(dealt()))


def test_a_device_begins_twenty_deals_a_day(client: Client) -> None:
    for _deal in range(20):
        begin(client, dealt())
    answer = client.post("/could-we-have-won/", {"listed": "planet-nine 4", "players": 4})
    assert answer.status_code == 429
    assert "You’ve begun 20 deals today." in answer.content.decode()


def test_a_script_without_cookies_ends_at_the_address(client: Client) -> None:
    statuses = [Client().post("/could-we-have-won/", {"listed": "planet-nine 4", "players": 4}) for _deal in range(61)]
    assert [answer.status_code for answer in statuses] == [302] * 60 + [429]


def test_a_script_that_types_a_thousand_hands_ends_at_the_address(client: Client) -> None:
    deal, hand = begin(client, dealt()), hands_of(dealt())[0]
    for _hand in range(400):
        deals.type_hand(deal=deal, seat=0, cards=hand, name="", device="script", address="127.0.0.1", player=None)
    status, page = type_hand(client, deal, 1, hand)
    assert status == 429
    assert "That’s a lot of hands in an hour." in page
    assert page.count(" checked") == 10, "nothing is lost"


def test_a_phone_that_dies_stops_nobody(phones: list[Client]) -> None:
    """The second phone goes silent before its hand, and the first one after it: the others end the round."""
    state = dealt()
    deal, hands = begin(phones[0], state), hands_of(state)
    type_hand(phones[0], deal, 0, hands[0])
    for seat in (1, 2):
        assert type_hand(phones[2], deal, seat, hands[seat])[0] == 303, "another phone enters the second hand"
    type_tasks(phones[2], deal, tasks_of(state), sharing_of(state))
    assert type_hand(phones[3], deal, 3, hands[3])[0] == 303
    assert press_over(phones[2], deal)[0] == 303
    assert press_over(phones[3], deal)[0] == 303
    deal.refresh_from_db()
    assert deal.is_waiting


def test_hands_without_the_four_trumps_are_found_after_the_round(phones: list[Client]) -> None:
    """The trumps of one player are forgotten, and other cards tapped in their place: they are in two hands."""
    state = dealt()
    deal, hands = begin(phones[0], state), hands_of(state)
    type_tasks(phones[0], deal, tasks_of(state), sharing_of(state))
    for seat in range(4):
        plain = [card for card in hands[seat] if card[0] != "R"]
        others = [card for card in hands[(seat + 1) % 4] if card[0] != "R"]
        type_hand(phones[seat], deal, seat, [*plain, *others][:10])
    over(phones, deal)
    assert "Two hands hold the same card" in page_of(phones[0], deal)
    for seat, hand in enumerate(hands):
        assert type_hand(phones[0], deal, seat, hand)[0] == (303 if not deal.is_waiting else 409)
        deal.refresh_from_db()
    assert deal.is_waiting


def test_a_forged_cookie_is_no_device(phones: list[Client]) -> None:
    deal = entered(phones, dealt())
    phones[3].cookies["typed-deals"] = phones[0].cookies["typed-deals"].value.partition(":")[0]
    assert press_over(phones[3], deal)[0] == 403


def test_an_unknown_code_or_seat_is_not_found(client: Client) -> None:
    deal = begin(client, dealt())
    assert client.get("/won/nothing/").status_code == 404
    assert client.get(f"/won/{deal.code}/hand/4/").status_code == 404
    TypedDeal.objects.update(until=timezone.now())
    assert client.get(f"/won/{deal.code}/").status_code == 404
    worker.delete_old_deals()
    assert not TypedDeal.objects.exists()


def test_an_answer_under_way_is_not_changed(phones: list[Client]) -> None:
    deal = over(phones, entered(phones, dealt()))
    status, page = type_hand(phones[0], deal, 0, hands_of(dealt())[0])
    assert status == 409
    assert "Begin a new deal to change anything." in page
