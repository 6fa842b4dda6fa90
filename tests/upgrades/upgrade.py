"""Migrate the database of DATABASE_URL to today and walk through its site: `test_stored.py` runs it in a process.

    DATABASE_URL=sqlite:///copy.sqlite3 python -m tests.upgrades.upgrade migrated 0.2.0 redis://…
    DATABASE_URL=sqlite:///empty.sqlite3 python -m tests.upgrades.upgrade restored 0.2.0 redis://…

The second restores the backup into an empty database. Both print as JSON what `Report` names.
"""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass

import django

from tests.recorded_migrations import record_migrations
from tests.upgrades.stored import ROOT, Release

Columns = Mapping[str, list[str]]
"""The columns of each table."""
Rows = Counter[tuple[str, ...]]
"""The rows of a table, each as the texts of its values."""


MADE_ANEW = {"django_content_type", "auth_permission"}
"""Tables that `migrate` fills."""


@dataclass(frozen=True)
class Report:
    """What became of a stored database."""

    lost: list[str]
    """Rows that are no longer as they were, each with its table."""
    difference: str
    """The first column that either the database or the models lack."""
    wrong: list[object]
    """Attempts whose columns do not agree with their events."""
    statuses: dict[str, int]
    """How each page that the release had too is answered to the owner."""


def start(cache: str) -> None:
    """Set Django up as the tests do, with their Redis for the cache."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    django.setup()
    from django.conf import settings
    from django.test.utils import setup_test_environment

    settings.CACHES["default"]["LOCATION"] = cache
    setup_test_environment()


def migrated(release: Release) -> Report:
    """Migrate the database and look at all of it."""
    from django.core.management import call_command

    columns = columns_of(release.facts["rows"])
    before = rows_of(columns)
    call_command("migrate", verbosity=0)
    after = rows_of(columns)
    lost = [f"{table}: {row}" for table, rows in before.items() for row in rows - after[table]]
    return Report(lost, difference(), wrong(), statuses(release))


def restored(release: Release) -> Report:
    """Restore the backup into the empty database, and look at all of it."""
    from django.core.management import call_command
    from django.db import connection

    from logbook.site.services.backup_rows import LEFT_OUT

    make_tables()
    call_command("restore", release.backup, stdout=sys.stderr)
    connection.check_constraints()
    left_out = {label.replace(".", "_") for label in LEFT_OUT}
    tables = {table: count for table, count in release.facts["rows"].items() if table not in left_out | MADE_ANEW}
    after = {table: sum(rows.values()) for table, rows in rows_of(columns_of(tables)).items()}
    lost = [f"{table}: {count - after[table]} rows" for table, count in tables.items() if after[table] != count]
    return Report(lost, difference(), wrong(), statuses(release))


def make_tables() -> None:
    """Make today's tables from the models, which takes a third of the time; `test_migrations` compares the two."""
    from django.apps import apps
    from django.conf import settings
    from django.core.management import call_command

    settings.MIGRATION_MODULES = dict.fromkeys(app.label for app in apps.get_app_configs())
    call_command("migrate", run_syncdb=True, verbosity=0)
    record_migrations()


def columns_of(tables: Mapping[str, int]) -> Columns:
    """Return the columns that the stored tables have before anything is migrated."""
    from logbook.site.services import schema

    return schema.columns_there(tables)


def rows_of(columns: Columns) -> dict[str, Rows]:
    """Return all rows of these columns."""
    from django.db import connection

    quoted, found = connection.ops.quote_name, {}
    with connection.cursor() as cursor:
        for table, names in columns.items():
            cursor.execute(f"SELECT {', '.join(map(quoted, names))} FROM {quoted(table)}")  # noqa: S608 - names of our own
            found[table] = Counter(tuple(map(repr, row)) for row in cursor.fetchall())
    return found


def difference() -> str:
    """Return the first column in which database and models differ, or nothing."""
    from django.apps import apps

    from logbook.site.services import schema

    made = schema.columns_made(apps)
    return schema.difference(made, schema.columns_there(made))


def wrong() -> list[object]:
    """Return what the integrity check finds."""
    from logbook.site.services import integrity

    check = integrity.replay_everything()
    assert check.attempts
    return list(check.differing)


def statuses(release: Release) -> dict[str, int]:
    """Ask for every page as Alice, at the moment when the release was stored."""
    import time_machine
    from django.contrib.auth.models import User
    from django.test import Client
    from django.urls import reverse

    from tests.site import world

    browser, found = Client(raise_request_exception=False), {}
    words = release.facts["words"]
    with time_machine.travel(release.facts["at"], tick=False):
        browser.force_login(User.objects.get(username="alice"), backend="django.contrib.auth.backends.ModelBackend")
        for name, keys in world.patterns():
            values = {key: world.word_for(words, name, key) for key in keys}
            if None not in values.values():
                found[name] = browser.get(reverse(name, kwargs=values)).status_code
    return found


if __name__ == "__main__":
    what, name, cache = sys.argv[1:]
    start(cache)
    sys.stdout.write(json.dumps(asdict({"migrated": migrated, "restored": restored}[what](Release(ROOT / name)))))
