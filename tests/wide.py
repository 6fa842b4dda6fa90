"""How much chance is given a try: a part of it every time, all of it with `make thorough` (WIDE=1)."""

from __future__ import annotations

import os
from typing import TypeVar

T = TypeVar("T")

WIDE = os.environ.get("WIDE", "") not in ("", "0")


def of(usual: T, wide: T) -> T:
    """What is tried every time, or all there is."""
    return wide if WIDE else usual
