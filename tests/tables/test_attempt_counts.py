"""The column that says what an attempt counts for: written as its facts change, and found where it is wrong."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import call_command
from pytest_django import DjangoAssertNumQueries

from logbook.leaderboards import tasks
from logbook.leaderboards.models.results import Result
from logbook.leaderboards.models.runs import Run
from logbook.leaderboards.services import aggregation
from logbook.lib import queue
from logbook.people.models.players import Player
from logbook.races.models.results import RaceResult
from logbook.site.services import integrity
from logbook.tables.counting import Counts
from logbook.tables.models import Attempt, Event, Table
from logbook.tables.services import attempt_counts, attempts, bots, departures, stand_ins
from tests.leaderboards.scenes import sat, strangers
from tests.races.ended_races import BOT, counted_race
from tests.tables.absences import awaited_for
from tests.tables.attempts_scenes import open_table, started, waited_for

pytestmark = pytest.mark.django_db


# --- written as the facts change


def test_attempt_counts_from_its_deal_on(alice: Player) -> None:
    attempt = started(open_table(alice, bots=3), alice)
    assert attempt.counts == Counts.PEOPLE


def test_decision_of_a_stand_in_is_written_at_once(alice: Player, bob: Player, olga: Player) -> None:
    table = open_table(alice, bob, olga)
    attempt = started(table, alice)
    awaited_for(table, stand_ins.AWAY_SECONDS)
    number = waited_for(attempt)[0]
    stand_ins.leave(table_id=table.pk, player=table.seats.get(number=number).player)
    table.refresh_from_db()
    bots.play_bot_step(attempt_id=attempt.pk, seen=table.version)
    attempt.refresh_from_db()
    assert (attempt.mixed, attempt.counts) == (True, Counts.CREWS)


def test_seat_given_to_a_bot_is_written_at_once(alice: Player, bob: Player) -> None:
    table = open_table(alice, bob, bots=1)
    attempt = started(table, alice)
    departures.vacate_seat(table.seats.get(player=bob))
    attempt.refresh_from_db()
    assert (attempt.mixed, attempt.counts) == (True, Counts.CREWS)


def test_end_is_written(alice: Player) -> None:
    table = open_table(alice, bots=3)
    attempt = started(table, alice)
    Attempt.objects.update(counts=None)
    attempts.abandon_attempt(table_id=table.pk, player=alice, seen=Table.objects.get().version)
    attempt.refresh_from_db()
    assert attempt.counts == Counts.PEOPLE


def test_seats_of_a_race_count_each_for_itself(alice: Player, bob: Player, charlie: Player) -> None:
    table = counted_race([30, 41, 12, 5], [alice, bob, charlie, BOT])
    attempt = table.attempts.get()
    for seat in (1, 2):
        Event.objects.create(attempt=attempt, sequence=seat, seat=seat, text="pass", by_stand_in=True)
    Attempt.objects.update(mixed=True)
    tasks.recompute_results(table.pk)
    seats = list(RaceResult.objects.order_by("seat").values_list("counts", flat=True))
    assert seats == [Counts.PEOPLE, Counts.NOTHING, Counts.CREWS, Counts.PEOPLE]


# --- found where it is wrong


@pytest.mark.parametrize("place", Attempt.Place)
def test_wrong_column_is_found_and_written_again(place: str) -> None:
    table = sat("failure", "success", people=strangers(), place=place)
    first = table.attempts.get(number=1)
    assert list(attempt_counts.wrong_attempts()) == []
    Attempt.objects.filter(pk=first.pk).update(counts=Counts.NOTHING)
    assert list(attempt_counts.wrong_attempts()) == [first.pk]
    call_command("recompute", stdout=StringIO())
    assert list(attempt_counts.wrong_attempts()) == []
    assert list(Run.objects.values_list("attempts", flat=True)) == [2]


def test_integrity_check_finds_a_wrong_column(alice: Player) -> None:
    attempt = started(open_table(alice, bots=3), alice)
    assert integrity.replay_everything().holds
    Attempt.objects.filter(pk=attempt.pk).update(counts=Counts.RATINGS)
    check = integrity.replay_everything()
    assert (check.wrong, check.differing) == (1, [{"attempt": attempt.pk, "columns": ["counts"]}])
    Attempt.objects.filter(pk=attempt.pk).update(phase="elsewhere")
    check = integrity.replay_everything()
    assert (check.wrong, check.differing) == (1, [{"attempt": attempt.pk, "columns": ["phase", "counts"]}])


def test_integrity_check_finds_a_wrong_result(alice: Player) -> None:
    played, race = sat("failure", "success", people=strangers()), counted_race([30, 41], [alice, BOT])
    assert wrong_results() == []
    Result.objects.filter(table=played).update(counts=Counts.CHALLENGE)
    RaceResult.objects.filter(table=race, seat=1).update(counts=Counts.NOTHING)
    assert wrong_results() == [played.attempts.get(number=2).pk, race.attempts.get().pk]
    call_command("recompute", stdout=StringIO())
    assert wrong_results() == []


def test_a_result_counts_for_what_the_least_of_its_wins_does() -> None:
    lost_first, won_twice = (sat(first, "success", people=strangers()) for first in ("failure", "success"))
    lost_first.attempts.filter(number=1).update(counts=Counts.CHALLENGE)
    assert aggregation.wrong_tables() == []
    won_twice.attempts.filter(number=2).update(counts=Counts.CHALLENGE)
    assert aggregation.wrong_tables() == [won_twice.pk]
    aggregation.count_tables(won_twice.pk, won_twice.pk)
    assert won_twice.result.counts == Counts.CHALLENGE
    assert aggregation.wrong_tables() == []


def wrong_results() -> list[int]:
    """Return the attempts of which the check says that their result is wrong: those of scenes have no events."""
    return [found["attempt"] for found in integrity.replay_everything().differing if "result" in found["columns"]]


def test_sweep_fills_the_column_and_counts_the_table_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process of the version before deals cards and knows no column."""
    table, other = sat("failure", people=strangers()), sat("failure", people=strangers())
    table.attempts.update(counts=None)
    sent: list[object] = []
    monkeypatch.setattr(queue, "send", lambda task, *arguments, **_named: sent.append((task, *arguments)))
    tasks.recompute_overlooked_results()
    assert sent == [("leaderboards.recompute_results", table.pk)]
    assert table.attempts.get().counts == other.attempts.get().counts == Counts.PEOPLE


def test_batches_go_through_all_attempts(
    monkeypatch: pytest.MonkeyPatch, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    tables = [sat("failure", "failure", "success", people=strangers()).pk for _ in range(3)]
    Attempt.objects.update(counts=Counts.NOTHING)
    monkeypatch.setattr(attempt_counts, "ATTEMPTS_PER_BATCH", 4)
    with django_assert_num_queries(6):  # Three times four attempts at most: one query reads, one writes.
        assert attempt_counts.write_counts_of_tables(tables) == 9
    assert set(Attempt.objects.values_list("counts", flat=True)) == {Counts.PEOPLE}
    assert attempt_counts.write_counts_of_tables(tables) == 0
