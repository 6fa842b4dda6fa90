"""Turning points: the analysis of finished attempts, its time, and above all who may read it."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django.fixtures import DjangoAssertNumQueries, DjangoCaptureOnCommitCallbacks

import games
from games.crew.solver import SOLVER_VERSION, Annotation, Budget, annotate
from logbook.challenges import tasks as challenges_tasks
from logbook.crews.models.crews import Crew, CrewMember
from logbook.lib import queue
from logbook.people.models.players import Player
from logbook.replays import tasks as replays_tasks
from logbook.replays.models.analyses import Analysis
from logbook.replays.services import analyses
from logbook.tables import event_replay
from logbook.tables.models import Attempt, Table
from logbook.tables.services import attempts
from tests.challenges.scenes import HOUR, NOON
from tests.conftest import SignedIn
from tests.leaderboards.lost_rounds import (
    address,
    fatal_of,
    lost_from_the_deal_on,
    open_the_first_trick,
    play_out,
)
from tests.leaderboards.where_lost_scenes import Fields, lost
from tests.tables.attempts_scenes import act_on, open_table, started

__all__ = ["lost"]  # Fixtures.

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def line_of(attempt: Attempt) -> Fields:
    return {"from": fatal_of(attempt), "moves": "", "step": fatal_of(attempt)}


# --- the analysis


def test_an_attempt_is_analysed_when_it_ends(
    solver: None, alice: Player, bob: Player, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    table = open_table(alice, bob, mission="4")
    attempt = started(table, alice)
    with django_capture_on_commit_callbacks(execute=True):
        act_on(table, attempt)
    assert not Analysis.objects.exists(), "nothing while it runs"
    open_the_first_trick(table, attempt)
    with django_capture_on_commit_callbacks(execute=True):
        attempts.abandon_attempt(table_id=table.pk, player=alice, seen=table.version)
    analysis = Analysis.objects.get(attempt=attempt)
    assert (analysis.solver, analysis.fatal, analysis.tries) == (SOLVER_VERSION, fatal_of(attempt), 1)
    assert len(analysis.winnable) == attempt.length + 1


def test_a_running_attempt_is_not_analysed(solver: None, alice: Player, bob: Player) -> None:
    running = started(open_table(alice, bob), alice)
    replays_tasks.analyse_attempt.delay(running.pk)
    assert not Analysis.objects.exists()


def test_it_is_worked_out_once(attempt: Attempt, monkeypatch: pytest.MonkeyPatch) -> None:
    replays_tasks.analyse_attempt.delay(attempt.pk)
    monkeypatch.setattr(analyses, "annotate", lost_from_the_deal_on)
    for _ in range(2):
        replays_tasks.analyse_attempt.delay(attempt.pk)
    assert Analysis.objects.get().fatal == fatal_of(attempt)


def test_what_came_to_no_end_is_tried_again_and_not_for_ever(attempt: Attempt, monkeypatch: pytest.MonkeyPatch) -> None:
    budgets: list[Budget] = []

    def stumbling(states: object, budget: Budget, known: object) -> Annotation:
        budgets.append(budget)
        raise RuntimeError("a worker dies")

    monkeypatch.setattr(analyses, "annotate", stumbling)
    moment = timezone.now() + timedelta(hours=1)
    for number in range(1, analyses.MOST_TRIES + 1):
        with time_machine.travel(moment + number * timedelta(minutes=10), tick=False):
            assert analyses.unanalysed_attempts(before=timezone.now()) == [attempt.pk]
            with pytest.raises(RuntimeError, match="dies"):
                replays_tasks.analyse_attempt.delay(attempt.pk)
            assert analyses.unanalysed_attempts(before=timezone.now()) == [], "a worker is at it"
    with time_machine.travel(moment + HOUR, tick=False):
        assert analyses.unanalysed_attempts(before=timezone.now()) == []
    assert [budget.nodes for budget in budgets] == sorted((budget.nodes for budget in budgets), reverse=True)
    assert len(set(budgets)) == analyses.MOST_TRIES


def test_the_sweep_finds_the_forgotten(attempt: Attempt, alice: Player, bob: Player) -> None:
    started(open_table(alice, bob), alice)
    replays_tasks.analyse_overlooked_attempts.delay()
    assert not Analysis.objects.exists(), "too early"
    with time_machine.travel(timezone.now() + timedelta(minutes=2), tick=False):
        replays_tasks.analyse_overlooked_attempts.delay()
    assert Analysis.objects.get().attempt == attempt


def test_who_opens_a_replay_has_it_worked_out(attempt: Attempt, alice: Player, signed_in: SignedIn) -> None:
    shown = signed_in(alice).get(address(attempt))
    assert Analysis.objects.get().is_done
    assert "Analysing…" in shown.text, "the worker is beside the page, which asks again"
    assert "the mission couldn’t be won" in signed_in(alice).get(address(attempt)).text


def test_page_waits_while_it_is_worked_out(
    attempt: Attempt, alice: Player, signed_in: SignedIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queue, "send", lambda *_arguments, **_named: None)
    client = signed_in(alice)
    assert "Analysing…" in client.get(address(attempt)).text
    assert client.get(address(attempt), {"wait": 1}).status_code == 204
    replays_tasks.analyse_attempt.delay(attempt.pk)
    assert client.get(address(attempt), {"wait": 1}).status_code == 200


def test_the_solver_itself_finds_what_would_have_won(
    alice: Player, bob: Player, olga: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analyses, "annotate", annotate)
    table = open_table(alice, bob, olga, mission="4")
    attempt = play_out(table, started(table, alice))
    replays_tasks.analyse_attempt.delay(attempt.pk)
    analysis = Analysis.objects.get()
    assert len(analysis.winnable) == attempt.length + 1
    assert analysis.fatal is not None
    assert analysis.winnable[analysis.fatal : analysis.fatal + 2] == [True, False]
    played = event_replay.actions_of(attempt)[: analysis.fatal]
    saving = [games.Action(seat, text) for seat, text in analysis.saving]
    outcome = event_replay.state_after(event_replay.setup_of(attempt), (*played, *saving)).outcome
    assert outcome is not None
    assert outcome.success


# --- the replay page


def test_the_replay_says_who_lost_it_with_what(attempt: Attempt, alice: Player, signed_in: SignedIn) -> None:
    replays_tasks.analyse_attempt.delay(attempt.pk)
    shown = signed_in(alice).get(address(attempt), {"step": 3}).text
    fatal = event_replay.actions_of(attempt)[fatal_of(attempt)]
    assert fatal.text.startswith("play ")
    assert "the mission couldn’t be won" in shown
    assert f"step={fatal_of(attempt) + 1}" in shown
    assert shown.count("marked--fatal") == 1
    assert "turning point" in shown
    assert "still winnable" in shown
    assert "marked--lost" in shown


def test_what_would_have_won_can_be_stepped_through(attempt: Attempt, alice: Player, signed_in: SignedIn) -> None:
    replays_tasks.analyse_attempt.delay(attempt.pk)
    client = signed_in(alice)
    page = client.get(address(attempt)).context["replay"]
    line = client.get(page.verdict.saving_href)
    assert line.status_code == 200
    assert "Winning line" in line.text
    shown = line.context["replay"]
    assert shown.step == shown.last == fatal_of(attempt) + 1
    assert shown.chapters[-1].rows[-1].sentence != page.chapters[0].rows[0].sentence
    back = client.get(shown.back_href).context["replay"]
    assert (back.step, back.aside.saving) == (fatal_of(attempt), True)
    before = client.get(back.back_href).context["replay"]
    assert (before.step, before.aside) == (fatal_of(attempt) - 1, None), "what lies before is the record itself"


def test_a_line_is_not_called_what_would_have_won_unless_it_is(
    attempt: Attempt, alice: Player, signed_in: SignedIn
) -> None:
    replays_tasks.analyse_attempt.delay(attempt.pk)
    played = event_replay.actions_of(attempt)[fatal_of(attempt)]
    fields: Fields = {"from": fatal_of(attempt), "moves": str(played)}
    shown = signed_in(alice).get(address(attempt, "replay-line"), fields)
    assert "Winning line" not in shown.text
    assert "Practice line" in shown.text


def test_marks_cost_no_query(
    attempt: Attempt, alice: Player, signed_in: SignedIn, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    replays_tasks.analyse_attempt.delay(attempt.pk)
    client = signed_in(alice)
    # session, attempt, may I?, events, seats, sittings, the bell; of the replay the comments, too
    asked: list[tuple[str, Fields, int]] = [("replay", {"step": 9}, 8), ("replay-line", line_of(attempt), 7)]
    for name, fields, queries in asked:
        with django_assert_num_queries(queries):
            assert client.get(address(attempt, name), fields).status_code == 200


# --- spoilers: no reader sees it while a player can still be dealt these cards


def answers_of(client: Client, attempt: Attempt) -> list[int]:
    """Return the statuses of every request for it: the line, a card of one's own, bots, and verdicts card by card."""
    line, ask = address(attempt, "replay-line"), address(attempt, "replay-ask")
    seat, text = event_replay.actions_of(attempt)[fatal_of(attempt)]
    answers = (
        client.get(line, line_of(attempt)),
        client.post(line, line_of(attempt) | {"action": text}),
        client.post(line, line_of(attempt) | {"seat": seat, "bot": "careful", "go": 1}),
        client.post(ask, line_of(attempt) | {"kind": "cards"}),
    )
    return [answer.status_code for answer in answers]


