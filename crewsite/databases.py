"""The site's databases, read from the environment: SQLite in a file, or PostgreSQL, and perhaps its replica."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.exceptions import ImproperlyConfigured

from crewsite import environment

Database = dict[str, Any]


def databases(file: Path) -> dict[str, Database]:
    """Return `DATABASES`: the database of `DATABASE_URL`, or SQLite in the file, and the replica, where one is named.

    Raises ImproperlyConfigured for a replica of something else than PostgreSQL.
    """
    # Threads keep their connections; a cut connection is detected and replaced.
    kept = {"conn_max_age": int(environment.number("DATABASE_KEEP_SECONDS", 60)), "conn_health_checks": True}
    primary = environment.database("DATABASE_URL", f"sqlite:///{file}", **kept)
    replica = environment.replica("DATABASE_REPLICA_URL", **kept)
    if not primary["ENGINE"].endswith("postgresql"):
        if replica:
            raise ImproperlyConfigured(
                "DATABASE_REPLICA_URL names a replica, but DATABASE_URL no PostgreSQL; "
                "write both like postgres://host/name."
            )
        return {"default": _sqlite(primary)}
    named = {"default": primary} | ({"replica": replica} if replica else {})
    return {name: _postgresql(database, has_replica=bool(replica)) for name, database in named.items()}


def _sqlite(database: Database) -> Database:
    environment.private_file(Path(database["NAME"]))
    options = {
        # A writing transaction takes the lock at its start: two of them queue instead of one failing half way.
        "transaction_mode": "IMMEDIATE",
        "timeout": environment.number("DATABASE_TIMEOUT_SECONDS", 20),
        # WAL: readers never wait for the writer. FULL: committed data survives a power cut too.
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
    }
    return database | {"OPTIONS": options}


def _postgresql(database: Database, *, has_replica: bool) -> Database:
    options: dict[str, Any] = {}
    if environment.flag("DATABASE_PREPARED_STATEMENTS", default=True):
        options |= {"server_side_binding": True, "prepare_threshold": 5}
    if has_replica:
        # A server that is cut off ends the wait for it, so that the other one is asked.
        options |= {"connect_timeout": 3, "tcp_user_timeout": 8000}
        options |= {"keepalives_idle": 3, "keepalives_interval": 2, "keepalives_count": 2}
    return database | {
        "ENGINE": "crewsite.postgresql",
        "OPTIONS": options | database.get("OPTIONS", {}),
        # A cursor of the server lives on one connection, which a pooler in transaction mode gives to others meanwhile.
        "DISABLE_SERVER_SIDE_CURSORS": environment.flag("DATABASE_POOLER"),
    }
