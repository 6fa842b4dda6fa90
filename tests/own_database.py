"""The tests' database on a PostgreSQL server, which a pooler may stand in front of."""

from __future__ import annotations

import os

import psycopg
from django.db import connections


def end_connections() -> None:
    """End all connections to the tests' database. A pooler keeps some, and one is enough to refuse DROP DATABASE."""
    database = connections["default"]
    if database.vendor != "postgresql":
        return
    database.close()
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True, prepare_threshold=None) as server:
        ended = "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = %s"
        server.execute(ended, (database.settings_dict["NAME"],))
