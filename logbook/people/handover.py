"""The registry of what a guest hands over to a player. Each subject registers its own foreign keys in `receivers.py`.

A test finds each foreign key to a player that no subject registers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from logbook.lib.registry import Registry
from logbook.people.models.players import Player

Step = Callable[[Player, Player], None]
"""A step that gives the guest's rows to the player."""

NEEDS_AN_ACCOUNT: Final = "Needs an account, and a guest has none."

HANDED_OVER: Final[Registry[Step]] = Registry()
"""The step of each foreign key, by "Model.field", in the order of subjects: seats before what follows from them."""
FOLLOWING: Final[list[Step]] = []
"""The steps after all of them."""
STAYS: Final[Registry[str]] = Registry()
"""The reason why a foreign key stays with the guest, by "Model.field"."""


def follow(step: Step) -> None:
    """Take this step once every foreign key is handed over: it rewrites what follows from them."""
    FOLLOWING.append(step)


def stays(*fields: str, reason: str = NEEDS_AN_ACCOUNT) -> None:
    """Leave these foreign keys as they are."""
    for field in fields:
        STAYS.register(field, reason)
