"""Rows of the printed logbook: each mission's symbols, game by game, and its tasks in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import games
from logbook.lib.translation import gettext as _
from logbook.lib.translation import pgettext
from logbook.rounds import text
from logbook.rounds.task_cards import TaskFacts, task_facts

USUAL_PLAYERS: Final = 4


@dataclass(frozen=True)
class MissionRow:
    """A mission as a row of the logbook: its symbols, and its tasks in words."""

    number: str
    tasks: int
    special: str
    """Goals besides tasks, and how tasks are distributed."""
    conditions: tuple[str, ...]
    """The conditions of play, a few words each."""
    signals: str
    assigned: str
    tokens: tuple[str, ...] = ()
    five: bool = False
    """With five players, one task may be handed over."""
    difficulty: int | None = None
    task_cards: tuple[TaskFacts, ...] = ()
    """The given task cards."""
    clock: str = ""
    """The time limit, as a clock shows it."""


def _space_row(mission: str, description: games.Description) -> MissionRow:
    facts = description.params
    return MissionRow(
        number=mission,
        tasks=facts["tasks"],
        special=" ".join(_sentence_text(part) for part in description.parts if not part.code.startswith("describe-")),
        conditions=_conditions_in_force(
            (facts["dead_zone"], _("dead zone")),
            (
                facts["disruption"] is not None,
                _("no signals before trick %(number)s") % {"number": facts["disruption"]},
            ),
            (facts["commander_decision"], _("commander’s decision")),
            (facts["commander_distribution"], _("commander’s distribution")),
        ),
        signals=_space_signals(facts),
        assigned=_space_assigned(facts),
        tokens=facts["tokens"],
        five=facts["five_player_rule"],
    )


def _conditions_in_force(*conditions: tuple[object, str]) -> tuple[str, ...]:
    return tuple(text for holds, text in conditions if holds)


def _space_signals(facts: Mapping[str, Any]) -> str:
    if facts["dead_zone"]:
        return _("dead zone")
    return _("from trick %(number)s") % {"number": facts["disruption"]} if facts["disruption"] else _("one each")


def _space_assigned(facts: Mapping[str, Any]) -> str:
    if not facts["tasks"]:
        return _("not used")
    if facts["commander_decision"]:
        return _("assigned by the captain")
    return _("handed out by the captain") if facts["commander_distribution"] else _("chosen in turn")


NOT_SPECIAL: Final = frozenset(
    f"describe-{word}"
    for word in (
        *("mission", "difficulty", "fixed-tasks", "laid-tasks", "terrain", "currents", "rapture", "no-communication"),
        *("real-time", "robot", "disruption", "untimed"),
    )
)


def _sea_row(mission: str, description: games.Description) -> MissionRow:
    facts = description.params
    task_cards = tuple(row for name in facts["tasks"] if (row := task_facts(name, USUAL_PLAYERS)))
    names = {card.name for card in task_cards}
    special = [part for part in description.parts if part.code not in NOT_SPECIAL | names]
    return MissionRow(
        number=mission,
        tasks=len(task_cards),
        special=" ".join(_sentence_text(part) for part in special),
        conditions=_sea_conditions(facts),
        signals=_sea_signals(facts),
        assigned=_sea_assigned(facts),
        difficulty=facts["difficulty"],
        task_cards=task_cards,
        clock=_minutes(facts["real_time"]) if facts["real_time"] else "",
    )


def _sea_conditions(facts: Mapping[str, Any]) -> tuple[str, ...]:
    return _conditions_in_force(
        (facts["communication"] == "currents", _("currents")),
        (facts["communication"] == "rapture", _("rapture of the deep")),
        (facts["communication"] == "none", _("no signals")),
        (facts["unfamiliar_terrain"], _("unfamiliar terrain")),
        (facts["real_time"], _("clock: %(time)s") % {"time": _minutes(facts["real_time"] or 0)}),
    )


def _minutes(seconds: int) -> str:
    return f"{seconds // 60}:{seconds % 60:02}"


def _sea_signals(facts: Mapping[str, Any]) -> str:
    if facts["unfamiliar_terrain"]:
        return _("depends on the terrain")
    kinds = {"currents": _("one each, no position"), "rapture": _("shared by all"), "none": pgettext("signals", "none")}
    return kinds.get(facts["communication"], _("one each"))


def _sea_assigned(facts: Mapping[str, Any]) -> str:
    if not facts["difficulty"] and not facts["tasks"]:
        return _("not used")
    ways = {
        "free-selection": _("shared out freely"),
        "one-agreed": _("all for one player, by agreement"),
        "captain-or-one-willing": _("all for the captain or one willing player"),
        "captain-takes-hardest": _("chosen in turn; the captain takes the hardest"),
        "captain-skipped": _("chosen in turn; the captain takes none"),
        "volunteers": _("taken by volunteers"),
    }
    return ways.get(facts["way"], _("chosen in turn"))


ROWS: Final[Mapping[str, Callable[[str, games.Description], MissionRow]]] = {
    "planet-nine": _space_row,
    "deep-sea": _sea_row,
}


def _sentence_text(part: games.Sentence) -> str:
    return text.say(part.code, part.params, str)
