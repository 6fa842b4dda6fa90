"""Bots and the solver think in workers and commands alone: no code that a request runs asks them."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent

THINKS = {"choose", "explain", "outlook", "solve_each", "rescue", "certify"}
MAY_THINK = {"analyses.py", "bots.py", "demo.py", "certification.py", "thinking.py", "turning_points.py"}
"""Services that only workers and commands call."""


def calls_in(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Call):
            yield node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def test_nothing_that_a_request_runs_asks_a_bot_or_the_solver() -> None:
    thinkers = {path.name for path in (ROOT / "logbook").rglob("*.py") if {*calls_in(path)} & THINKS}
    assert thinkers == MAY_THINK
    for path in (ROOT / "logbook").rglob("*.py"):
        if path.parent.name != "services" and path.name != "tasks.py":
            imported = {name.name for node in ast.walk(ast.parse(path.read_text())) for name in names_in(node)}
            assert not imported & {"thinking", "turning_points", "solve_each", "next_action"}, path


def names_in(node: ast.AST) -> Sequence[ast.alias]:
    return node.names if isinstance(node, ast.Import | ast.ImportFrom) else ()
