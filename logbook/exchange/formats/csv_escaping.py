"""Cells of a table that a spreadsheet would take for formulas are made harmless, and read back as they were."""

from __future__ import annotations

import re
from typing import Final

FORMULA: Final = re.compile(r"[=+\-@\t\r]")
"""With one of these a cell begins that a spreadsheet may compute."""
QUOTED: Final = re.compile(r"'+[=+\-@\t\r]")
DEFUSED: Final = re.compile(r"'*[=+\-@\t\r]")
PLAIN_NUMBER: Final = re.compile(r"[+\-]?\d+([.,]\d+)?")


def harmless(cell: str) -> str:
    """The cell as text for every spreadsheet: with an apostrophe before what could be a formula."""
    return "'" + cell if DEFUSED.match(cell) else cell


def as_it_was(cell: str) -> str:
    """The cell before it was made harmless."""
    return cell[1:] if QUOTED.match(cell) else cell


def is_formula(cell: str) -> bool:
    """Whether a spreadsheet would compute it; a number with its sign is none."""
    return bool(FORMULA.match(cell)) and not PLAIN_NUMBER.fullmatch(cell.strip())
