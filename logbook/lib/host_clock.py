"""The clock of this host beside that of PostgreSQL's: a host whose clock is wrong says so in its log.

Deadlines are judged by the clock of the host that answers, so hosts that differ by minutes open and close challenges at
different moments.
"""

from __future__ import annotations

import logging
import time
from datetime import datetime
from typing import Any, Final

from django.db import DEFAULT_DB_ALIAS, DatabaseError
from django.db.backends.signals import connection_created
from django.utils import timezone

MOST_SECONDS: Final = 5.0
"""The difference from which on the clock is wrong."""
LOOKED_SECONDS: Final = 600.0
"""The shortest time between two looks of a process."""

_looked_at = -LOOKED_SECONDS
logger = logging.getLogger(__name__)


def listen() -> None:
    """Look at the clock with new connections to the database."""
    connection_created.connect(_look, dispatch_uid="host clock")


def _look(connection: Any, **_given: Any) -> None:
    global _looked_at  # noqa: PLW0603 - one memory for the process
    now = time.monotonic()
    if connection.vendor != "postgresql" or connection.alias != DEFAULT_DB_ALIAS or now - _looked_at < LOOKED_SECONDS:
        return
    _looked_at = now
    try:
        _warn(_seconds_ahead(connection))
    except DatabaseError as error:  # Who wanted the connection will see it.
        logger.info("The database doesn’t say what time it is: %s.", type(error).__name__)


def _seconds_ahead(connection: Any) -> float:
    """Return by how much this host's clock is ahead, taken half way between question and answer."""
    before = timezone.now()
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        there: datetime = cursor.fetchone()[0]
    return (before + (timezone.now() - before) / 2 - there).total_seconds()


def _warn(ahead: float) -> None:
    if abs(ahead) < MOST_SECONDS:
        return
    logger.warning(
        "The clock of this host is %.0f seconds %s the database’s. Set the clocks of all hosts by NTP: each host judges"
        " deadlines by its own.",
        abs(ahead),
        "ahead of" if ahead > 0 else "behind",
    )
