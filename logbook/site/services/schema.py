"""The tables of a database: those that it has, those that its migrations make, and one hash that names them.

Names of migrations alone do not name a schema: before 0.2.0, `0001_initial` was changed in place.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterable

from django.apps.registry import Apps
from django.db import connections
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.migrations.state import ProjectState

Columns = dict[str, list[str]]
"""The names of the columns of each table, in alphabetical order: the same on SQLite and PostgreSQL."""


def applied(using: str = "default") -> list[str]:
    """Return the applied migrations, such as `logbook.0001_initial`."""
    recorder = MigrationRecorder(connections[using])
    return sorted(f"{app}.{name}" for app, name in recorder.applied_migrations())


def known() -> set[str]:
    """Return all migrations of this version of the site."""
    return {f"{app}.{name}" for app, name in MigrationLoader(None).disk_migrations}


def state_after(migrations: Collection[str]) -> ProjectState:
    """Return the models as these migrations leave them. Raises KeyError for a migration that this version lacks."""
    loader = MigrationLoader(None)
    names = {(app, name) for app, _dot, name in (str(one).partition(".") for one in migrations)}
    if unknown := names - loader.disk_migrations.keys():
        raise KeyError(min(unknown))
    return loader.project_state(last_of(loader, names))


def last_of(loader: MigrationLoader, names: set[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return those of these migrations that no other of them depends on."""
    parents = {parent.key for name in names for parent in loader.graph.node_map[name].parents}
    return sorted(names - parents)


def columns_made(apps: Apps) -> Columns:
    """Return the columns of these models."""
    tables = [model._meta for model in apps.get_models(include_auto_created=True)]  # noqa: SLF001 - documented
    return _sorted((table.db_table, [str(field.column) for field in table.concrete_fields]) for table in tables)


def columns_there(tables: Collection[str], using: str = "default") -> Columns:
    """Return the columns that these tables have in the database, without the tables that it lacks."""
    connection = connections[using]
    read = connection.introspection
    with connection.cursor() as cursor:
        there = set(read.table_names(cursor)).intersection(tables)
        return _sorted((table, [one.name for one in read.get_table_description(cursor, table)]) for table in there)


def hash_of(columns: Columns) -> str:
    """Return the SHA-256 of these columns, in hexadecimal."""
    return hashlib.sha256(json.dumps(columns, sort_keys=True).encode()).hexdigest()


def difference(made: Columns, there: Columns) -> str:
    """Return the first column that one of the two has alone, such as `logbook_event.reason`, or nothing."""
    ours, theirs = (
        {f"{table}.{column}" for table, columns in found.items() for column in columns} for found in (made, there)
    )
    return min(ours ^ theirs, default="")


def _sorted(found: Iterable[tuple[str, list[str]]]) -> Columns:
    return {table: sorted(columns) for table, columns in sorted(found)}
