"""The other tests' tables are made from the models. Migrations make the same ones."""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import deepcopy

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from pytest_django import Settings
from pytest_django.plugin import DjangoDbBlocker

from tests import own_database

pytestmark = pytest.mark.slow

NUMBER = re.compile(r"\d+(?=(__)?$)")
"""SQLite counts the constraints without a name in the order of their columns."""


@pytest.fixture
def migrated(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[BaseDatabaseWrapper]:
    """Yield a connection to a database that the migrations made."""
    connections.databases["migrated"] = deepcopy(connections["default"].settings_dict)
    database = connections["migrated"]
    name = str(database.settings_dict["NAME"])
    stem, dot, ending = name.partition(".sqlite3")
    database.settings_dict["TEST"]["NAME"] = f"{stem}_migrated{dot}{ending}"
    with django_db_blocker.unblock():
        database.creation.create_test_db(verbosity=0, autoclobber=True)
        yield database
        own_database.end_connections(database)
        database.creation.destroy_test_db(name, verbosity=0)
    del connections["migrated"], connections.databases["migrated"]


def schema_of(database: BaseDatabaseWrapper) -> dict[str, set[str]]:
    """Return the columns, constraints and indexes of every table of the site."""
    read = database.introspection
    tables = {model._meta.db_table for model in apps.get_app_config("logbook").get_models(include_auto_created=True)}
    found = {}
    with database.cursor() as cursor:
        for table in tables.intersection(read.table_names(cursor)):
            columns = {str(column) for column in read.get_table_description(cursor, table)}
            constraints = read.get_constraints(cursor, table)
            found[table] = columns | {f"{NUMBER.sub('', name)} {facts}" for name, facts in constraints.items()}
    return found


@pytest.mark.django_db
def test_migrations_make_the_tables_of_the_models(migrated: BaseDatabaseWrapper) -> None:
    made, expected = schema_of(migrated), schema_of(connections["default"])
    assert len(expected) > 60
    assert made.keys() == expected.keys()
    for table, parts in expected.items():
        assert made[table] == parts, table


@pytest.mark.django_db
def test_migrations_since_the_first_are_taken_back_and_made_again(migrated: BaseDatabaseWrapper) -> None:
    made = schema_of(migrated)
    call_command("migrate", "logbook", "0001_initial", database="migrated", verbosity=0)
    call_command("migrate", "logbook", database="migrated", verbosity=0)
    assert schema_of(migrated) == made


on_postgresql = pytest.mark.skipif(connections["default"].vendor != "postgresql", reason="PostgreSQL's statements")
"""SQLite makes a table anew for nearly every change, so its statements do not say what changes."""


@on_postgresql
@pytest.mark.django_db
def test_running_site_of_the_version_before_survives_each_migration() -> None:
    call_command("lintmigrations")


@on_postgresql
@pytest.mark.django_db
def test_required_column_is_refused(settings: Settings, capsys: pytest.CaptureFixture[str]) -> None:
    settings.MIGRATION_MODULES = {"logbook": "tests.upgrades.refused_migrations"}
    with pytest.raises(SystemExit):
        call_command("lintmigrations", "logbook", "0002_required")
    assert "NOT NULL constraint on columns" in capsys.readouterr().out
