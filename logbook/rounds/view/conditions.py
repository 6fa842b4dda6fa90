"""Conditions of a round: signals, unfamiliar terrain, the clock, the distress signal."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from math import ceil
from typing import Any, Final

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from logbook.rounds import text
from logbook.rounds.view.parts import ClockFace, TerrainCard

ViewFacts = Mapping[str, Any]

COMMUNICATION: Final[Mapping[str, str | Promise]] = {
    "dead-zone": gettext_lazy("Dead zone: signals without position"),
    "currents": gettext_lazy("Currents: signals without position"),
    "none": gettext_lazy("No signals in this attempt"),
}

TERRAIN: Final[Mapping[str, str | Promise]] = {
    "normal": gettext_lazy("calm water, normal signals"),
    "currents": gettext_lazy("currents, signals without position"),
    "rapture": gettext_lazy("rapture of the deep, shared signals"),
}


def conditions_of(facts: ViewFacts) -> tuple[str, ...]:
    """Return every condition in force, a few words each."""
    conditions = [_shared_signals(facts), *_window(facts)]
    if not facts.get("terrain"):  # The terrain card already shows it.
        conditions.insert(0, str(COMMUNICATION.get(facts["communication"], "")))
    if facts["distress"]["active"]:
        conditions.append(_("Distress signal sent"))
    return tuple(condition for condition in conditions if condition)


def _shared_signals(facts: ViewFacts) -> str:
    tokens = facts["tokens_left"]
    if not isinstance(tokens, Mapping):
        return ""
    total = tokens["shared"] + len(facts["signals"])
    return _("Shared signals left: %(left)s of %(total)s") % {"left": tokens["shared"], "total": total}


def _window(facts: ViewFacts) -> list[str]:
    """Return the first or the last trick for signals."""
    conditions = []
    start, end = facts["communication_from"], facts["communication_until"]
    if start and start > 1:
        conditions.append(_("No signals before trick %(number)s") % {"number": start})
    if end == 1:
        conditions.append(_("Signals only before the first trick"))
    elif end:
        conditions.append(_("No signals once trick %(number)s has started") % {"number": end})
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
