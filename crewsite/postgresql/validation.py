"""Checks of the connection to PostgreSQL, which Django runs before it migrates."""

from __future__ import annotations

from typing import Any, Final

import psycopg
from django.core.checks import CheckMessage, Error
from django.db.backends.base.validation import BaseDatabaseValidation
from psycopg import errors

MIXED: Final = (errors.DuplicatePreparedStatement, errors.InvalidSqlStatementName)
"""The answers of a server connection that another client of the pooler has used."""


class DatabaseValidation(BaseDatabaseValidation):
    """Refuses a pooler in transaction mode that mixes up prepared statements."""

    def check(self, **options: Any) -> list[CheckMessage]:
        """Return the errors of the connection; none without prepared statements."""
        found = list(super().check(**options))
        if self.connection.settings_dict["OPTIONS"].get("prepare_threshold") is not None and self._mixes_statements():
            found.append(
                Error(
                    "The connection pooler in front of PostgreSQL mixes up prepared statements.",
                    hint=(
                        "Set DATABASE_PREPARED_STATEMENTS=0, or use PgBouncer 1.22 or newer, "
                        "with max_prepared_statements=200, and libpq 17."
                    ),
                    id="crewsite.E001",
                )
            )
        return found

    def _mixes_statements(self) -> bool:
        """Return whether two connections that prepare in turn get in each other's way."""
        parameters = self.connection.get_connection_params() | {"cursor_factory": psycopg.Cursor}
        with psycopg.connect(**parameters) as first, psycopg.connect(**parameters) as second:
            try:
                for connection in (first, second, first, second):
                    with connection.transaction():
                        connection.execute("SELECT %s::int", (1,), prepare=True)
            except MIXED:
                return True
        return False
