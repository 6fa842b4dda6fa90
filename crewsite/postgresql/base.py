"""The backend: Django looks for its `DatabaseWrapper` here (`ENGINE = "crewsite.postgresql"`)."""

from __future__ import annotations

import select
from collections import defaultdict
from threading import Lock
from typing import Any, Self
from weakref import WeakSet

import psycopg
from django.db import DEFAULT_DB_ALIAS
from django.db.backends.postgresql import base

from crewsite.postgresql.validation import DatabaseValidation
from logbook.lib import replica

PREPARED_STATEMENTS = 200
"""The most statements that a connection keeps prepared."""


_open: defaultdict[str, WeakSet[psycopg.Connection[Any]]] = defaultdict(WeakSet)
_opening = Lock()
"""Held while a thread adds a connection, or reads all of them."""


def open_connections(alias: str) -> list[psycopg.Connection[Any]]:
    """Return the open connections of this process, of all threads, to a database."""
    with _opening:
        return [connection for connection in _open[alias] if not connection.closed]


class PreparingCursor(psycopg.Cursor[Any]):
    """Sends values apart from their statement, so that PostgreSQL plans a repeated one once.

    PostgreSQL cannot see that two parameters of one statement have the same value. So what groups by an expression, or
    picks distinct ones, has its values in the text.
    """

    def execute(self, query: Any, params: Any = None, **options: Any) -> Self:
        """Run the statement, with its values in the text where it compares expressions."""
        if params and isinstance(query, str) and ("GROUP BY" in query or "DISTINCT" in query):
            query, params = psycopg.ClientCursor(self.connection).mogrify(query, params), None
        return super().execute(query, params, **options)


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's connection, checked at the start of a request without a query, with prepared statements.

    A server that restarts or cuts the connection closes it, and a closed connection is readable. An idle one that is
    not readable is as good as it was after its last answer.
    """

    validation_class = DatabaseValidation

    def get_connection_params(self) -> dict[str, Any]:
        """Return psycopg's parameters, with our cursor in place of Django's that binds in the server."""
        params: dict[str, Any] = super().get_connection_params()
        if params["cursor_factory"] is base.ServerBindingCursor:
            params["cursor_factory"] = PreparingCursor
        return params

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """Connect. Raises psycopg.OperationalError at once while a replica is read because the primary is away."""
        if self.alias == DEFAULT_DB_ALIAS and replica.servers().is_read_only:
            raise psycopg.OperationalError("The primary is away.")
        connection = super().get_new_connection(conn_params)
        connection.prepared_max = PREPARED_STATEMENTS
        with _opening:
            _open[self.alias].add(connection)
        return connection

    def is_usable(self) -> bool:
        """Return whether the connection still works; ask the server only if there is something to read."""
        if self.connection is None or self.connection.closed:
            return False
        return not _has_something_to_read(self.connection.fileno()) or super().is_usable()


def _has_something_to_read(descriptor: int) -> bool:
    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    return bool(poll.poll(0))
