"""The missions of the logbooks explained, in lists and one by one. Nothing here is stored."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _

import games
from logbook.rounds import text
from logbook.rounds.task_cards import TaskFacts, task_facts
from logbook.tables.missions import RACES, exists

USUAL_PLAYERS: Final = 4


@dataclass(frozen=True)
class MissionRow:
    """A mission as a line of the logbook: its symbols, and what it asks in words."""

    number: str
    tasks: int
    special: str
    """What is asked besides tasks, and how they are shared."""
    conditions: tuple[str, ...]
    """The conditions under which it is played, a few words each."""
    signals: str
    assigned: str
    tokens: tuple[str, ...] = ()
    five: bool = False
    """Five players may hand one task over."""
    difficulty: int | None = None
    laid: tuple[TaskFacts, ...] = ()
    """The task cards that are given."""
    clock: str = ""
    """How much time there is, as a clock shows it."""


@dataclass(frozen=True)
class MissionPage:
    """A mission explained."""

    game: str
    title: str
    row: MissionRow
    sentences: tuple[str, ...]
    for_five: str
    for_two: str
    untimed: tuple[str, ...]
    """What holds instead when it is played without its clock."""
    before: str | None
    after: str | None


def mission_row(game: str, mission: str) -> MissionRow:
    """The mission as a line. Raises UnknownSetup."""
    return ROWS[game](mission, games.describe(games.Setup(game, mission, 5)))


def mission_page(game: str, mission: str) -> MissionPage | None:
    """The mission explained; None if the logbook of this game does not have it."""
    if game in RACES or not exists(game, mission):
        return None
    five, two = _parts(game, mission, 5), _parts(game, mission, 2)
    return MissionPage(
        game=game,
        title=text.title_words(games.GAMES[game].title),
        row=mission_row(game, mission),
        sentences=tuple(words for words in _sentences(game, mission) if words not in _laid_words(game, mission)),
        for_five=_said(five["describe-five-player-rule"]) if "describe-five-player-rule" in five else "",
        for_two=_said(two["describe-robot"]) if "describe-robot" in two else "",
        untimed=_without_clock(game, mission),
        before=_neighbour(game, mission, -1),
        after=_neighbour(game, mission, +1),
    )


def _neighbour(game: str, mission: str, step: int) -> str | None:
    number = str(int(mission) + step)
    return number if exists(game, number) else None


def _parts(game: str, mission: str, players: int, *options: str) -> Mapping[str, games.Sentence]:
    description = games.describe(games.Setup(game, mission, players, options=options))
    return {part.code: part for part in description.parts}


def _said(part: games.Sentence) -> str:
    return text.say(part.code, part.params, str)


def _sentences(game: str, mission: str, *options: str) -> tuple[str, ...]:
    parts = _parts(game, mission, USUAL_PLAYERS, *options)
    return tuple(_said(part) for code, part in parts.items() if code != "describe-mission")


def _laid_words(game: str, mission: str) -> set[str]:
    """What the task cards that are given ask; they are drawn instead."""
    return {_said(card.sentence) for card in mission_row(game, mission).laid}


def _without_clock(game: str, mission: str) -> tuple[str, ...]:
    if not any(code.startswith("describe-real-time") for code in _parts(game, mission, USUAL_PLAYERS)):
        return ()
    with_clock = _sentences(game, mission)
    return tuple(words for words in _sentences(game, mission, "untimed") if words not in with_clock)


# --- the symbols of each game


def _space_row(mission: str, description: games.Description) -> MissionRow:
    facts = description.params
    return MissionRow(
        number=mission,
        tasks=facts["tasks"],
        special=" ".join(_said(part) for part in description.parts if not part.code.startswith("describe-")),
        conditions=_held(
            (facts["dead_zone"], _("dead zone")),
            (
                facts["disruption"] is not None,
                _("no signals before trick %(number)s") % {"number": facts["disruption"]},
            ),
            (facts["commander_decision"], _("commander's decision")),
            (facts["commander_distribution"], _("commander's distribution")),
        ),
        signals=_space_signals(facts),
        assigned=_space_assigned(facts),
        tokens=facts["tokens"],
        five=facts["five_player_rule"],
    )


def _held(*conditions: tuple[object, str]) -> tuple[str, ...]:
    return tuple(words for holds, words in conditions if holds)


def _space_signals(facts: Mapping[str, Any]) -> str:
    if facts["dead_zone"]:
        return _("dead zone")
    return _("from trick %(number)s") % {"number": facts["disruption"]} if facts["disruption"] else _("one each")


def _space_assigned(facts: Mapping[str, Any]) -> str:
    if not facts["tasks"]:
        return _("not used")
    if facts["commander_decision"]:
        return _("decided by the captain")
    return _("given out by the captain") if facts["commander_distribution"] else _("chosen in turn")


NOT_SPECIAL: Final = frozenset(
    f"describe-{word}"
    for word in (
        *("mission", "difficulty", "fixed-tasks", "laid-tasks", "terrain", "currents", "rapture", "no-communication"),
        *("real-time", "robot", "disruption", "untimed"),
    )
)


def _sea_row(mission: str, description: games.Description) -> MissionRow:
    facts = description.params
    laid = tuple(found for name in facts["tasks"] if (found := task_facts(name, USUAL_PLAYERS)))
    names = {card.name for card in laid}
    special = [part for part in description.parts if part.code not in NOT_SPECIAL | names]
    return MissionRow(
        number=mission,
        tasks=len(laid),
        special=" ".join(_said(part) for part in special),
        conditions=_sea_conditions(facts),
        signals=_sea_signals(facts),
        assigned=_sea_assigned(facts),
        difficulty=facts["difficulty"],
        laid=laid,
        clock=_minutes(facts["real_time"]) if facts["real_time"] else "",
    )


def _sea_conditions(facts: Mapping[str, Any]) -> tuple[str, ...]:
    return _held(
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
        return _("as the terrain allows")
    kinds = {"currents": _("one each, without position"), "rapture": _("shared by all"), "none": _("none")}
    return kinds.get(facts["communication"], _("one each"))


def _sea_assigned(facts: Mapping[str, Any]) -> str:
    if not facts["difficulty"] and not facts["tasks"]:
        return _("not used")
    ways = {
        "free-selection": _("shared out freely"),
        "one-agreed": _("all for one, by agreement"),
        "captain-or-one-willing": _("all for the captain or for one who is willing"),
        "captain-takes-hardest": _("chosen in turn; the captain takes the hardest"),
        "captain-skipped": _("chosen in turn, without the captain"),
        "volunteers": _("taken by volunteers"),
    }
    return ways.get(facts["way"], _("chosen in turn"))


ROWS: Final[Mapping[str, Callable[[str, games.Description], MissionRow]]] = {
    "planet-nine": _space_row,
    "deep-sea": _sea_row,
}
