"""Answers of typed deals: what workers find step by step, the page that shows it, and the logbook."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings

import games
from benchmarks import typed_deals as benchmark
from games.crew.solver import Lost, Unknown, certify, with_owners
from logbook.campaigns.models import LogEntry
from logbook.campaigns.services import campaigns
from logbook.crews.models.crews import Crew
from logbook.people.models.players import Player
from logbook.typed_deals import tasks as worker
from logbook.typed_deals.models import TypedDeal
from logbook.typed_deals.services import answers, setups
from tests.conftest import SignedIn
from tests.site.secrecy_scenes import CHANGES_EVERY_TIME
from tests.typed_deals.scenes import dealt, entered, hands_of, over, page_of, sharing_of, tasks_of, type_tasks

pytestmark = pytest.mark.django_db
ROUNDS = answers.ROUNDS
"""The rounds of an answer, before these tests make it shorter."""


@pytest.fixture
def phones() -> list[Client]:
    return [Client() for _phone in range(4)]


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """A few rounds and shares are enough here."""
    for name, value in (
        ("ROUNDS", 4),
        ("ROUNDS_A_STEP", 2),
        ("STRONG_ROUNDS", 1),
        ("STRONG_ROUNDS_A_STEP", 1),
        ("SHARES", 2),
        ("SHARE_ROUNDS", 1),
    ):
        monkeypatch.setattr(answers, name, value)
    monkeypatch.setattr("logbook.lib.queue.later", lambda *_call, **_options: None)


def answered(deal: TypedDeal, most: int = 50) -> TypedDeal:
    """The deal after all steps of a worker."""
    number: int | None = deal.steps
    while number is not None and most:
        number, most = answers.answer_step(deal_id=deal.pk, steps=number), most - 1
    deal.refresh_from_db()
    return deal


def test_the_verdict_comes_first_with_a_line_that_wins(phones: list[Client]) -> None:
    state = dealt()
    deal = over(phones, entered(phones, state))
    assert answers.answer_step(deal_id=deal.pk, steps=0) == 1
    deal.refresh_from_db()
    assert deal.answer["verdict"] == "won"
    end = games.deal(setups.setup_of(deal))
    for line in deal.answer["line"]:
        seat, _space, text = line.partition(" ")
        end = end.apply(games.Action(int(seat), text))
    assert end.outcome is not None
    assert end.outcome.success
    page = page_of(phones[3], deal)
    assert "Yes, this round could be won." in page
    assert "There’s more to come." in page


def test_the_deal_typed_in_is_the_deal_dealt(phones: list[Client]) -> None:
    for players in (3, 4, 5):
        state = dealt(players=players)
        deal = entered([Client() for _phone in range(5)], state)
        spelled = state.spelled_out  # type: ignore[attr-defined]
        deal.refresh_from_db()
        assert setups.setup_of(deal).deal == spelled.deal


def test_all_parts_of_the_answer_arrive(phones: list[Client]) -> None:
    deal = answered(over(phones, entered(phones, dealt())))
    assert deal.state == TypedDeal.State.DONE
    assert deal.answer["rounds"] == 4
    assert 0 <= deal.answer["wins"] <= 4
    assert deal.answer["distress"]["verdict"] in ("won", "lost", "unknown")
    assert len(deal.answer["shares"]) == 2
    owners = setups.owners_of(deal)
    assert owners is not None
    assert [dict(share["owners"]) for share in deal.answer["shares"]] != [owners] * 2
    page = page_of(phones[0], deal)
    assert "times of 4" in page
    assert "Other ways to share the tasks" in page


def test_a_winning_line_is_stepped_through_with_open_hands(phones: list[Client]) -> None:
    deal = answered(over(phones, entered(phones, dealt())))
    first = phones[3].get(f"/won/{deal.code}/line/?step=0")
    assert first.status_code == 200
    text = first.content.decode()
    assert text.count('class="open-hand__place') == 40
    assert "Anna" in text
    last = phones[3].get(f"/won/{deal.code}/line/?step=999").content.decode()
    assert "end--success" in last
    assert phones[3].get(f"/won/{deal.code}/line/?line=nothing").status_code == 404
    assert phones[3].get(f"/won/{deal.code}/line/?step=x").status_code == 200


def test_a_lost_deal_says_so(phones: list[Client]) -> None:
    state = dealt("40", seed="lost1")
    verdict, _certificate = certify(with_owners(state, dict(zip(tasks_of(state), sharing_of(state), strict=True))))  # type: ignore[arg-type]
    assert isinstance(verdict, Lost)
    deal = answered(over(phones, entered(phones, state)))
    assert deal.answer["verdict"] == "lost"
    page = page_of(phones[0], deal)
    assert "No. With these hands and tasks, the round couldn’t be won." in page
    assert phones[0].get(f"/won/{deal.code}/line/").status_code == 404


def test_an_undecided_deal_shows_the_bots_share(phones: list[Client], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "solve_with_owners", lambda *_question: Unknown())
    deal = answered(over(phones, entered(phones, dealt())))
    page = page_of(phones[0], deal)
    assert "Unknown. The solver couldn’t decide this deal." in page
    assert "times of 4" in page


def test_unknown_owners_leave_the_sharing_open(phones: list[Client]) -> None:
    state = dealt()
    deal = entered(phones, state)
    type_tasks(phones[0], deal, deal_tasks(deal), ["", *sharing_of(state)[1:]])
    deal = answered(over(phones, deal))
    assert deal.owners == ""
    assert deal.answer["verdict"] == "won"
    assert deal.answer["distress"] == {}


def deal_tasks(deal: TypedDeal) -> list[str]:
    deal.refresh_from_db()
    return deal.tasks.split()


def test_a_mission_of_deep_sea_in_real_time_is_answered(phones: list[Client]) -> None:
    state = dealt("14", game="deep-sea")
    deal = entered(phones, state)
    assert type_tasks(phones[0], deal, tasks_of(state), [1] * len(tasks_of(state)))[0] == 303
    deal = answered(over(phones, deal))
    assert deal.state == TypedDeal.State.DONE
    assert "The answer leaves the clock out." in page_of(phones[0], deal)


def test_a_step_that_comes_twice_or_late_does_nothing(phones: list[Client]) -> None:
    deal = over(phones, entered(phones, dealt()))
    assert answers.answer_step(deal_id=deal.pk, steps=1) is None
    assert answers.answer_step(deal_id=deal.pk, steps=0) == 1
    assert answers.answer_step(deal_id=deal.pk, steps=0) is None
    deal.refresh_from_db()
    assert deal.steps == 1


def test_a_worker_that_dies_three_times_leaves_a_failure(phones: list[Client]) -> None:
    deal = over(phones, entered(phones, dealt()))
    TypedDeal.objects.update(tries=answers.MOST_TRIES)
    assert answers.answer_step(deal_id=deal.pk, steps=0) is None
    assert "it took too long to work out" in page_of(phones[0], deal)


def test_only_the_verdict_goes_before_other_work(
    phones: list[Client], monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    settings.CELERY_TASK_ALWAYS_EAGER = False
    sent: list[object] = []
    monkeypatch.setattr("logbook.lib.queue.send", lambda *call, **options: sent.append((call, options)))
    deal = over(phones, entered(phones, dealt()))
    worker.answer_step(deal.pk, 0)
    assert sent == [(("typed_deals.answer_step", deal.pk, 1), {"name": "thoughts", "priority": 9})]
    route = settings.CELERY_TASK_ROUTES["logbook.typed_deals.tasks.answer_step"]
    assert route["priority"] < settings.CELERY_TASK_ROUTES["logbook.challenges.tasks.prepare_deal"]["priority"]
    assert worker.answer_step.time_limit == worker.STEP_TAKES_SECONDS < answers.BUSY.total_seconds()


def test_the_benchmark_asks_as_an_answer_does() -> None:
    assert benchmark.BUDGET == answers.BUDGET
    assert benchmark.ROUNDS == ROUNDS


def test_the_sweep_finds_what_was_lost(phones: list[Client], monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[object] = []
    monkeypatch.setattr("logbook.lib.queue.send", lambda *call, **_options: sent.append(call))
    deal = over(phones, entered(phones, dealt()))
    worker.resume_answers()
    assert sent == []
    TypedDeal.objects.update(moved_at=timezone.now() - timedelta(minutes=2))
    worker.resume_answers()
    assert sent == [("typed_deals.answer_step", deal.pk, 0)]


def test_a_page_that_waits_gets_nothing_until_there_is_news(phones: list[Client]) -> None:
    deal = over(phones, entered(phones, dealt()))
    waits = f"/won/{deal.code}/?wait={page_of(phones[0], deal).partition('?wait=')[2].partition(chr(34))[0]}"
    assert phones[0].get(waits).status_code == 204
    answers.answer_step(deal_id=deal.pk, steps=0)
    assert phones[0].get(waits).status_code == 200


def test_a_member_logs_the_attempt_once(
    phones: list[Client], signed_in: SignedIn, crew: Crew, alice: Player, charlie: Player
) -> None:
    campaign = campaigns.open_campaign(crew=crew, by=alice, game="planet-nine", name="Winter", in_order=False)
    deal = answered(over(phones, entered(phones, dealt())))
    browser = signed_in(alice)
    assert "Log an attempt" in page_of(browser, deal)
    assert "Log an attempt" not in page_of(signed_in(charlie), deal)
    form = {"campaign": campaign.pk, "distress": "1"}
    for _press in range(2):
        assert browser.post(f"/won/{deal.code}/log/", form).status_code == 302
    entry = LogEntry.objects.get()
    assert (entry.mission, entry.won, entry.distress, entry.players) == ("4", False, True, 4)
    assert entry.note == setups.setup_of(deal).deal
    assert {str(row.guest) for row in entry.attendances.all()} == {"Anna", "Ben", "Cleo"}
    assert signed_in(charlie).post(f"/won/{deal.code}/log/", form).status_code == 404
    assert phones[0].post(f"/won/{deal.code}/log/", form).status_code == 302, "to signing in"


def test_a_deal_that_failed_is_logged_and_handed_on(
    phones: list[Client], signed_in: SignedIn, crew: Crew, alice: Player
) -> None:
    campaign = campaigns.open_campaign(crew=crew, by=alice, game="planet-nine", name="Winter", in_order=False)
    deal, browser = over(phones, entered(phones, dealt())), signed_in(alice)
    phones[0].post(f"/won/{deal.code}/result/", {"result": "won"})
    assert "bgstatsapp" in page_of(phones[0], deal), "also while the deal waits, as a sealed one does"
    assert "Log an attempt" not in page_of(browser, deal)
    TypedDeal.objects.update(state=TypedDeal.State.FAILED)
    page = page_of(browser, deal)
    assert "There’s no answer: it took too long to work out." in page
    assert "bgstatsapp" in page
    assert "Play it again online" not in page
    assert browser.post(f"/won/{deal.code}/log/", {"campaign": campaign.pk, "won": "1"}).status_code == 302
    assert LogEntry.objects.get().won


def test_an_answer_in_part_is_an_answer(phones: list[Client]) -> None:
    """The verdict is known, and a later step has failed: the page does not say both."""
    deal = over(phones, entered(phones, dealt()))
    TypedDeal.objects.update(answer={"verdict": "won", "line": []}, state=TypedDeal.State.FAILED)
    page = page_of(phones[0], deal)
    assert "Yes, this round could be won." in page
    assert "There’s no answer" not in page


def test_nothing_is_logged_before_the_answer(
    phones: list[Client], signed_in: SignedIn, crew: Crew, alice: Player
) -> None:
    campaign = campaigns.open_campaign(crew=crew, by=alice, game="planet-nine", name="Winter", in_order=False)
    deal = entered(phones, dealt())
    answer = signed_in(alice).post(f"/won/{deal.code}/log/", {"campaign": campaign.pk})
    assert answer.status_code == 409
    page = CHANGES_EVERY_TIME.sub("", answer.content.decode())
    assert hands_of(dealt())[0][0] not in page.partition("<main")[2]
    assert not LogEntry.objects.exists()
