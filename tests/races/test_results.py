"""Results of finished races: one row per seat, counted one by one or all at once."""

from __future__ import annotations

from datetime import timedelta

import pytest

from logbook.crews.models.crews import Crew
from logbook.crews.services.anonymise import anonymise_member
from logbook.leaderboards import tasks as leaderboards_tasks
from logbook.leaderboards.models.results import Result
from logbook.leaderboards.services import results
from logbook.lib import queue
from logbook.people.models.players import Player
from logbook.people.services import players
from logbook.races.models.results import RaceResult
from logbook.tables.models import Table
from tests.races.ended_races import BOT, MONDAY, counted_race, race_at, raced

pytestmark = pytest.mark.django_db


def rows(table: Table) -> list[tuple[int, int, bool, bool, str]]:
    """Return points, margin, won, shared and rivals of each seat."""
    found = RaceResult.objects.filter(table=table).order_by("attempt", "seat")
    return list(found.values_list("points", "margin", "won", "shared", "rivals"))


def test_each_seat_has_its_points_its_margin_and_its_rivals(alice: Player, bob: Player) -> None:
    table = counted_race([30, 41, 12], [alice, bob, BOT])
    assert rows(table) == [
        (30, -11, False, False, "mixed"),
        (41, 11, True, False, "mixed"),
        (12, -29, False, False, "people"),
    ]
    first = RaceResult.objects.get(table=table, seat=0)
    assert (first.player, first.bot, first.scenario, first.players) == (alice, "", "troubled-waters", 3)
    assert (first.finished_at, first.challenge, first.crew) == (MONDAY, None, None)
    assert RaceResult.objects.get(table=table, seat=2).bot == BOT


def test_a_shared_win_is_a_win_and_cards_may_break_a_tie(alice: Player) -> None:
    assert rows(counted_race([20, 20], [alice, BOT]))[0] == (20, 0, True, True, "bots")
    assert rows(counted_race([20, 20], [alice, BOT], winners=[1]))[0] == (20, 0, False, False, "bots")


def test_a_race_given_up_has_no_results_and_is_not_swept_up(alice: Player) -> None:
    table = Table.objects.create(game="deep-blue", mission="storm-ahead", players=2)
    race_at(table, 1, None)
    results.recompute_result(table_id=table.pk)
    assert rows(table) == []
    assert results.uncounted_tables(before=MONDAY + timedelta(days=1)) == []


def test_counting_again_changes_nothing_and_keeps_the_rows(alice: Player) -> None:
    table = counted_race([30, 20], [alice, BOT])
    keys = set(RaceResult.objects.values_list("pk", flat=True))
    results.recompute_result(table_id=table.pk)
    results.recompute_everything()
    assert set(RaceResult.objects.values_list("pk", flat=True)) == keys
    RaceResult.objects.filter(seat=0).update(points=99)
    results.recompute_everything()
    assert [row[0] for row in rows(table)] == [30, 20]
    assert not Result.objects.exists()


def test_what_a_lost_task_left_is_found_by_the_sweep(alice: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    table = raced([30, 20], [alice, BOT])
    sent: list[object] = []
    monkeypatch.setattr(queue, "send", lambda task, *arguments, **_named: sent.append((task, *arguments)))
    leaderboards_tasks.recompute_overlooked_results()
    assert ("leaderboards.recompute_results", table.pk) in sent
    results.recompute_result(table_id=table.pk)
    sent.clear()
    leaderboards_tasks.recompute_overlooked_results()
    assert sent == []


def test_results_follow_a_guest_who_signs_up_and_lose_removed_names(
    alice: Player, bob: Player, guest: Player, crew: Crew
) -> None:
    apart = counted_race([30, 20], [guest, BOT])
    together = counted_race([30, 20], [guest, bob])
    assert bob.user is not None
    players.open_player(user=bob.user, guest=guest)
    assert RaceResult.objects.get(table=apart, seat=0).player == bob
    assert RaceResult.objects.get(table=together, seat=0).player is None
    ours = counted_race([30, 20], [alice, bob], crew=crew)
    anonymise_member(crew=crew, player=bob)
    assert RaceResult.objects.get(table=ours, seat=1).player is None
    before = list(RaceResult.objects.order_by("pk").values())
    results.recompute_everything()
    assert list(RaceResult.objects.order_by("pk").values()) == before
