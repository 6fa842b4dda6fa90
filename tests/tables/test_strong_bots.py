"""A player runs so many tables with the strongest bots, and their bots act one at a time."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from games.bots import strongest_bot
from logbook.lib import fair_queue
from logbook.people.models.players import Player
from logbook.tables import tasks
from logbook.tables.exceptions import TooManyStrongBots
from logbook.tables.models import Event, Table
from logbook.tables.services import bots, deals, tables

pytestmark = pytest.mark.django_db

STRONGEST = strongest_bot("planet-nine").slug


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deals, "MOST_WITH_STRONG_BOTS", 2)


def gathered(player: Player, bot: str = STRONGEST) -> Table:
    table = tables.open_table(player=player, game="planet-nine", mission="1", players=3)
    tables.fill_with_bots(table_id=table.pk, by=player, bot=bot)
    return table


def running(player: Player, bot: str = STRONGEST) -> Table:
    """A table at which the bots wait for the player."""
    table = gathered(player, bot)
    deals.start_attempt(table_id=table.pk, player=player)
    Table.objects.filter(pk=table.pk).update(state=Table.State.PLAYING)
    return table


def test_one_more_running_table_with_strong_bots_is_refused(alice: Player, bob: Player) -> None:
    first, _second, third = running(alice), running(alice), gathered(alice)
    with pytest.raises(TooManyStrongBots, match="You have 2 tables in progress"):
        deals.start_attempt(table_id=third.pk, player=alice)
    assert not third.attempts.exists()
    running(alice, "random")
    running(bob)
    Table.objects.filter(pk=first.pk).update(state=Table.State.BETWEEN)
    deals.start_attempt(table_id=third.pk, player=alice)


def test_a_table_that_rests_does_not_count(alice: Player) -> None:
    tables_now = [running(alice), running(alice)]
    moved = timezone.now() - timedelta(days=2)
    Table.objects.filter(pk__in=[table.pk for table in tables_now]).update(moved_at=moved)
    running(alice)


def test_bots_belong_to_the_first_person_at_the_table(alice: Player, bob: Player) -> None:
    table = gathered(alice)
    deals.start_attempt(table_id=table.pk, player=alice)
    attempt = table.attempts.get()
    assert bots.owner_of_attempt(attempt.pk) == f"player {alice.pk}"
    seat = table.seats.get(player=alice)
    assert bots.owner_of_seat(seat.pk) == f"player {alice.pk}"
    table.seats.update(player=None, bot="random")
    assert bots.owner_of_attempt(attempt.pk) == f"player {alice.pk}", "who opened it"
    Table.objects.filter(pk=table.pk).update(opened_by=bob)
    assert bots.owner_of_attempt(attempt.pk) == f"player {bob.pk}"
    Table.objects.filter(pk=table.pk).update(opened_by=None)
    assert bots.owner_of_attempt(attempt.pk) == f"attempt {attempt.pk}"


def test_a_bot_whose_owner_has_no_turn_does_not_act(alice: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, str, str]] = []

    class Turn:
        def __init__(self, kind: str, owner: str, job: fair_queue.Job) -> None:
            asked.append((kind, owner, job.text))

        def __enter__(self) -> bool:
            return False

        def __exit__(self, *_error: object) -> None: ...

    monkeypatch.setattr(fair_queue, "turn", Turn)
    table = running(alice, "random")
    attempt, before = table.attempts.get(), Event.objects.count()
    tasks.play_bots(attempt.pk, 7, hurried=True)
    tasks.decide_for_player(table.seats.get(player=alice).pk)
    assert Event.objects.count() == before
    owner, text = f"player {alice.pk}", f'["tables.play_bots", [{attempt.pk}, 7], {{"hurried": true}}]'
    assert ("bots", owner, text) in asked
    assert len(asked) >= 2