def hears(client: Client, attempt: Attempt) -> bool:
    """Return whether this reader can read any part of it."""
    statuses = set(answers_of(client, attempt))
    assert statuses in ({404}, {200, 302})
    pages = [client.get(address(attempt), {"step": fatal_of(attempt), "cards": 1, "why": 1, "wait": 1})]
    told = [word for page in pages if page.status_code == 200 for word in TELLING if word in page.text]
    assert bool(told) == (statuses == {200, 302}) == (pages[0].status_code == 200 and "marked--" in pages[0].text)
    return bool(told)


TELLING = (
    "marked--",
    "simulated deals",
    "kept the mission",
    "now--",
    "couldn’t be won",
    "still winnable",
    "replay-line",
    "/line/",
    'name="action"',
)


@pytest.fixture
def everybody(
    alice: Player, bob: Player, charlie: Player, olga: Player, guest: Player, signed_in: SignedIn
) -> dict[str, Client]:
    people = {"played": alice, "same crew": bob, "rival": charlie, "organizer": olga, "guest": guest}
    return {name: signed_in(player) for name, player in people.items()} | {"nobody": Client()}


def test_a_running_attempt_tells_nobody(
    solver: None, alice: Player, bob: Player, olga: Player, everybody: dict[str, Client]
) -> None:
    attempt = started(open_table(alice, bob, olga), alice)
    open_the_first_trick(attempt.table, attempt)
    # Even if a row existed already.
    Analysis.objects.create(attempt=attempt, solver=1, fatal=fatal_of(attempt), winnable=[True] * (attempt.length + 1))
    assert [name for name, client in everybody.items() if hears(client, attempt)] == []


