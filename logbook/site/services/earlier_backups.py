"""A backup of an earlier release: its rows go through the migrations since then, in a scratch database.

The scratch database is a file of SQLite, whatever the site runs on: rows of a backup are the same on either.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from django.core.management import call_command
from django.db import DEFAULT_DB_ALIAS, IntegrityError, connections, transaction
from django.db.migrations.loader import MigrationLoader

from logbook.site.services import schema
from logbook.site.services.backup_rows import Rows, backed_up_models, label_of, read_rows, write_rows

SCRATCH: Final = "scratch"


@contextmanager
def upgraded(rows: Rows, migrations: Collection[str]) -> Iterator[Rows]:
    """Yield the same rows as this version's migrations leave them.

    `migrations` are those of the backup. Raises IntegrityError if rows are missing, and the errors of reading them.
    """
    with TemporaryDirectory() as name, _scratch_database(Path(name)):
        _migrate(migrations)
        _load(rows, migrations)
        call_command("migrate", database=SCRATCH, verbosity=0)
        files = {label_of(model): Path(name) / f"{label_of(model)}.jsonl" for model in backed_up_models()}
        counts = {label_of(model): write_rows(model, files[label_of(model)], SCRATCH) for model in backed_up_models()}
        yield Rows(counts, lambda label: files[label].open("rb"))


@contextmanager
def _scratch_database(folder: Path) -> Iterator[None]:
    engine = {"ENGINE": "django.db.backends.sqlite3", "NAME": str(folder / "scratch.sqlite3")}
    whole = connections.configure_settings({DEFAULT_DB_ALIAS: {}, SCRATCH: engine})
    connections.databases[SCRATCH] = whole[SCRATCH]
    try:
        yield
    finally:
        connections[SCRATCH].close()
        del connections[SCRATCH], connections.databases[SCRATCH]


def _migrate(migrations: Collection[str]) -> None:
    """Create the tables as they were."""
    names = {(app, name) for app, _dot, name in (one.partition(".") for one in migrations)}
    for app, name in schema.last_of(MigrationLoader(None), names):
        call_command("migrate", app, name, database=SCRATCH, verbosity=0)


def _load(rows: Rows, migrations: Collection[str]) -> None:
    apps = schema.state_after(migrations).apps
    with transaction.atomic(using=SCRATCH):
        # The migrations gave the scratch database an identity of its own.
        apps.get_model("logbook", "SiteIdentity")._base_manager.using(SCRATCH).delete()  # noqa: SLF001 - documented
        if read_rows(rows, apps, SCRATCH) != dict(rows.counts):
            raise IntegrityError("rows are missing")
