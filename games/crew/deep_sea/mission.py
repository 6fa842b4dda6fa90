"""A mission of Deep Sea: the words of its mission file, and their meaning."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from .. import mission
from ..signals import CURRENTS, NONE, NORMAL, RAPTURE, Communication

if TYPE_CHECKING:
    from ..cards import Card
    from ..state import State

FREE: Final = "free-selection"
ONE_AGREED: Final = "one-agreed"
CAPTAIN_OR_ONE: Final = "captain-or-one-willing"
HARDEST: Final = "captain-takes-hardest"
SKIPPED: Final = "captain-skipped"
VOLUNTEERS: Final = "volunteers"
USUAL: Final = "usual"
WAYS = (FREE, ONE_AGREED, CAPTAIN_OR_ONE, HARDEST, SKIPPED)
"""The ways of assigning tasks that a word of their own asks for; volunteers come with their number."""

VALUE_GAP: Final = "value-gap"
NEVER_LEAD: Final = "never-lead"
FIRST_WINNER_AHEAD: Final = "first-winner-ahead"
LAST_CARD: Final = "last-card"
SPECIALS = (VALUE_GAP, NEVER_LEAD, FIRST_WINNER_AHEAD, LAST_CARD)

UNFAMILIAR_TERRAIN: Final = "unfamiliar-terrain"
NO_COMMUNICATION: Final = "no-communication"
COMMUNICATIONS: Mapping[str, str] = {CURRENTS: CURRENTS, RAPTURE: RAPTURE, NO_COMMUNICATION: NONE}
"""The words that change how the crew may signal, with the kind of communication that they name."""

EPILOGUE = 33
"""The first mission of the endless epilogue; its difficulty is 18, and one more with each mission after it."""


@dataclass(frozen=True, slots=True)
class Mission(mission.Mission):
    """The crew's tasks and conditions. `special` names the conditions that are no tasks."""

    difficulty: int | None = None
    """The exact sum of the tasks' difficulties."""
    tasks: tuple[str, ...] = ()
    """The tasks that lie on the table before any are drawn."""
    communication: str = NORMAL
    unfamiliar_terrain: bool = False
    way: str = USUAL
    """The way in which tasks are assigned."""
    volunteers: int = 0
    real_time: int | None = None
    """Seconds for all tricks together."""
    untimed: str | None = None
    """The substitute for the clock: a communication rule, or another difficulty."""
    value_gap: int | None = None
    """No player may ever have won two more of the cards of this value than another."""
    never_lead: tuple[str, ...] = ()
    """Suits that may not open a trick."""
    last_card: str | None = None
    """The card that must be the very last one played."""

    @classmethod
    def from_words(cls, text: str, fields: Mapping[str, Any]) -> Mission:
        """The mission of these words of the mission file."""
        way = next((way for way in (*WAYS, VOLUNTEERS) if fields.get(way)), USUAL)
        kind = next((kind for word, kind in COMMUNICATIONS.items() if fields.get(word)), NORMAL)
        return cls(
            text,
            special=tuple(word for word in SPECIALS if fields.get(word)),
            difficulty=fields.get("difficulty"),
            tasks=tuple(fields.get("tasks", ())),
            communication=kind,
            unfamiliar_terrain=fields.get(UNFAMILIAR_TERRAIN, False),
            way=way,
            volunteers=fields.get(VOLUNTEERS, 0),
            real_time=fields.get("real-time"),
            untimed=fields.get("untimed"),
            value_gap=fields.get(VALUE_GAP),
            never_lead=tuple(fields.get(NEVER_LEAD, ())),
            last_card=fields.get(LAST_CARD),
        )

    def without_clock(self) -> Mission:
        """The mission as it is played without the clock (rulebook p. 20)."""
        if self.real_time is None:
            return self
        slow = replace(self, real_time=None)
        if self.untimed is None:
            return slow
        if self.untimed.isdecimal():
            return replace(slow, difficulty=int(self.untimed))
        return replace(slow, communication=COMMUNICATIONS[self.untimed])

    def communication_in(self, terrain: Card | None) -> Communication:
        """Return the rules of signals, in this terrain where it is unfamiliar."""
        kind = self.communication if terrain is None else (NORMAL, CURRENTS, RAPTURE)[(terrain.rank - 1) // 3]
        return Communication(kind, since=2 if FIRST_WINNER_AHEAD in self.special else None)


def mission_of(state: State) -> Mission:
    """The mission of a round of Deep Sea."""
    assert isinstance(state.mission, Mission)
    return state.mission


def epilogue(number: int) -> Mission:
    """A mission of the endless epilogue: free selection, and ever more difficult."""
    return Mission(str(number), difficulty=18 + number - EPILOGUE, way=FREE)
