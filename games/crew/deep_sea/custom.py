"""Custom missions of Deep Sea: read, and refused if they could never be played."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any

from ...contract import UnknownSetup
from ...notation import whole_number
from ..cards import SUBMARINES, deck
from ..mission import Vocabulary, flag, number
from .drawing import clashing, column
from .mission import (
    COMMUNICATIONS,
    FIRST_WINNER_AHEAD,
    LAST_CARD,
    NEVER_LEAD,
    SPECIALS,
    UNFAMILIAR_TERRAIN,
    VALUE_GAP,
    VOLUNTEERS,
    WAYS,
    Mission,
)
from .task_cards import TASK_CARDS
from .ways import Table

SUITS = "PBGYS"
LONGEST_CLOCK = 3600


def _read_tasks(value: str) -> tuple[str, ...] | None:
    names = tuple(value.split(",")) if value else ()
    for name in names:
        if name not in TASK_CARDS:
            raise UnknownSetup("mission-task", task=name, last=len(TASK_CARDS))
        if names.count(name) > 1:
            raise UnknownSetup("mission-task-twice", task=name)
    return names or None


def _positive(value: str) -> int | None:
    return whole_number(value) or None


def _read_untimed(value: str) -> str | None:
    return value if value in COMMUNICATIONS or whole_number(value) else None


def _read_suits(value: str) -> tuple[str, ...] | None:
    suits = tuple(value.split(","))
    return suits if set(suits) <= set(SUITS) and len(set(suits)) == len(suits) else None


def _read_card(value: str) -> str | None:
    return value if value in deck(SUBMARINES) else None


VOCABULARY = Vocabulary(
    {
        "difficulty": _positive,
        "tasks": _read_tasks,
        **dict.fromkeys((*COMMUNICATIONS, UNFAMILIAR_TERRAIN, *WAYS), flag),
        VOLUNTEERS: number,
        "real-time": number,
        "untimed": _read_untimed,
        VALUE_GAP: number,
        NEVER_LEAD: _read_suits,
        FIRST_WINNER_AHEAD: flag,
        LAST_CARD: _read_card,
    },
    {},
)


@lru_cache(maxsize=256)
def read_custom(text: str) -> Mission:
    """A custom mission such as `difficulty=9 currents tasks=T74,T88`.

    The tasks named lie on the table first; where there is a difficulty, others are drawn until it is reached.
    Raises UnknownSetup for a word that does not exist, a value that does not fit and a combination that could
    never be played.
    """
    fields = VOCABULARY.read(text)
    _check(fields)
    return Mission.from_words(VOCABULARY.write(fields), fields)


def _check(fields: Mapping[str, Any]) -> None:
    tasks = fields.get("difficulty") or fields.get("tasks")
    if not tasks and not any(fields.get(word) for word in SPECIALS):
        raise UnknownSetup("sea-mission-empty")
    _only_one_of((*COMMUNICATIONS, UNFAMILIAR_TERRAIN), fields)
    _only_one_of((*WAYS, VOLUNTEERS), fields)
    way = next((way for way in (*WAYS, VOLUNTEERS) if fields.get(way)), None)
    if way and not tasks:
        raise UnknownSetup("sea-mission-nothing-to-assign", word=way)
    _check_number(fields, VOLUNTEERS, 1, 2)
    _check_number(fields, "real-time", 1, LONGEST_CLOCK)
    _check_number(fields, VALUE_GAP, 1, 9)
    if "untimed" in fields and "real-time" not in fields:
        raise UnknownSetup("sea-mission-untimed")
    if fields.get("untimed") in COMMUNICATIONS and fields.get(UNFAMILIAR_TERRAIN):
        raise UnknownSetup("sea-mission-one-of", one=UNFAMILIAR_TERRAIN, two=f"untimed={fields['untimed']}")
    most_tasks = fields.get("difficulty") or len(fields.get("tasks", ()))
    if fields.get(VOLUNTEERS, 0) > most_tasks:
        raise UnknownSetup("sea-mission-too-few-tasks", number=fields[VOLUNTEERS], most=most_tasks)


def _only_one_of(choices: tuple[str, ...], fields: Mapping[str, Any]) -> None:
    choices_made = [word for word in choices if fields.get(word)]
    if len(choices_made) > 1:
        raise UnknownSetup("sea-mission-one-of", one=choices_made[0], two=choices_made[1])


def _check_number(fields: Mapping[str, Any], word: str, least: int, most: int) -> None:
    if word in fields and not least <= fields[word] <= most:
        raise UnknownSetup("sea-mission-number", word=word, least=least, most=most, number=fields[word])


def check_laid_tasks(mission: Mission, table: Table) -> None:
    """Raise UnknownSetup for tasks that are certainly on the table and cannot be fulfilled together."""
    if mission.difficulty is not None:
        return
    name = clashing(mission, len(mission.tasks), table)
    if name is not None:
        raise UnknownSetup("sea-mission-clash", task=name, tasks=", ".join(mission.tasks))


def check_difficulty(mission: Mission, players: int) -> None:
    """Raise UnknownSetup for a difficulty that the tasks on the table exceed, or that no tasks add up to."""
    if mission.difficulty is None:
        return
    laid = sum(TASK_CARDS[name].difficulty(players) for name in mission.tasks)
    if laid > mission.difficulty:
        raise UnknownSetup("sea-mission-exceeded", laid=laid, difficulty=mission.difficulty)
    sums = _reachable(mission.tasks, column(players))
    if mission.difficulty - laid not in sums:
        raise UnknownSetup("sea-mission-unreachable", difficulty=mission.difficulty, most=laid + max(sums))


@cache
def _reachable(laid: tuple[str, ...], players: int) -> frozenset[int]:
    """All totals that the tasks still to be drawn can add up to."""
    sums = {0}
    for name, card in TASK_CARDS.items():
        if name not in laid:
            sums |= {total + card.difficulty(players) for total in sums}
    return frozenset(sums)
