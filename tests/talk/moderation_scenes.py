"""Scenes of moderation: a crew's table whose players talk."""

from __future__ import annotations

import pytest
from django.urls import reverse

from logbook.crews.models.crews import Crew
from logbook.people.models.players import Player
from logbook.tables.models import Table
from logbook.tables.services import tables
from logbook.talk.selectors import talk_of


@pytest.fixture
def table(crew: Crew, alice: Player, bob: Player, olga: Player) -> Table:
    """A table of Alice's crew: Alice is its founder, Bob a member, and Olga a guest of the evening."""
    table = tables.open_table(player=alice, game="planet-nine", mission="6", players=3, crew=crew)
    for player in (bob, olga):
        tables.take_seat(table=table, player=player)
    return table


def words(table: Table, reader: Player) -> list[str]:
    talk = talk_of(Table.objects.get(pk=table.pk), reader)
    return [line.words for line in talk.lines] if talk else []


def numbers(table: Table) -> tuple[int, int]:
    """The numbers of the table's talk, and of its watchers' own."""
    table.refresh_from_db()
    return table.talk_number, table.watchers_talk_number


def page(name: str, *args: object) -> str:
    return reverse(name, args=args)
