"""Scenes of PgBouncer, as this machine has it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from typing import Final

import psycopg
import pytest

FOUND: Final = shutil.which("pgbouncer", path=f"{os.environ['PATH']}:/usr/sbin")
WITH_PGBOUNCER: Final = pytest.mark.skipif(FOUND is None, reason="no PgBouncer")


def program() -> str:
    assert FOUND is not None
    return FOUND


def follows_statements() -> bool:
    """Whether this PgBouncer and this libpq follow prepared statements."""
    said = subprocess.run([program(), "--version"], capture_output=True, text=True, check=True).stdout
    version = re.search(r"PgBouncer (\d+)\.(\d+)", said)
    assert version is not None, said
    return (int(version[1]), int(version[2])) >= (1, 22) and psycopg.pq.version() >= 170_000
