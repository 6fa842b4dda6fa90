"""Statements of an action and of the parts after it: what a table reads and writes with every card."""

from __future__ import annotations

from zoneinfo import ZoneInfo

import pytest
from pytest_django import DjangoAssertNumQueries

from logbook.people.models.players import Player
from logbook.tables import event_replay
from logbook.tables.live_parts import LiveTable, Reader
from logbook.tables.models import Attempt, Event, Table
from logbook.tables.services import attempts, prepared_cards
from tests.tables.attempts_scenes import open_table, started, waited_for

pytestmark = pytest.mark.django_db

ACTION = 8
"""Attempt with table, seats; begin, table, event, attempt, prepared cards, commit."""


@pytest.fixture
def table(alice: Player, bob: Player, olga: Player) -> Table:
    table = open_table(alice, bob, olga)
    started(table, alice)
    return table


def to_act(table: Table) -> tuple[int, Player, str]:
    table.refresh_from_db()
    attempt = Attempt.objects.select_related("table").get(table=table)
    seat, text = waited_for(attempt)
    player = table.seats.get(number=seat).player
    assert player is not None
    return table.version, player, text


def test_an_action_is_eight_statements(table: Table, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    for number in range(5):
        seen, player, text = to_act(table)
        with django_assert_num_queries(ACTION + (number == 0)):  # The first one reads what was stored before.
            attempts.act(table_id=table.pk, player=player, text=text, seen=seen)


def test_the_parts_of_all_seats_are_two_statements(
    table: Table, alice: Player, bob: Player, olga: Player, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    readers = [Reader(table.pk, one, "s", "en", ZoneInfo("UTC"), "", str(one.pk)) for one in (alice, bob, olga)]
    live, since = LiveTable(table.pk), table.version
    live.parts([(reader, since) for reader in readers])
    for _ in range(6):
        seen, player, text = to_act(table)
        attempts.act(table_id=table.pk, player=player, text=text, seen=seen)
        cards = Attempt.objects.get(table=table).phase in ("gap", "trick")
        with django_assert_num_queries(1 + cards):
            parts = live.parts([(reader, since) for reader in readers])
        assert all(part is not None and b"event: part" in part.event for part in parts)
        since = seen + 1


def test_a_state_kept_is_that_of_the_events(table: Table) -> None:
    for _ in range(6):
        seen, player, text = to_act(table)
        attempts.act(table_id=table.pk, player=player, text=text, seen=seen)
        attempt = Attempt.objects.select_related("table").get(table=table)
        kept = event_replay.remembered_present(attempt)
        assert kept is not None
        assert [action.text for action in kept.log] == list(
            Event.objects.order_by("sequence").values_list("text", flat=True)
        )


def test_a_state_that_was_not_stored_is_not_kept(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    seen, player, text = to_act(table)
    before = Attempt.objects.select_related("table").get(table=table)

    def fails(*_given: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(prepared_cards, "follow", fails)
    with pytest.raises(ZeroDivisionError):
        attempts.act(table_id=table.pk, player=player, text=text, seen=seen)
    attempt = Attempt.objects.select_related("table").get(table=table)
    assert (attempt.table.version, attempt.length) == (seen, before.length)
    assert event_replay.present_state(attempt).log == event_replay.state_of(before).log
