"""The turning point at the table's end; a newer solver; and the possible effect of a distress signal."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

import games
from games.crew.solver import SOLVER_VERSION, Annotation
from logbook.challenges.models.challenges import Challenge
from logbook.crews.models.crews import Crew
from logbook.lib import queue
from logbook.people.models.players import Player
from logbook.replays import tasks
from logbook.replays.models.analyses import Analysis
from logbook.replays.services import analyses
from logbook.tables import event_replay
from logbook.tables.models import Attempt, Table
from logbook.tables.services import attempts, deals
from tests.challenges.scenes import HOUR, NOON
from tests.conftest import SignedIn
from tests.leaderboards.conftest import attempt as attempt  # noqa: PLC0414 - a fixture
from tests.leaderboards.conftest import solver as solver  # noqa: PLC0414 - a fixture
from tests.leaderboards.lost_rounds import address, fatal_of, lost_from_the_deal_on, open_the_first_trick, play_out
from tests.leaderboards.where_lost_scenes import lost as lost  # noqa: PLC0414 - a fixture
from tests.tables.attempts_scenes import open_table, started

pytestmark = [pytest.mark.django_db, pytest.mark.once]

LOST_BY = "the mission couldn’t be won"
SIGNAL = "With the distress signal, passing"


def table_page(table: Table, name: str = "table") -> str:
    return reverse(name, args=(table.pk,))


# --- at the end of the table


def test_the_table_says_where_it_was_lost_as_soon_as_that_is_known(
    attempt: Attempt, alice: Player, signed_in: SignedIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queue, "send", lambda *_arguments, **_named: None)
    client, table = signed_in(alice), attempt.table
    shown = client.get(table_page(table)).text
    assert "Find the turning point" in shown
    assert table_page(table, "table-lost") in shown, "the page asks again"
    assert LOST_BY not in shown
    assert client.get(table_page(table, "table-lost")).status_code == 204
    tasks.analyse_attempt.delay(attempt.pk)
    there = f'href="{address(attempt)}?step={fatal_of(attempt) + 1}"'
    for page in (client.get(table_page(table, "table-lost")), client.get(table_page(table))):
        assert page.status_code == 200
        assert LOST_BY in page.text
        assert there in page.text
        assert table_page(table, "table-lost") not in page.text, "there is nothing more to ask for"


def test_what_came_to_no_end_is_a_plain_link(attempt: Attempt, alice: Player, signed_in: SignedIn) -> None:
    given_up = {"tries": analyses.MOST_TRIES, "tried_with": SOLVER_VERSION}
    Analysis.objects.update_or_create(attempt=attempt, defaults=given_up)
    shown = signed_in(alice).get(table_page(attempt.table)).text
    assert "Find the turning point" in shown
    assert table_page(attempt.table, "table-lost") not in shown


def test_nothing_is_said_of_a_mission_won(attempt: Attempt, alice: Player, signed_in: SignedIn) -> None:
    Attempt.objects.filter(pk=attempt.pk).update(state=Attempt.State.SUCCESS)
    client = signed_in(alice)
    assert 'id="lost"' not in client.get(table_page(attempt.table)).text
    assert client.get(table_page(attempt.table, "table-lost")).status_code == 204


def test_nothing_is_said_while_the_next_attempt_runs(attempt: Attempt, alice: Player, signed_in: SignedIn) -> None:
    tasks.analyse_attempt.delay(attempt.pk)
    table = attempt.table
    table.refresh_from_db()
    deals.start_attempt(table_id=table.pk, player=alice, seen=table.version)
    client = signed_in(alice)
    assert 'id="lost"' not in client.get(table_page(table)).text
    assert client.get(table_page(table, "table-lost")).status_code == 204


def test_a_stranger_finds_no_table(attempt: Attempt, charlie: Player, signed_in: SignedIn) -> None:
    tasks.analyse_attempt.delay(attempt.pk)
    assert signed_in(charlie).get(table_page(attempt.table, "table-lost")).status_code == 404


def test_table_says_nothing_of_a_deal_that_others_may_still_play(
    lost: Attempt, alice: Player, bob: Player, signed_in: SignedIn
) -> None:
    with time_machine.travel(NOON + HOUR, tick=False):
        for player in (alice, bob):
            client = signed_in(player)
            shown = client.get(table_page(lost.table)).text
            assert LOST_BY not in shown
            assert 'id="lost"' not in shown
            assert client.get(table_page(lost.table, "table-lost")).status_code == 204


def test_table_says_it_once_the_window_has_closed(
    lost: Attempt, running: Challenge, crew: Crew, alice: Player, signed_in: SignedIn
) -> None:
    Challenge.objects.filter(pk=running.pk).update(state=Challenge.State.CLOSED)
    assert LOST_BY in signed_in(alice).get(table_page(lost.table)).text


# --- a newer solver


def by_an_older_solver(attempt: Attempt) -> Analysis:
    tasks.analyse_attempt.delay(attempt.pk)
    Analysis.objects.update(solver=SOLVER_VERSION - 1, tried_with=SOLVER_VERSION - 1, tries=analyses.MOST_TRIES)
    return Analysis.objects.get()


def test_an_older_solvers_answer_is_shown_until_a_newer_one_is_there(
    attempt: Attempt, alice: Player, signed_in: SignedIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    by_an_older_solver(attempt)
    monkeypatch.setattr(analyses, "annotate", lost_from_the_deal_on)
    assert LOST_BY in signed_in(alice).get(address(attempt)).text, "no reader waits"
    redone = Analysis.objects.get()
    assert (redone.solver, redone.fatal, redone.tried_with, redone.tries) == (SOLVER_VERSION, None, SOLVER_VERSION, 1)
    assert "As dealt, the mission couldn’t be won" in signed_in(alice).get(address(attempt)).text


def test_the_sweep_has_it_looked_at_again_after_all_that_nobody_has(
    attempt: Attempt, alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    by_an_older_solver(attempt)
    table = open_table(alice, bob, mission="4")
    new = play_out(table, started(table, alice))
    Attempt.objects.filter(pk=new.pk).update(ended_at=timezone.now() - timedelta(days=9))
    with time_machine.travel(timezone.now() + HOUR, tick=False):
        assert analyses.unanalysed_attempts(before=timezone.now()) == [new.pk, attempt.pk]
        tasks.analyse_overlooked_attempts.delay()
        assert analyses.unanalysed_attempts(before=timezone.now()) == []
    assert Analysis.objects.get(attempt=attempt).solver == SOLVER_VERSION


def test_older_verdict_stays_where_the_newer_solver_has_none(
    attempt: Attempt, alice: Player, signed_in: SignedIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    by_an_older_solver(attempt)
    Analysis.objects.update(tried_with=SOLVER_VERSION, tries=analyses.MOST_TRIES)
    monkeypatch.setattr(analyses, "annotate", lost_from_the_deal_on)
    with time_machine.travel(timezone.now() + HOUR, tick=False):
        assert analyses.unanalysed_attempts(before=timezone.now()) == []
        assert LOST_BY in signed_in(alice).get(address(attempt)).text
    assert Analysis.objects.get().solver == SOLVER_VERSION - 1


# --- the distress signal


def all_lost(states: Sequence[games.State], budget: object, known: object = None) -> Annotation:
    return Annotation((False,) * len(states), None)


@pytest.fixture
def rescued(alice: Player, bob: Player, olga: Player, monkeypatch: pytest.MonkeyPatch) -> Attempt:
    """A round given up in its first trick; by its stored analysis lost before, and winnable with a distress signal."""
    monkeypatch.setattr(analyses, "annotate", all_lost)
    table = open_table(alice, bob, olga, mission="4")
    attempt = started(table, alice)
    open_the_first_trick(table, attempt)
    attempts.abandon_attempt(table_id=table.pk, player=alice, seen=table.version)
    attempt.refresh_from_db()
    tasks.analyse_attempt.delay(attempt.pk)
    return Attempt.objects.get(pk=attempt.pk)


def test_the_replay_says_what_a_distress_signal_would_have_done(
    rescued: Attempt, alice: Player, signed_in: SignedIn
) -> None:
    analysis = Analysis.objects.get()
    start = analysis.passing_at
    assert start is not None
    client = signed_in(alice)
    page = client.get(address(rescued))
    assert SIGNAL in page.text
    assert "the mission could have been won" in page.text
    line = client.get(page.context["replay"].verdict.passing_href)
    assert line.status_code == 200
    shown = line.context["replay"]
    assert shown.aside.saving
    assert shown.step > start
    moves = [games.Action(seat, text) for seat, text in analysis.passing]
    assert [action.text[:5] for action in moves].count("give ") == 3
    end = event_replay.state_after(
        event_replay.setup_of(rescued), (*event_replay.actions_of(rescued)[:start], *moves)
    ).outcome
    assert end is not None
    assert end.success
    assert SIGNAL in client.get(table_page(rescued.table)).text


def test_page_has_no_rescue_where_there_is_none(
    rescued: Attempt, alice: Player, signed_in: SignedIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analyses, "rescue", lambda *arguments: None)
    Analysis.objects.all().delete()
    tasks.analyse_attempt.delay(rescued.pk)
    assert Analysis.objects.get().is_done
    for page in (address(rescued), table_page(rescued.table)):
        assert SIGNAL not in signed_in(alice).get(page).text


def test_a_signal_is_told_only_once_the_deal_is_played(
    lost: Attempt, alice: Player, signed_in: SignedIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    Analysis.objects.all().delete()
    monkeypatch.setattr(analyses, "annotate", all_lost)
    tasks.analyse_attempt.delay(lost.pk)
    assert Analysis.objects.get().passing
    with time_machine.travel(NOON + HOUR, tick=False):
        for page in (address(lost), table_page(lost.table), table_page(lost.table, "table-lost")):
            assert "distress signal" not in signed_in(alice).get(page).text


def test_a_round_that_a_card_lost_needs_no_signal(attempt: Attempt) -> None:
    tasks.analyse_attempt.delay(attempt.pk)
    assert Analysis.objects.get().passing_at is None
