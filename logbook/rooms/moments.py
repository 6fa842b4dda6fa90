"""The moments of rooms by kind of game: what a kind shows of a record or of a what-if. Kinds register their own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Protocol

from django.urls import reverse

from logbook.lib.registry import Registry
from logbook.replays.variations import Variation
from logbook.rooms.models import Room


@dataclass(frozen=True, slots=True)
class RoomPlace:
    """The address at which a page shows the room: that of the table, or its own."""

    attempt_id: int
    table_id: int | None = None

    def href(self, step: int | None = None) -> str:
        """Return the address of the room, or of a moment that the reader looks at on their own."""
        if self.table_id is None:
            address, fragment = reverse("room", args=(self.attempt_id,)), ""
        else:
            address, fragment = reverse("table", args=(self.table_id,)), "#room-place"
        return (address if step is None else f"{address}?step={step}") + fragment


class ShownMoment(Protocol):
    """A moment of a replay."""

    @property
    def step(self) -> int: ...

    @property
    def last(self) -> int: ...

    @property
    def happened(self) -> str:
        """The action before it, in words."""


@dataclass(frozen=True)
class RoomMoment:
    """A moment as a room shows it to all readers of a language."""

    template: str
    """The template of the part that moves."""
    replay: Any
    """A `ShownMoment`: the values that the kind's template needs."""
    page: Any
    """The board, as every reader sees it."""
    acting_page: Any
    """The board of the person who may play on, with what the seat may do."""
    is_over: bool
    """The round is over at this moment."""
    may_practise: bool = False
    """The moment can be dealt at a practice table."""
    verdict: str = ""
    """The solver's verdict on this moment: a mark, "thinking", or "ask" where the leader may ask again."""


MomentOf = Callable[[Room, Variation | None, int | None], RoomMoment]
"""Returns the room's moment, of the record or of its variation; with a number, that moment of the record."""
MOMENTS: Final[Registry[MomentOf]] = Registry()
"""The functions, by the code of the kind."""
