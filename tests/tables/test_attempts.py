"""Actions at a table: what is stored and refused, and that every column is a fold of the events."""

from __future__ import annotations

import pytest
from django.db import transaction

import games
from logbook.crews.models.crews import Crew
from logbook.lib.exceptions import status_of
from logbook.people.models.players import Player
from logbook.tables import event_replay
from logbook.tables.exceptions import (
    AlreadyRunning,
    NothingRunning,
    NotInCrew,
    NotSeated,
    SeatsEmpty,
    SeatsFixed,
    Stale,
)
from logbook.tables.models import Attempt, Event, Table
from logbook.tables.services import attempts, deals, tables
from tests.tables.attempts_scenes import act_on, attempt, open_table, started, state_of, table, verify, waited_for

__all__ = ["attempt", "table"]  # Fixtures.

pytestmark = pytest.mark.django_db


def test_a_start_deals_from_the_base_seed(table: Table, alice: Player) -> None:
    attempt = started(table, alice)
    assert attempt.number == 1
    assert attempt.seed == f"{table.base_seed}/1"
    assert table.state == Table.State.PLAYING
    verify(attempt)


def test_an_act_is_an_event_and_a_projection(table: Table, attempt: Attempt) -> None:
    before = table.version
    seat, text = waited_for(attempt)
    moved = act_on(table, attempt)
    event = Event.objects.get(attempt=attempt)
    assert (event.sequence, event.seat, event.text) == (1, seat, text)
    assert event.player_id == table.seats.get(number=seat).player_id
    assert moved.number == before + 1
    verify(attempt)


@pytest.mark.parametrize("mission", ["1", "3", "5", "12", "50"])
def test_a_whole_attempt_keeps_its_columns_true(mission: str, alice: Player, bob: Player, charlie: Player) -> None:
    table = open_table(alice, bob, charlie, mission=mission)
    attempt = started(table, alice)
    for _ in range(400):
        verify(attempt)
        if act_on(table, attempt).over:
            break
    verify(attempt)
    table.refresh_from_db()
    assert table.state in (Table.State.WON, Table.State.BETWEEN)


def test_a_stale_click_changes_nothing(table: Table, attempt: Attempt) -> None:
    seat, text = waited_for(attempt)
    player = table.seats.get(number=seat).player
    attempts.act(table_id=table.pk, player=player, text=text, seen=table.version)
    with pytest.raises(Stale) as refused:
        attempts.act(table_id=table.pk, player=player, text=text, seen=table.version)
    assert refused.value.status == 409
    assert Event.objects.count() == 1


def test_an_illegal_action_passes_the_engines_words_on(table: Table, attempt: Attempt) -> None:
    seat, _ = waited_for(attempt)
    other = table.seats.exclude(number=seat).select_related("player")[0]
    with pytest.raises(games.IllegalAction):
        attempts.act(table_id=table.pk, player=other.player, text="play B7", seen=table.version)
    assert Event.objects.count() == 0
    verify(attempt)


@pytest.mark.parametrize("text", ["", "dance", "play", "play B77", "take P7 now", "x" * 5000, "play B7\n0 play B8"])
def test_an_unreadable_action_is_400(text: str, table: Table, attempt: Attempt) -> None:
    seat, _ = waited_for(attempt)
    player = table.seats.get(number=seat).player
    with pytest.raises(games.UnreadableAction) as refused:
        attempts.act(table_id=table.pk, player=player, text=text, seen=table.version)
    assert status_of(refused.value) == 400
    assert Event.objects.count() == 0


def test_who_has_no_seat_acts_nowhere(table: Table, attempt: Attempt, olga: Player) -> None:
    for player in (olga, None):
        with pytest.raises(NotSeated):
            attempts.act(table_id=table.pk, player=player, text="play B7", seen=table.version)


def test_nothing_runs_before_the_first_deal(table: Table, alice: Player) -> None:
    with pytest.raises(NothingRunning):
        attempts.act(table_id=table.pk, player=alice, text="play B7", seen=table.version)


