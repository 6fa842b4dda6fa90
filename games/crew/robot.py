"""The robot of a two-player game: seven columns of an open card over a covered one (rulebook p. 19–20)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from .cards import Card, Hand, in_deck_order

ROBOT_SEAT = 2


@dataclass(frozen=True, slots=True)
class Robot:
    """JARVIS or Tonoja. `up[i]` covers `down[i]`; None is a gap."""

    up: tuple[Card | None, ...]
    down: tuple[Card | None, ...]

    @property
    def hand(self) -> Hand:
        """The open cards: all that the robot can play, in deck order."""
        return in_deck_order(card for card in self.up if card is not None)

    @property
    def covered(self) -> int:
        """The number of cards that no player has seen yet."""
        return sum(card is not None for card in self.down)

    @property
    def size(self) -> int:
        """Cards left, covered ones included."""
        return len(self.hand) + self.covered

    def put(self, old: Card, new: Card | None) -> Robot:
        """The rows with the open card `old` gone, and `new` (or a gap) in its column."""
        return replace(self, up=tuple(new if card == old else card for card in self.up))

    def reveal(self) -> Robot:
        """The rows after a trick: what lay under a gap is turned up, not before (rulebook p. 20)."""
        up = tuple(top if top is not None else bottom for top, bottom in zip(self.up, self.down, strict=True))
        down = tuple(None if top is None else bottom for top, bottom in zip(self.up, self.down, strict=True))
        return Robot(up, down)
