"""Observations of the primary and its replica by one process, and the verdict on them.

No clock of a host counts: a moment is this process's own monotonic time, and a place in the log (LSN) the primary's own
count of bytes.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import Final

SILENT_SECONDS: Final = 5.0
"""A server that leaves a question open for so long is away. A process that was too busy to ask knows nothing new."""
SILENT: Final = "does not answer"
UNKNOWN: Final = "is not known yet"
KEPT_SAMPLES: Final = 100_000
"""More than a day of them; the oldest is what counts, and the newest ones are left out beyond this number."""
RECOVERED: Final = 0.5
"""A replica that lagged too far is used again at this part of the limit, so that it does not come and go."""


@dataclass(slots=True)
class Primary:
    """The primary, as it was when it was last asked."""

    asked_at: float | None = None
    """The moment of the question that is open; None while none is."""
    answered_at: float | None = None
    is_refused: bool = False
    """The last question got an error: the server is not there, or accepts no writes."""

    def is_away(self, now: float) -> bool:
        """Return whether nothing can be written."""
        return self.is_refused or _is_open_too_long(self.asked_at, now)


@dataclass(slots=True)
class Replica:
    """The replica, as it was when it was last asked."""

    asked_at: float | None = None
    """The moment of the question that is open; None while none is."""
    fault: str = UNKNOWN
    """The reason why it cannot be used; "" if nothing but its lag may speak against it."""


def _is_open_too_long(asked_at: float | None, now: float) -> bool:
    return asked_at is not None and now - asked_at > SILENT_SECONDS


@dataclass(slots=True)
class Sightings:
    """Both servers, and how far the replica is behind."""

    limit: float
    """The lag in seconds beyond which the replica is not used."""
    primary: Primary = field(default_factory=Primary)
    replica: Replica = field(default_factory=Replica)
    was_behind: bool = False
    """Another process last saw the replica too far behind; it counts until this one has seen it catch up."""
    _samples: deque[tuple[float, int]] = field(default_factory=deque)
    """The primary's places that the replica has not reached, each with the moment at which it was asked for."""
    _replayed: int = -1
    _lagged: bool = False
    _has_caught_up: bool = False
    """The replica has reached a place that the primary told this process; before that, its lag is unknown."""

    def primary_answered(self, asked_at: float, answered_at: float, place: int) -> None:
        """Note the primary's place."""
        if self._samples and place < self._samples[-1][1]:  # Another server is the primary now.
            self._samples.clear()
            self._has_caught_up = False
        self._has_caught_up |= place <= self._replayed
        if place > self._replayed and len(self._samples) < KEPT_SAMPLES:
            self._samples.append((asked_at, place))
        self.primary.asked_at, self.primary.answered_at, self.primary.is_refused = None, answered_at, False

    def replica_answered(self, place: int, fault: str) -> None:
        """Note the place up to which the replica has replayed, and what speaks against it."""
        self._replayed = place
        while self._samples and self._samples[0][1] <= place:
            self._samples.popleft()
            self._has_caught_up = True
        self.replica.asked_at, self.replica.fault = None, fault

    def lag(self, now: float) -> float:
        """Return the age in seconds of the oldest place that the replica has not reached.

        While the primary is away it stays what it was: nothing new can be missing.
        """
        if not self._samples:
            return 0.0
        until = self.primary.answered_at if self.primary.is_away(now) else now
        return max(0.0, (until or 0.0) - self._samples[0][0])

    @property
    def is_behind(self) -> bool | None:
        """True if the replica was too far behind at the last call of `fault`; None while this process cannot know."""
        if self._lagged:
            return True
        return False if self._has_caught_up else None

    def fault(self, now: float) -> str:
        """Return why the replica cannot be used now: "is empty"; "" if it can be."""
        if self.replica.fault:
            return self.replica.fault
        if _is_open_too_long(self.replica.asked_at, now):
            return SILENT
        lag = self.lag(now)
        self._lagged = lag > (self.limit * RECOVERED if self._lagged else self.limit)
        if self._lagged or (self.was_behind and not self._has_caught_up):
            return f"is more than {self.limit:g} seconds behind"
        return "" if self._has_caught_up or self.primary.is_away(now) else UNKNOWN
