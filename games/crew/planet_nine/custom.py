"""Custom missions that could never mean what they say are refused."""

from __future__ import annotations

from ...contract import UnknownSetup
from ..mission import Mission
from .specials import COUNTED, NEEDS_TASKS, SPECIALS
from .token_changes import MAY_MOVE, MAY_SWAP
from .tokens import OMEGA


def checked(mission: Mission) -> Mission:
    """The mission, if each of its conditions has what it speaks about. Raises UnknownSetup."""
    for name in mission.special:
        _check_special(mission, name)
    if sum(SPECIALS[name].names for name in mission.special) > 1:
        raise UnknownSetup("mission-two-named")
    if mission.times != 1 and not (COUNTED in mission.special and 1 <= mission.times <= 3):
        raise UnknownSetup("mission-times", number=mission.times)
    if _is_assigned_by_the_captain(mission) and not mission.tasks:
        raise UnknownSetup("mission-nothing-to-assign")
    return mission


def _check_special(mission: Mission, name: str) -> None:
    if name in NEEDS_TASKS and not mission.tasks:
        raise UnknownSetup("mission-special-needs-tasks", special=name)
    if name == "omega-in-the-last-trick" and OMEGA not in mission.tokens:
        raise UnknownSetup("mission-special-needs-omega", special=name)
    if name in (MAY_SWAP, MAY_MOVE) and _is_assigned_by_the_captain(mission):
        raise UnknownSetup("mission-tokens-without-choosing", special=name)
    if name == MAY_SWAP and len(mission.tokens) < 2:
        raise UnknownSetup("mission-swap-needs-tokens")
    if name == MAY_MOVE and not 0 < len(mission.tokens) < mission.tasks:
        raise UnknownSetup("mission-move-needs-a-token")


def _is_assigned_by_the_captain(mission: Mission) -> bool:
    return mission.commander_decision or mission.commander_distribution
