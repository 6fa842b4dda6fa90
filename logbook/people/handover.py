"""The registry of what a guest hands over to a player. Each subject registers its own foreign keys in `receivers.py`.

A test finds each foreign key to a player that no subject registers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from logbook.people.models.players import Player

Step = Callable[[Player, Player], None]
"""A step that gives the guest's rows to the player."""

NEEDS_AN_ACCOUNT: Final = "Needs an account, and a guest has none."

_steps: dict[str, Step] = {}
_reasons: dict[str, str] = {}
_following: list[Step] = []

HANDED_OVER: Final[Mapping[str, Step]] = MappingProxyType(_steps)
"""The step of each foreign key, by "Model.field", in the order of subjects: seats before what follows from them."""
FOLLOWING: Final[Sequence[Step]] = _following
"""The steps after all of them."""
STAYS: Final[Mapping[str, str]] = MappingProxyType(_reasons)
"""Why a foreign key stays with the guest, by "Model.field"."""


def register(field: str, step: Step) -> None:
    """Hand this foreign key over, after those registered before."""
    _steps[field] = step


def follow(step: Step) -> None:
    """Take this step once every foreign key is handed over: it rewrites what follows from them."""
    _following.append(step)


def stays(*fields: str, reason: str = NEEDS_AN_ACCOUNT) -> None:
    """Leave these foreign keys as they are."""
    _reasons.update(dict.fromkeys(fields, reason))
