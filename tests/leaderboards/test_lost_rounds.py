"""A scene that is stored at once leaves the rows that playing leaves."""

from __future__ import annotations

import pytest

from logbook.people.models.players import Player
from logbook.tables.models import Attempt, Table
from tests.leaderboards.lost_rounds import play_out
from tests.tables.attempts_scenes import act_on, open_table, started

pytestmark = [pytest.mark.django_db, pytest.mark.once]

TIMES = {"created_at", "started_at", "ended_at", "moved_at"}


def rows_of(table: Table, attempt: Attempt) -> tuple[dict[str, object], dict[str, object], list[tuple[object, ...]]]:
    columns = [
        {field.name: field.value_from_object(row) for field in row._meta.concrete_fields if field.name not in TIMES}
        for row in (Table.objects.get(pk=table.pk), Attempt.objects.get(pk=attempt.pk))
    ]
    events = attempt.events.order_by("sequence").values_list("sequence", "seat", "text", "player")
    return columns[0] | {"id": 0}, columns[1] | {"id": 0, "table": 0}, list(events)


@pytest.mark.parametrize("mission", ["1", "4", "5", "12"])
def test_play_out_stores_what_playing_stores(mission: str, alice: Player, bob: Player, olga: Player) -> None:
    rows = []
    for is_played in (True, False):
        table = open_table(alice, bob, olga, mission=mission)
        Table.objects.filter(pk=table.pk).update(base_seed="the same")
        attempt = started(Table.objects.get(pk=table.pk), alice)
        if is_played:
            while not act_on(table, attempt).over:
                pass
        else:
            play_out(table, attempt)
        rows.append(rows_of(table, attempt))
    assert rows[0] == rows[1]
    assert len(rows[0][2]) > 2
