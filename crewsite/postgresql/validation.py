"""Checks of the connection to PostgreSQL, before Django migrates and before a process starts behind a pooler."""

from __future__ import annotations

from typing import Any, Final

import psycopg
from django.core.checks import CheckMessage, Error
from django.db.backends.base.validation import BaseDatabaseValidation
from psycopg import errors

MIXED: Final = (errors.DuplicatePreparedStatement, errors.InvalidSqlStatementName)
"""The answers of a server connection that another client of the pooler has used."""
ROUNDS: Final = 5
"""A pooler that others use gives the same connection to both only by luck, so they try some times."""
LIBPQ: Final = 170000
"""The first version of libpq that closes a prepared statement as a pooler understands it."""
HINT: Final = (
    "Set DATABASE_PREPARED_STATEMENTS=0, or use PgBouncer 1.22 or newer (with max_prepared_statements=200) "
    "and libpq 17 or newer."
)


class DatabaseValidation(BaseDatabaseValidation):
    """Refuses a pooler in transaction mode that mixes up prepared statements."""

    def check(self, **options: Any) -> list[CheckMessage]:
        """Return the errors of the connection; none without prepared statements."""
        found = list(super().check(**options))
        if self.connection.settings_dict["OPTIONS"].get("prepare_threshold") is None:
            return found
        if self._mixes_statements():
            reason = "The connection pooler in front of PostgreSQL mixes up prepared statements."
            found.append(Error(reason, hint=HINT, id="crewsite.E001"))
        elif self.is_behind_a_pooler and psycopg.pq.version() < LIBPQ:
            reason = "The installed libpq cannot close prepared statements through a connection pooler."
            found.append(Error(reason, hint=HINT, id="crewsite.E002"))
        return found

    @property
    def is_behind_a_pooler(self) -> bool:
        """True if the site runs behind a connection pooler (`DATABASE_POOLER=1`)."""
        return bool(self.connection.settings_dict["DISABLE_SERVER_SIDE_CURSORS"])

    def _mixes_statements(self) -> bool:
        """Return whether two connections that prepare in turn get in each other's way."""
        parameters = self.connection.get_connection_params() | {"cursor_factory": psycopg.Cursor}
        with psycopg.connect(**parameters) as first, psycopg.connect(**parameters) as second:
            try:
                for connection in (first, second) * ROUNDS:
                    with connection.transaction():
                        connection.execute("SELECT %s::int", (1,), prepare=True)
            except MIXED:
                return True
        return False

    def refusal(self) -> str:
        """Return why no process may start behind this pooler; "" where it may, and where no database answers."""
        try:
            found = self.check()
        except psycopg.Error:
            return ""
        return " ".join(f"{one.msg} {one.hint}" for one in found if one.is_serious())
