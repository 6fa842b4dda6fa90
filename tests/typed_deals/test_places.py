"""Places of a crew's result: among rounds of bots on the very deal, and among other crews that entered the same one."""

from __future__ import annotations

import pytest
from django.test import Client

from logbook.typed_deals.models import TypedDeal
from logbook.typed_deals.selectors.places import LOST, WON, WON_WITH_SIGNAL, Place, place_among
from logbook.typed_deals.services import answers, setups
from tests.typed_deals.scenes import (
    NAMES,
    begin,
    dealt,
    entered,
    hands_of,
    over,
    page_of,
    sharing_of,
    tasks_of,
    type_tasks,
)

pytestmark = pytest.mark.django_db

ANSWER = {"verdict": "won", "line": [], "rounds": 200, "wins": 76, "strong_rounds": 40, "strong_wins": 31}


@pytest.fixture
def phones() -> list[Client]:
    return [Client() for _phone in range(4)]


@pytest.fixture(autouse=True)
def unqueued(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("logbook.lib.queue.later", lambda *_call, **_options: None)


def say(phone: Client, deal: TypedDeal, **form: object) -> tuple[int, str]:
    answer = phone.post(f"/won/{deal.code}/result/", form)
    return answer.status_code, answer.content.decode()


def answered(deal: TypedDeal) -> TypedDeal:
    TypedDeal.objects.filter(pk=deal.pk).update(answer=ANSWER, state=TypedDeal.State.DONE)
    deal.refresh_from_db()
    return deal


def another_crew(seed: str = "typed", **result: object) -> TypedDeal:
    phones = [Client() for _phone in range(4)]
    deal = answered(over(phones, entered(phones, dealt(seed=seed))))
    if result:
        assert say(phones[0], deal, **result)[0] == 303
    return deal


@pytest.mark.parametrize(
    ("own", "place"),
    [(LOST, Place(0, 4, 3)), (WON_WITH_SIGNAL, Place(4, 1, 2)), (WON, Place(5, 2, 0))],
)
def test_a_win_without_signal_is_ahead_of_one_with_it(own: int, place: Place) -> None:
    assert place_among(own, {LOST: 4, WON_WITH_SIGNAL: 1, WON: 2}) == place
    assert place_among(own, {LOST: 0, WON: 0}) is None


def test_a_result_has_its_place_among_bots_and_crews(phones: list[Client]) -> None:
    for result in ({"result": "lost"}, {"result": "lost"}, {"result": "won", "distress": "1"}, {"result": "won"}):
        another_crew(**result)
    deal = answered(over(phones, entered(phones, dealt())))
    assert "Say how the round ended" in page_of(phones[0], deal)
    assert say(phones[1], deal, result="won", distress="1")[0] == 303
    page = page_of(phones[0], deal)
    assert "You won with the distress signal." in page
    assert (
        "Compared with 200 rounds of the careful bot, your result is ahead of 124, level with 0 and behind 76." in page
    )
    assert (
        "Compared with 40 rounds of the strongest bot, your result is ahead of 9, level with 0 and behind 31." in page
    )
    assert (
        "Compared with the other crews that played this deal, your result is ahead of 2, level with 1 and behind 1."
        in page
    )


def test_a_loss_is_level_with_the_bots_losses(phones: list[Client]) -> None:
    deal = answered(over(phones, entered(phones, dealt())))
    say(phones[0], deal, result="lost")
    page = page_of(phones[3], deal)
    assert "You lost." in page
    assert "your result is ahead of 0, level with 124 and behind 76." in page
    assert "No other crew has entered this deal and its result." in page
    say(phones[0], deal, result="won")
    assert "your result is ahead of 124, level with 76 and behind 0." in page_of(phones[3], deal)


def test_only_other_crews_with_a_result_of_the_same_deal_count(phones: list[Client]) -> None:
    another_crew()
    another_crew(seed="another deal", result="won")
    again = answered(over(phones, entered(phones, dealt())))
    say(phones[0], again, result="won")
    deal = answered(over(phones, entered(phones, dealt())))
    say(phones[0], deal, result="won")
    assert "No other crew has entered this deal and its result." in page_of(phones[0], deal), "the same phones"


def test_the_same_round_from_another_seat_is_the_same_deal(phones: list[Client]) -> None:
    another_crew(result="lost")
    state = dealt()
    deal, hands = begin(phones[0], state), hands_of(state)
    for seat in range(3):
        form = {"card": hands[(seat + 1) % 4], "name": NAMES[seat]}
        assert phones[0].post(f"/won/{deal.code}/hand/{seat}/", form).status_code == 303
    type_tasks(phones[0], deal, tasks_of(state), [(owner - 1) % 4 for owner in sharing_of(state)])
    deal = answered(over([phones[0]] * 2, deal))
    assert deal.fingerprint == TypedDeal.objects.earliest("pk").fingerprint != ""
    say(phones[0], deal, result="won")
    assert (
        "Compared with the other crews that played this deal, your result is ahead of 1, level with 0 and behind 0."
        in page_of(phones[0], deal)
    )


def test_pieces_arrive_one_after_the_other(phones: list[Client], monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[tuple[range, str]] = []

    def bots_win(_state: object, rounds: range, bot: str = "careful") -> int:
        played.append((rounds, bot))
        return 1

    monkeypatch.setattr(answers, "bots_win", bots_win)
    monkeypatch.setattr(answers, "SHARES", 0)
    deal = over(phones, entered(phones, dealt()))
    say(phones[0], deal, result="won")
    number: int | None = 0
    pages = []
    while number is not None:
        number = answers.answer_step(deal_id=deal.pk, steps=number)
        pages.append(page_of(phones[3], deal))
    assert [bot for _rounds, bot in played] == ["careful"] * 10 + ["solver"] * 20
    for bot, rounds in (("careful", 200), ("solver", 40)):
        assert [one for numbers, by in played if by == bot for one in numbers] == list(range(rounds))
    assert "Compared with 20 rounds of the careful bot" in pages[2], "after the verdict and the distress signal"
    assert "There’s more to come." in pages[2]
    assert (
        "Compared with 200 rounds of the careful bot, your result is ahead of 190, level with 10 and behind 0."
        in pages[-1]
    )
    assert (
        "Compared with 40 rounds of the strongest bot, your result is ahead of 20, level with 20 and behind 0."
        in pages[-1]
    )
    assert "There’s more to come." not in pages[-1]


def test_wrong_results_get_one_sentence(phones: list[Client]) -> None:
    deal = entered(phones, dealt())
    status, page = say(phones[0], deal, result="won")
    assert status == 409
    assert "First say that the round is over." in page
    over(phones, deal)
    status, page = say(phones[3], deal, result="won")
    assert status == 403
    assert "You can say how the round ended only on a phone where a hand was entered." in page
    status, page = say(phones[0], deal, result="perhaps")
    assert status == 422
    assert "Choose whether you won or lost." in page
    deal.refresh_from_db()
    assert deal.won is None


def test_a_deal_without_an_answer_has_no_place(phones: list[Client]) -> None:
    another_crew(result="won")
    deal = over(phones, entered(phones, dealt()))
    say(phones[0], deal, result="won")
    page = page_of(phones[0], deal)
    assert "You won." in page
    assert "Among" not in page
    assert setups.fingerprint_of(deal) == TypedDeal.objects.earliest("pk").fingerprint