def test_nothing_runs_after_the_end(table: Table, attempt: Attempt, alice: Player) -> None:
    attempts.abandon_attempt(table_id=table.pk, player=alice, seen=table.version)
    table.refresh_from_db()
    with pytest.raises(NothingRunning):
        attempts.act(table_id=table.pk, player=alice, text="play B7", seen=table.version)


def test_a_lost_race_is_stale(table: Table, attempt: Attempt, monkeypatch: pytest.MonkeyPatch) -> None:
    """Should two writers ever pass the lock, the constraint lets one of them through."""
    seat, text = waited_for(attempt)
    Event.objects.create(attempt=attempt, sequence=1, seat=seat, text=text)
    monkeypatch.setattr(event_replay, "actions_of", lambda _attempt: ())
    player = table.seats.get(number=seat).player
    with pytest.raises(Stale):
        attempts.act(table_id=table.pk, player=player, text=text, seen=table.version)
    before = table.version
    table.refresh_from_db()
    assert (table.version, Event.objects.count()) == (before, 1)


def test_a_second_start_is_refused(table: Table, attempt: Attempt, alice: Player) -> None:
    with pytest.raises(AlreadyRunning):
        deals.start_attempt(table_id=table.pk, player=alice)
    assert table.attempts.count() == 1


def test_a_start_from_an_old_page_is_stale(table: Table, alice: Player, bob: Player) -> None:
    seen = table.version
    deals.start_attempt(table_id=table.pk, player=alice, seen=seen)
    with pytest.raises(Stale):
        deals.start_attempt(table_id=table.pk, player=bob, seen=seen)


def test_a_start_needs_all_seats_filled(alice: Player, bob: Player) -> None:
    table = open_table(alice, bob, count=4)
    with pytest.raises(SeatsEmpty):
        deals.start_attempt(table_id=table.pk, player=alice)


def test_a_retry_deals_the_next_attempt(table: Table, attempt: Attempt, alice: Player) -> None:
    attempts.abandon_attempt(table_id=table.pk, player=alice, seen=table.version)
    second = started(table, alice)
    assert (second.number, second.seed) == (2, f"{table.base_seed}/2")
    attempt.refresh_from_db()
    assert (attempt.state, attempt.reason_code) == ("abandoned", "given-up")


def test_distress_stays_active_over_the_retries(table: Table, attempt: Attempt, alice: Player) -> None:
    Attempt.objects.filter(pk=attempt.pk).update(distress=True)
    attempts.abandon_attempt(table_id=table.pk, player=alice, seen=table.version)
    second = started(table, alice)
    assert second.options == "distress-active"
    assert second.distress
    verify(second)


def test_a_rolled_back_act_leaves_no_trace(table: Table, attempt: Attempt) -> None:
    """What was never committed is never remembered either."""
    seat, _ = waited_for(attempt)
    player = table.seats.get(number=seat).player
    texts = [action.text for action in state_of(attempt).legal_actions(seat)]
    with transaction.atomic():
        attempts.act(table_id=table.pk, player=player, text=texts[0], seen=table.version)
        transaction.set_rollback(True)
    verify(attempt)
    attempts.act(table_id=table.pk, player=player, text=texts[-1], seen=table.version)
    verify(attempt)


def test_crewless_seats_may_change_between_attempts(table: Table, attempt: Attempt, alice: Player, bob: Player) -> None:
    with pytest.raises(SeatsFixed):
        tables.leave_seat(table_id=table.pk, player=bob)
    attempts.abandon_attempt(table_id=table.pk, player=alice, seen=table.version)
    tables.leave_seat(table_id=table.pk, player=bob)
    assert not table.seats.filter(player=bob).exists()


def test_a_crew_table_is_for_its_members_to_seat(crew: Crew, alice: Player, bob: Player, charlie: Player) -> None:
    table = tables.open_table(player=alice, game="planet-nine", mission="1", players=3, crew=crew)
    tables.put_in_seat(table_id=table.pk, by=alice, player=bob, number=2)
    with pytest.raises(NotInCrew):
        tables.put_in_seat(table_id=table.pk, by=alice, player=charlie, number=1)
    with pytest.raises(NotInCrew):
        tables.open_table(player=charlie, game="planet-nine", mission="1", players=3, crew=crew)
    assert table.seats.get(number=2).player == bob
