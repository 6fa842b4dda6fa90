"""Parts of the end of an attempt: what happened, and the next steps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class EndLost:
    """The table's message where an attempt was lost: a link, and a sentence once there is one."""

    href: str
    sentence: str = ""
    passing: str = ""
    there: bool = False
    """The link leads to the turning point itself."""
    pending: bool = False
    """The analysis is in progress."""


@dataclass(frozen=True)
class MovedOn:
    """The table to which another player, or the reader, has gone on; the reader has a seat there."""

    table_id: int
    name: str
    """The name of the player who opened it; "" for the reader."""
    mission: str


@dataclass(frozen=True)
class SeatAsked:
    """A player who asks for a seat."""

    player_id: int
    name: str


@dataclass(frozen=True)
class WatchChoice:
    """The choice of who may watch the table."""

    chosen: str
    options: tuple[tuple[str, str], ...]
    """The values with their labels; none where only the players may."""


@dataclass(frozen=True)
class After:
    """The possible next steps after the end, by the table's rules."""

    may_retry: bool = False
    tasks_may_stay: bool = False
    """The crew chooses between the same tasks and new ones."""
    may_go_on: bool = False
    next_is_timed: bool = False
    """The next mission is in real time: the crew chooses with the clock or without."""
    untimed: bool = False
    """The crew has played without the clock so far."""
    replay_id: int | None = None
    back_url: str = ""
    back_label: str = ""
    share: str = ""
    """The text that the player may share of the table's attempts."""
    moved_on: MovedOn | None = None
    """The place where the others are now."""
    asked: tuple[SeatAsked, ...] = ()
    """Players who ask for a seat, for readers who can make room."""
    may_choose: bool = False
    """The reader may open a table of another mission for the same people."""
    mission: str = ""
    """The mission that is suggested for it."""
    players: int = 0
    """The number of players so far."""
    newly_seated: bool = False
    """The reader took their seat after the attempt."""
    lost: EndLost | None = None
    """The place where the attempt was lost, for readers who may know it."""
    watching: WatchChoice | None = None
    """The choice of who may watch the next attempts, for a player at the table."""


NOTHING: Final = After()
"""No next step."""


@dataclass(frozen=True)
class EndPanel:
    """The end of the attempt."""

    success: bool
    title: str
    reason: str
    tricks: int
    attempts: int
    took: str
    distress: bool
    after: After
