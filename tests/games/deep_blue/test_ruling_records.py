"""Games with one ruling each, from a seed: it comes up in the action that the record's second line names."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import games
from games.deep_blue.state import State
from tests.games.deep_blue import sights_of_dives, sights_of_turns  # noqa: F401 - each tells what can be seen.
from tests.games.deep_blue.sights import SIGHTS, seen_in

RECORDS = sorted((Path(__file__).parents[2] / "records").glob("deep-blue-ruling-*.txt"))
SAID = re.compile(r"# Ruling (?P<ruling>\d+), action (?P<action>\d+): (?P<text>.+)")
NOT_BY_CHANCE = {13}
"""What the usual box never comes to: its cards bring just the gems that the supply has. Built states show it."""


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_the_ruling_comes_up_where_the_record_says(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    said = SAID.fullmatch(text.splitlines()[1])
    assert said is not None
    ruling = int(said["ruling"])
    assert path.stem.startswith(f"deep-blue-ruling-{ruling:02}-")
    assert said["text"] == SIGHTS[ruling][0]
    end = games.Record.parse(text).replay()
    assert isinstance(end, State)
    assert seen_in(end, [ruling]) == {ruling: int(said["action"])}


def test_each_ruling_has_a_record() -> None:
    assert sorted(SIGHTS) == list(range(1, 56))
    kept = {int(path.stem.split("-")[3]) for path in RECORDS}
    assert kept == set(SIGHTS) - NOT_BY_CHANCE
