"""The certificate of a deal that was proven winnable, so that any reader can check the proof later."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ...contract import Action, State
from .conflict_explainer import clash
from .questions import solve_by_both
from .verdicts import ORDINARY, SOLVER_VERSION, Budget, Effort, Lost, Verdict, Won


@dataclass(frozen=True, slots=True)
class Certificate:
    """Proof that a deal can be won without the distress signal: the winning line, and the engine that computed it."""

    line: tuple[Action, ...]
    engine: str
    version: int
    nodes: int
    conflicts: int


def certify(state: State, budget: Budget = ORDINARY) -> tuple[Verdict, Certificate | None]:
    """Return whether a fresh deal can be won under its mission's own way of assigning, without the distress signal.

    Every line has been replayed by the rules; `Lost` only where both engines say so.
    """
    verdict = solve_by_both(state, budget)
    if isinstance(verdict, Lost) and verdict.reason is None:
        verdict = replace(verdict, reason=clash(state, budget))
    return verdict, certificate_of(verdict.line, verdict.effort) if isinstance(verdict, Won) else None


def certificate_of(line: tuple[Action, ...], effort: Effort) -> Certificate:
    """The certificate of a line that wins."""
    return Certificate(line, effort.engine, SOLVER_VERSION, effort.nodes, effort.conflicts)
