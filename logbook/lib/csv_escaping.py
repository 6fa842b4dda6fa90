"""CSV escaping: cells that a spreadsheet would take for formulas are escaped, and unescaped when they are read back."""

from __future__ import annotations

import re
from typing import Final

FORMULA: Final = re.compile(r"[=+\-@\t\r]")
"""First characters of a cell that a spreadsheet may compute."""
QUOTED: Final = re.compile(r"'+[=+\-@\t\r]")
DEFUSED: Final = re.compile(r"'*[=+\-@\t\r]")
PLAIN_NUMBER: Final = re.compile(r"[+\-]?\d+([.,]\d+)?")


def escape_formula(cell: str) -> str:
    """Return the cell as text for every spreadsheet: an apostrophe precedes a possible formula."""
    return "'" + cell if DEFUSED.match(cell) else cell


def unescape_formula(cell: str) -> str:
    """Return the cell without its escape."""
    return cell[1:] if QUOTED.match(cell) else cell


def is_formula(cell: str) -> bool:
    """Return whether a spreadsheet would compute the cell; a signed number is no formula."""
    return bool(FORMULA.match(cell)) and not PLAIN_NUMBER.fullmatch(cell.strip())
