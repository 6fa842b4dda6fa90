"""Scenes of PgBouncer, as this machine has it."""

from __future__ import annotations

import os
import shutil
from typing import Final

import pytest

FOUND: Final = shutil.which("pgbouncer", path=f"{os.environ['PATH']}:/usr/sbin")
WITH_PGBOUNCER: Final = pytest.mark.skipif(FOUND is None, reason="no PgBouncer")


def program() -> str:
    assert FOUND is not None
    return FOUND