def test_nobody_reads_where_a_sealed_deal_was_lost_before_the_close(
    lost: Attempt, everybody: dict[str, Client]
) -> None:
    with time_machine.travel(NOON + HOUR, tick=False):
        assert [name for name, client in everybody.items() if hears(client, lost)] == []
        seen = everybody["played"].get(address(lost))
        assert seen.status_code == 200, "who played it sees its cards, as ever"
        assert "until then, other crews may play the same cards" in seen.text


def test_also_not_when_every_crew_has_played(
    lost: Attempt, rivals: Crew, alice: Player, everybody: dict[str, Client]
) -> None:
    Crew.objects.filter(pk=rivals.pk).delete()
    with time_machine.travel(NOON + HOUR, tick=False):
        assert [name for name, client in everybody.items() if hears(client, lost)] == []


def test_the_closing_time_alone_opens_nothing(lost: Attempt, everybody: dict[str, Client]) -> None:
    # Until the tick has closed it, an attempt may still be open whose end is not stored yet.
    with time_machine.travel(NOON + 3 * HOUR, tick=False):
        assert [name for name, client in everybody.items() if hears(client, lost)] == []


def test_everybody_hears_it_after_the_close(lost: Attempt, everybody: dict[str, Client]) -> None:
    with time_machine.travel(NOON + 3 * HOUR):
        challenges_tasks.open_and_close_due.delay()
        heard = {name for name, client in everybody.items() if "marked--fatal" in client.get(address(lost)).text}
        assert heard == set(everybody)
        assert hears(everybody["played"], lost)


