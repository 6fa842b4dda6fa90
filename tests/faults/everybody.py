"""The players and the observers of a run, and what they tell at its end."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from tests.faults.observers import Reader, Screen
from tests.faults.players import People

GOES_ON_WITHIN = 150.0
"""Seconds after the last fault within which every table must move: sweeps look for lost work once a minute."""
CAUGHT_UP_WITHIN = 40.0
"""Seconds within which a screen must show its table's state."""


@dataclass
class Everybody:
    """The players and the observers."""

    people: list[People]
    screens: list[Screen]
    readers: list[Reader]

    def start(self) -> None:
        for one in (*self.people, *self.screens, *self.readers):
            one.start()

    def stop_playing(self) -> None:
        for one in self.people:
            one.ended.set()
        for one in self.people:
            one.join(timeout=40)

    def stop_looking(self) -> None:
        """End the observers, so that they ask no process that is gone."""
        for one in (*self.screens, *self.readers):
            one.ended.set()

    def wrong(self) -> list[str]:
        heard = [one.noted.wrong for one in self.people]
        heard += [one.wrong for one in (*self.screens, *self.readers)]
        return [line for lines in heard for line in lines[:3]]

    def told(self) -> str:
        acknowledged, again, doubtful = (sum(counts) for counts in zip(*map(_counts, self.people), strict=True))
        statuses = sum((one.statuses for one in self.readers), Counter[int]())
        without_redis = sum(one.without_redis for one in self.readers)
        return (
            f"{acknowledged} actions acknowledged, {again} of them sent again, {doubtful} in doubt\n"
            f"pages read: {told(statuses)}; {without_redis} of them while Redis was away\n"
            f"{sum(one.streams for one in self.screens)} streams followed by {len(self.screens)} screens"
        )

    def behind(self, numbers: dict[int, int]) -> list[str]:
        """Return screens that did not catch up with their table by themselves."""
        late = [screen for screen in self.screens if not screen.is_at(numbers[screen.table], CAUGHT_UP_WITHIN)]
        return [f"a screen shows {one.number} of table {one.table}, at {numbers[one.table]}" for one in late]


def wait_until_all_move(people: Sequence[People], over: Callable[[], set[int]]) -> list[str]:
    """Wait until each table has moved; return those that have not, in sentences."""
    began = time.monotonic()
    while still := {one.table for one in people if one.noted.last_at <= began} - over():
        if time.monotonic() - began > GOES_ON_WITHIN:
            return [f"table {table} has not gone on" for table in still]
        time.sleep(0.5)
    return []


def say(*lines: str) -> None:
    print(*lines, sep="\n", flush=True)  # noqa: T201


def told(counts: Counter[Any]) -> str:
    return ", ".join(f"{name} {count}" for name, count in sorted(counts.items()))


def verdict(everybody: Everybody, wrong: Sequence[str]) -> int:
    """Say what is wrong; return the exit code. A run in which nobody acted proves nothing."""
    say(
        *(f"WRONG: {line}" for line in wrong),
        "nothing lost, nothing doubled" if not wrong else f"{len(wrong)} things are wrong",
    )
    return 1 if wrong or not any(one.noted.acknowledged for one in everybody.people) else 0


def _counts(one: People) -> tuple[int, int, int]:
    return len(one.noted.acknowledged), one.noted.again, len(one.noted.in_doubt)
