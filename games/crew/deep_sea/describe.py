"""A mission of Deep Sea in sentences of our own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...contract import Description, Sentence, Setup
from ..description import description
from ..signals import CURRENTS, NONE, RAPTURE
from .mission import (
    FIRST_WINNER_AHEAD,
    LAST_CARD,
    NEVER_LEAD,
    USUAL,
    VALUE_GAP,
    VOLUNTEERS,
    Mission,
)
from .task_cards import TASK_CARDS

TITLE = "Deep Sea"
_COMMUNICATION = {CURRENTS: "describe-currents", RAPTURE: "describe-rapture", NONE: "describe-no-communication"}


def describe(setup: Setup, mission: Mission) -> Description:
    """The crew's tasks and conditions, in the order in which a player would explain them at the table."""
    return description(setup, mission, TITLE, _sentences(setup, mission))


def _sentences(setup: Setup, mission: Mission) -> Iterator[Sentence]:
    yield from _tasks(setup, mission)
    yield from _specials(mission)
    if mission.unfamiliar_terrain:
        yield Sentence("describe-terrain")
    if mission.communication in _COMMUNICATION:
        yield Sentence(_COMMUNICATION[mission.communication], {"number": max(setup.players, 3) - 2})
    if FIRST_WINNER_AHEAD in mission.special:
        yield Sentence("describe-disruption", {"number": 2})
    if mission.real_time:
        minutes, seconds = divmod(mission.real_time, 60)
        sharp = Sentence("describe-real-time-sharp", {"minutes": minutes})
        yield Sentence("describe-real-time", {"minutes": minutes, "seconds": seconds}) if seconds else sharp


def _tasks(setup: Setup, mission: Mission) -> Iterator[Sentence]:
    """The tasks, and how the crew assigns them."""
    if mission.difficulty is not None:
        yield Sentence("describe-difficulty", {"number": mission.difficulty})
    if mission.tasks:
        yield Sentence("describe-laid-tasks" if mission.difficulty else "describe-fixed-tasks")
        yield from (TASK_CARDS[name].wording(setup.players) for name in mission.tasks)
    if mission.way == VOLUNTEERS:
        yield Sentence("describe-volunteer" if mission.volunteers == 1 else "describe-volunteers")
    elif mission.way != USUAL:
        yield Sentence(f"describe-{mission.way}")


def _specials(mission: Mission) -> Iterator[Sentence]:
    blanks: dict[str, list[dict[str, Any]]] = {
        VALUE_GAP: [{"value": mission.value_gap}],
        NEVER_LEAD: [{"suit": suit} for suit in mission.never_lead],
        LAST_CARD: [{"card": mission.last_card}],
    }
    if mission.difficulty is None and not mission.tasks:
        yield Sentence("describe-no-tasks")
    for word in mission.special:
        yield from (Sentence(f"describe-{word}", filled) for filled in blanks.get(word, [{}]))
