"""The example bot plays a seat to the end of an attempt, on a running site."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from logbook.people.models.players import Player
from logbook.tables.models import Attempt, Table
from logbook.tables.services import deals, tables
from tests.api.world import key_of
from tests.browser.conftest import site  # noqa: F401 - a fixture

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "bot.py"
LONGEST = 90


def begun(address: str, table: Table, player: Player) -> subprocess.Popen[str]:
    environment = {**os.environ, "CREW_TOKEN": key_of(player, "read", "play")}
    command = [sys.executable, str(EXAMPLE), address, str(table.pk)]
    return subprocess.Popen(command, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


@pytest.mark.slow
def test_example_bots_play_an_attempt_to_its_end(site: str, alice: Player, bob: Player) -> None:  # noqa: F811
    table = tables.open_table(player=alice, game="planet-nine", mission="1", players=3)
    tables.take_seat(table=table, player=bob, number=1)
    tables.put_bot(table_id=table.pk, by=alice, number=2, bot="random")
    deals.start_attempt(table_id=table.pk, player=alice)
    running = [begun(site, table, player) for player in (alice, bob)]
    told = [one.communicate(timeout=LONGEST) for one in running]
    assert [one.returncode for one in running] == [0, 0], told
    assert all("'success'" in out for out, _errors in told)
    assert table.attempts.get().state in (Attempt.State.SUCCESS, Attempt.State.FAILURE)
    assert table.attempts.get().events.filter(player=bob).exists()


def test_the_example_needs_the_standard_library_alone() -> None:
    program = EXAMPLE.read_text(encoding="utf-8")
    names = set(re.findall(r"^(?:import|from) (\w+)", program, re.MULTILINE))
    assert {"json", "urllib"} <= names <= set(sys.stdlib_module_names)
    assert len([line for line in program.splitlines() if line.strip()]) <= 42
