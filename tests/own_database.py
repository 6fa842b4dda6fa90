"""The tests' database on a PostgreSQL server, which a pooler may stand in front of."""

from __future__ import annotations

import os

import psycopg
from django.db.backends.base.base import BaseDatabaseWrapper


def end_connections(database: BaseDatabaseWrapper) -> None:
    """End all connections to a database of the tests. A pooler keeps some, and one refuses DROP DATABASE."""
    if database.vendor != "postgresql":
        return
    database.close()
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True, prepare_threshold=None) as server:
        ended = "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = %s"
        server.execute(ended, (database.settings_dict["NAME"],))
