"""Conditions of a round: signals, unfamiliar terrain, the clock, the distress signal."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from math import ceil
from typing import Any, Final

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from logbook.lib.translation import gettext as _
from logbook.rounds import text
from logbook.rounds.view.condition_parts import ClockFace, Condition, TerrainCard

ViewFacts = Mapping[str, Any]

COMMUNICATION: Final[Mapping[str, str | Promise]] = {
    "dead-zone": gettext_lazy("Dead zone: signals without position"),
    "currents": gettext_lazy("Currents: signals without position"),
    "none": gettext_lazy("No signals in this attempt"),
}

TOPICS: Final[Mapping[str, str]] = {"none": "no-signals"}
"""The topic of a way to communicate, where it has another name."""

TERRAIN: Final[Mapping[str, str | Promise]] = {
    "normal": gettext_lazy("calm water, normal signals"),
    "currents": gettext_lazy("currents, signals without position"),
    "rapture": gettext_lazy("rapture of the deep, shared signals"),
}


def conditions_of(facts: ViewFacts) -> tuple[Condition, ...]:
    """Return every condition in force."""
    conditions = [*_shared_signals(facts), *_window(facts)]
    if not facts.get("terrain"):  # The terrain card already shows it.
        conditions[:0] = _communication(facts)
    if facts["distress"]["active"]:
        conditions.append(Condition(_("Distress signal sent"), "distress"))
    return tuple(conditions)


def _communication(facts: ViewFacts) -> list[Condition]:
    kind = str(facts["communication"])
    return [Condition(str(COMMUNICATION[kind]), TOPICS.get(kind, kind))] if kind in COMMUNICATION else []


def _shared_signals(facts: ViewFacts) -> list[Condition]:
    tokens = facts["tokens_left"]
    if not isinstance(tokens, Mapping):
        return []
    counts = {"left": tokens["shared"], "total": tokens["shared"] + len(facts["signals"])}
    return [Condition(_("Shared signals left: %(left)s of %(total)s") % counts, "shared-signals")]


def _window(facts: ViewFacts) -> list[Condition]:
    """Return the first or the last trick for signals."""
    conditions = []
    start, end = facts["communication_from"], facts["communication_until"]
    if start and start > 1:
        conditions.append(Condition(_("No signals before trick %(number)s") % {"number": start}, "late-signals"))
    if end == 1:
        conditions.append(Condition(_("Signals only before the first trick"), "early-signals"))
    elif end:
        words = _("No signals once trick %(number)s has started") % {"number": end}
        conditions.append(Condition(words, "early-signals"))
    return conditions


def terrain_of(facts: ViewFacts) -> TerrainCard | None:
    """Return the card drawn in unfamiliar terrain, and its meaning."""
    card = facts.get("terrain")
    if not card:
        return None
    label = TERRAIN.get(_water(int(card[1:])), "")
    return TerrainCard(card, text.card_name(card), str(label))


def _water(rank: int) -> str:
    return "normal" if rank <= 3 else "currents" if rank <= 6 else "rapture"


def clock_of(facts: ViewFacts) -> ClockFace | None:
    """Return the clock of a real-time mission, with the time left by the server's clock."""
    clock = facts.get("clock")
    if not clock or facts["outcome"]:
        return None
    if not clock["running"] or not facts["deadline"]:
        return ClockFace(clock["seconds"], clock["seconds"], bool(clock["running"]))
    ends = datetime.fromisoformat(facts["deadline"])
    seconds = max(0.0, (ends - timezone.now()).total_seconds())
    return ClockFace(clock["seconds"], ceil(seconds), running=True, ends=ends, exact=f"{seconds:.3f}")
