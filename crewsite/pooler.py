"""The connection pooler in front of PostgreSQL: a process that cannot work behind it does not start."""

from __future__ import annotations

import sys
from typing import Any

from django.db import connection


def end_if_refused() -> None:
    """End the process with one sentence where the pooler of `DATABASE_POOLER` mixes up prepared statements."""
    if not connection.settings_dict.get("DISABLE_SERVER_SIDE_CURSORS"):
        return
    validation: Any = connection.validation  # PostgreSQL's own (`crewsite.postgresql.validation`).
    if reason := validation.refusal():
        sys.exit(reason)
