"""Undo: an action may be undone until chance or another player has answered it.

The rulebook does not speak of it. At a table, pieces go back as long as nothing hidden has been turned over.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .state import State


def chance_answered(before: State, after: State) -> bool:
    """Return whether the action between these states revealed a hidden piece: a card of the deck or of a rest, a tile,
    or a gem of the bag.
    """
    return (
        before.deck != after.deck
        or [fleet.rests for fleet in before.fleets] != [fleet.rests for fleet in after.fleets]
        or not _tiles_up(after) <= _tiles_up(before)
        or _gems_up(after, before) > _gems_up(before, before)
    )


def _tiles_up(state: State) -> frozenset[str]:
    return frozenset(site.tile for site in state.sites if site.tile and site.face_up)


def _gems_up(state: State, before: State) -> int:
    """The number of gems at sites and in the dive; a dive that ended with the action still counts."""
    ended = None if state.last_dive is before.last_dive else state.last_dive
    dive = state.dive or ended
    return sum(1 for site in state.sites if site.gem) + (len(dive.gems) if dive else 0)
