"""Two players at a real table: the robot's open and covered cards, and everything that follows from them."""

from __future__ import annotations

from random import Random

import pytest
from django.test import Client

import games
from logbook.tables import event_replay
from logbook.tables.models import Attempt, Table
from logbook.tables.services import deals as table_deals
from logbook.tables.services import tables as tables_services
from logbook.typed_deals.models import TypedDeal, TypedHand
from logbook.typed_deals.services import answers, setups
from logbook.typed_deals.services.playable_deals import is_still_playable
from tests.site.secrecy_scenes import CHANGES_EVERY_TIME
from tests.typed_deals.scenes import begin, dealt, over, page_of, tasks_of, type_hand, type_tasks

pytestmark = pytest.mark.django_db

ROBOT = 2


@pytest.fixture
def phones() -> list[Client]:
    return [Client() for _phone in range(2)]


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    steps = (("ROUNDS", 2), ("ROUNDS_A_STEP", 2), ("STRONG_ROUNDS", 1), ("STRONG_ROUNDS_A_STEP", 1), ("SHARES", 1))
    for name, value in (*steps, ("SHARE_ROUNDS", 1)):
        monkeypatch.setattr(answers, name, value)
    monkeypatch.setattr("logbook.lib.queue.later", lambda *_call, **_options: None)


def type_robot(phone: Client, deal: TypedDeal, cards: object) -> tuple[int, str]:
    answer = phone.post(f"/won/{deal.code}/hand/{ROBOT}/", {"card": cards})
    return answer.status_code, answer.content.decode()


def entered(phones: list[Client], state: games.State, *, owners: list[int] | None = None) -> TypedDeal:
    """The robot's cards, one hand and the tasks: the other hand follows."""
    deal, hands = begin(phones[0], state), setups.hands_in(state)
    assert type_hand(phones[0], deal, 0, hands[0])[0] == 303
    assert type_robot(phones[1], deal, list(hands[ROBOT]))[0] == 303
    tasks = tasks_of(state)
    assert type_tasks(phones[0], deal, tasks, owners or [""] * len(tasks))[0] == 303
    return deal


def answered(deal: TypedDeal) -> TypedDeal:
    number: int | None = deal.steps
    while number is not None:
        number = answers.answer_step(deal_id=deal.pk, steps=number)
    deal.refresh_from_db()
    return deal


@pytest.mark.parametrize(("game", "mission"), [("planet-nine", "4"), ("deep-sea", "5")])
def test_two_players_type_the_very_deal(phones: list[Client], game: str, mission: str) -> None:
    state = dealt(mission, 2, game=game)
    deal = over(phones, entered(phones, state))
    assert setups.setup_of(deal).deal == state.spelled_out.deal  # type: ignore[attr-defined]
    assert deal.is_waiting


def test_the_answer_knows_the_robot_and_its_tasks(phones: list[Client]) -> None:
    state = dealt(players=2, seed="a")
    captain = state.view(None)["captain"]
    order = [captain, (captain + 1) % 3, (captain + 2) % 3]
    deal = answered(over(phones, entered(phones, state, owners=order)))
    assert deal.state == TypedDeal.State.DONE
    assert deal.answer["verdict"] == "won"
    end = games.deal(setups.setup_of(deal))
    for line in deal.answer["line"]:
        seat, _space, text = line.partition(" ")
        end = end.apply(games.Action(int(seat), text))
    assert end.outcome is not None
    assert end.outcome.success
    page = page_of(phones[0], deal)
    assert "Yes, this round could be won." in page
    assert "<strong>JARVIS</strong>" in page, "another way to share the tasks"
    line = phones[0].get(f"/won/{deal.code}/line/?step=3")
    assert line.status_code == 200
    assert "Anna" in line.content.decode()
    assert line.content.decode().count('class="open-hand__place') == 13 + 13 + 7
    assert phones[0].get(f"/won/{deal.code}/line/?step=999").status_code == 200


def test_the_page_asks_for_three_and_needs_two(phones: list[Client]) -> None:
    deal = begin(phones[0], dealt(players=2))
    page = page_of(phones[0], deal)
    assert "0 of 3 hands are in" in page
    assert "The robot’s cards and one hand are enough" in page
    assert "Enter the hand: JARVIS" in page
    assert phones[0].get(f"/won/{deal.code}/hand/3/").status_code == 404


