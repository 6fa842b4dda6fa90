"""Verdicts of the solver: won by this line, lost for this reason, or unknown within this budget."""

from __future__ import annotations

from dataclasses import dataclass

from ...contract import Action, Sentence

SOLVER_VERSION = 4
"""Named in certificates: another version may find another line, or know more."""


@dataclass(frozen=True, slots=True)
class Budget:
    """The most that may be spent on one question. Counted, never timed, so the same question gets the same answer."""

    nodes: int = 4_000_000
    """Tricks tried by a search."""
    conflicts: int = 400_000
    """Contradictions that the SAT engine runs into."""


ORDINARY = Budget()


@dataclass(frozen=True, slots=True)
class Effort:
    """The engine that decided, and the cost of all engines together."""

    engine: str = ""
    nodes: int = 0
    conflicts: int = 0


@dataclass(frozen=True, slots=True)
class Won:
    """The mission can be won by these actions from the position of the question. The rules have replayed them."""

    line: tuple[Action, ...]
    effort: Effort = Effort()

    def __str__(self) -> str:
        return "\n".join(["won:", *map(str, self.line)])


@dataclass(frozen=True, slots=True)
class Lost:
    """No line wins. `engines` names the engines that proved it; a certificate needs two."""

    reason: Sentence | None = None
    engines: tuple[str, ...] = ()
    effort: Effort = Effort()

    def __str__(self) -> str:
        return f"lost: {self.reason or 'no line of play wins from here'}"


@dataclass(frozen=True, slots=True)
class Unknown:
    """The budget was used up first, or no engine knows this setup."""

    effort: Effort = Effort()

    def __str__(self) -> str:
        return f"unknown: not decided within {self.effort.nodes} nodes and {self.effort.conflicts} conflicts"


Verdict = Won | Lost | Unknown
