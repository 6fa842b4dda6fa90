"""Scenes of tables after an attempt."""

from __future__ import annotations

import pytest

from logbook.people.models.invitations import Invite
from logbook.people.models.players import Player
from logbook.tables.models import Table
from logbook.tables.services import attempts, deals, tables


@pytest.fixture
def lost(alice: Player, bob: Player) -> Table:
    """A table of four after a lost attempt: Alice, Bob and two bots."""
    table = tables.open_table(player=alice, game="planet-nine", mission="4", players=4)
    tables.take_seat(table=table, player=bob)
    tables.fill_with_bots(table_id=table.pk, by=alice, bot="careful")
    deals.start_attempt(table_id=table.pk, player=alice)
    table.refresh_from_db()
    attempts.abandon_attempt(table_id=table.pk, player=alice, seen=table.version)
    table.refresh_from_db()
    return table


@pytest.fixture
def won(lost: Table) -> Table:
    Table.objects.filter(pk=lost.pk).update(state=Table.State.WON)
    lost.refresh_from_db()
    return lost


@pytest.fixture
def link(lost: Table, alice: Player) -> Invite:
    return Invite.objects.create(table=lost, created_by=alice)


def seats_of(table: Table) -> list[str]:
    return [seat.player.name if seat.player else seat.bot for seat in table.seats.order_by("number")]
