"""A mission of Planet Nine: the words of its mission file, and their meaning."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .. import mission
from ..signals import DEAD_ZONE, NORMAL, Communication

if TYPE_CHECKING:
    from ..state import State


@dataclass(frozen=True, slots=True)
class Mission(mission.Mission):
    """The crew's tasks and conditions."""

    tasks: int = 0
    tokens: tuple[str, ...] = ()
    """The k-th token belongs to the k-th task drawn."""
    dead_zone: bool = False
    disruption: int | None = None
    """The number of the first trick before which signals are allowed."""
    commander_decision: bool = False
    commander_distribution: bool = False
    five_player_rule: bool = False
    times: int = 1
    """The number of tricks of the special condition (only `colour-ones-win-tricks` reads it)."""

    @classmethod
    def from_words(cls, text: str, fields: Mapping[str, Any]) -> Mission:
        """The mission of these words of the mission file."""
        values = {word.replace("-", "_"): value for word, value in fields.items()}
        special = fields.get("special", ())
        names = (special,) if isinstance(special, str) else tuple(special)
        return cls(text, **{**values, "tokens": tuple(fields.get("tokens", ())), "special": names})

    @property
    def communication(self) -> Communication:
        """The rules of signals in it."""
        return Communication(DEAD_ZONE if self.dead_zone else NORMAL, self.disruption)


def mission_of(state: State) -> Mission:
    """The mission of a round of Planet Nine."""
    assert isinstance(state.mission, Mission)
    return state.mission