def test_the_robots_columns_follow_from_nothing(phones: list[Client]) -> None:
    state = dealt(players=2)
    deal, hands = begin(phones[0], state), setups.hands_in(state)
    for seat in (0, 1):
        type_hand(phones[seat], deal, seat, hands[seat])
    type_tasks(phones[0], deal, tasks_of(state), [""] * 3)
    deal = over(phones, deal)
    assert deal.state == TypedDeal.State.ENTERING
    assert "Enter the robot’s cards" in page_of(phones[0], deal)
    assert type_robot(phones[0], deal, list(hands[ROBOT]))[0] == 303
    deal.refresh_from_db()
    assert deal.is_waiting


def test_wrong_cards_of_the_robot_keep_what_was_chosen(phones: list[Client]) -> None:
    state = dealt(players=2)
    deal, cards = begin(phones[0], state), list(setups.hands_in(state)[ROBOT])
    for wrong, words in (
        ([*cards[:13], ""], "You’ve tapped 13 cards. A hand here has 14."),
        ([*cards[:13], cards[0]], "The robot can’t hold the same card twice."),
        ([*cards[:13], "X9"], "One of these cards isn’t in the deck."),
    ):
        status, page = type_robot(phones[0], deal, wrong)
        assert status == 422
        assert words in page
        assert page.count(" selected") >= 13
    assert type_hand(phones[0], deal, 0, cards)[0] == 422, "a player holds thirteen"
    assert not TypedHand.objects.exists()


def test_the_highest_trump_is_never_the_robots(phones: list[Client]) -> None:
    state = dealt(players=2)
    hands = {seat: list(cards) for seat, cards in setups.hands_in(state).items()}
    holder = next(seat for seat in (0, 1) if "R4" in hands[seat])
    place = hands[holder].index("R4")
    hands[holder][place], hands[ROBOT][0] = hands[ROBOT][0], "R4"
    deal = begin(phones[0], state)
    type_hand(phones[0], deal, 0, hands[0])
    type_robot(phones[1], deal, hands[ROBOT])
    type_tasks(phones[0], deal, tasks_of(state), [""] * 3)
    deal = over(phones, deal)
    page = page_of(phones[0], deal)
    assert deal.state == TypedDeal.State.ENTERING
    assert "Rocket 4 is with the robot, but one of the two players must hold it." in page
    assert page_of(phones[1], deal).count("Correct") >= 2


def test_no_page_of_two_players_depends_on_a_card(phones: list[Client]) -> None:
    deal = entered(phones, dealt(players=2))

    def pages() -> list[str]:
        paths = ("", "tasks/", "line/", *(f"hand/{seat}/" for seat in range(3)))
        asked = [phone.get(f"/won/{deal.code}/{path}") for phone in phones for path in paths]
        return [f"{one.status_code} {CHANGES_EVERY_TIME.sub('', one.content.decode())}" for one in asked]

    before = pages()
    deck = list(setups.deck_of(deal.game))
    for number, hand in enumerate(deal.hands.all()):
        Random(number).shuffle(deck)
        TypedHand.objects.filter(pk=hand.pk).update(cards=" ".join(deck[: len(hand.cards.split())]))
    assert pages() == before


def test_a_deal_at_a_table_for_two_waits(phones: list[Client]) -> None:
    state = dealt(players=2)
    table = Table.objects.create(game="planet-nine", mission="4", players=2)
    table.attempts.create(number=1, seed=state.setup.seed, rules=1, state=Attempt.State.PLAYING)
    deal = over(phones, entered(phones, state))
    assert is_still_playable(deal)
    Attempt.objects.update(state=Attempt.State.FAILURE)
    assert not is_still_playable(deal)
    other = over(phones, entered(phones, dealt(players=2, seed="other")))
    Attempt.objects.update(state=Attempt.State.PLAYING)
    assert not is_still_playable(other)


def test_two_players_play_their_deal_again(phones: list[Client]) -> None:
    state = dealt(players=2)
    deal = over(phones, entered(phones, state))
    TypedDeal.objects.update(answer={"verdict": "won", "line": []}, won=True)
    assert "JARVIS" not in page_of(phones[0], deal).partition("bgstats")[2].partition('"')[0]
    phones[1].post(f"/won/{deal.code}/play/")
    table = Table.objects.get()
    assert table.opened_by is not None
    tables_services.fill_with_bots(table_id=table.pk, by=table.opened_by, bot="random")
    table_deals.start_attempt(table_id=table.pk, player=table.opened_by)
    assert setups.hands_in(event_replay.state_of(table.attempts.get())) == setups.hands_in(state)