def test_who_joins_a_rival_crew_hears_nothing(lost: Attempt, rivals: Crew, alice: Player, signed_in: SignedIn) -> None:
    CrewMember.objects.create(crew=rivals, player=alice)
    with time_machine.travel(NOON + HOUR, tick=False):
        assert not hears(signed_in(alice), lost)


def test_strangers_hear_nothing_of_a_round_lost_at_a_free_table(attempt: Attempt, everybody: dict[str, Client]) -> None:
    replays_tasks.analyse_attempt.delay(attempt.pk)
    heard = [name for name, client in everybody.items() if hears(client, attempt)]
    assert heard == ["played", "same crew", "organizer"], "those who sat there: Alice, Bob and Olga"


def test_a_retry_is_another_deal(attempt: Attempt, alice: Player) -> None:
    table = Table.objects.get(pk=attempt.table_id)
    again = started(table, alice)
    assert again.seed != attempt.seed
    assert event_replay.state_of(again).view(0)["hand"] != event_replay.moments_of(attempt)[0].view(0)["hand"]


# --- where a mission is usually lost


def lost_in(client: Client, query: str = "") -> list[str]:
    shown = client.get(f"/leaderboards/planet-nine/4/{query}").context["where_lost"]
    return [f"{line.text}: {line.count}, {line.share}" for line in shown.entries] + [f"not there: {shown.not_there}"]


def test_the_leaderboard_says_where_a_mission_is_lost() -> None:
    for number, trick in enumerate((0, 3, 3, None)):
        table = Table.objects.create(game="planet-nine", mission="4", players=4)
        attempt = Attempt.objects.create(table=table, number=number, seed="s", rules=1, state=Attempt.State.FAILURE)
        Analysis.objects.create(attempt=attempt, solver=1, lost_in=trick)
    won = Attempt.objects.create(table=table, number=9, seed="s", rules=1, state=Attempt.State.SUCCESS)
    Analysis.objects.create(attempt=won, solver=1)
    assert lost_in(Client()) == ["Before the first trick: 1, 50", "Trick 3: 2, 100", "not there: 1"]
    assert "The trick with the turning point, in 4 attempts" in Client().get("/leaderboards/planet-nine/4/").text
    assert lost_in(Client(), "?players=3") == ["not there: 0"]


def test_sealed_deals_are_not_among_them(lost: Attempt, everybody: dict[str, Client]) -> None:
    mission = reverse("leaderboard", args=("planet-nine", lost.table.mission))
    with time_machine.travel(NOON + HOUR, tick=False):
        assert [client.get(mission).context["where_lost"].not_won for client in everybody.values()] == [0] * 6
    with time_machine.travel(NOON + 3 * HOUR):
        challenges_tasks.open_and_close_due.delay()
        assert Client().get(mission).context["where_lost"].not_won == 1
