"""Backup and restore of the whole site in one file: the same on either database, so that a site can change databases.

    manifest.json               the format, the migrations, a hash of the schema, and the number of rows of each model
    rows/APP.MODEL.jsonl        one line per row
    media/…                     uploaded files

A backup holds everything, secrets too: protect it as you protect the database. One of an earlier release is restored
through the migrations since then, in a scratch database. That is a file of SQLite, whatever the site runs on: rows of a
backup are the same on either.
"""

from __future__ import annotations

import io
import json
import os
import tarfile
import zlib
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import IO, Any, Final

from django.apps import apps
from django.core import serializers
from django.core.files.base import File
from django.core.files.storage import default_storage
from django.core.management import call_command
from django.db import DEFAULT_DB_ALIAS, IntegrityError, connection, connections, transaction
from django.db.migrations.loader import MigrationLoader
from django.utils import timezone

from logbook.campaigns.services import printed_files
from logbook.people import site_identity
from logbook.people.models.players import Player
from logbook.people.models.site_identity import SiteIdentity
from logbook.site.exceptions import SiteNotEmpty, UnreadableBackup
from logbook.site.services import schema
from logbook.site.services.backup_rows import Rows, backed_up_models, label_of, read_rows, reset_sequences, write_rows

FORMAT: Final = "crewsite-backup/1"
UNREADABLE: Final = (
    *(tarfile.TarError, zlib.error, OSError, EOFError, KeyError, IntegrityError),
    serializers.base.DeserializationError,
)
"""The errors of reading a file that is no backup, or is truncated or damaged."""
SCRATCH: Final = "scratch"


def write_backup(path: Path) -> dict[str, int]:
    """Write the site into a new file, as of one moment, without locks; return the number of rows of each model.

    Only the file's owner may read it, because it contains secrets.
    """
    with open(path, "xb", opener=partial(os.open, mode=0o600)) as file:
        try:
            with tarfile.open(fileobj=file, mode="w:gz") as archive:
                counts = _write_members(archive)
            file.flush()
        except BaseException:
            path.unlink()  # A truncated backup is worthless; the disk may be full.
            raise
    return counts


def _write_members(archive: tarfile.TarFile) -> dict[str, int]:
    counts: dict[str, int] = {}
    with _snapshot(), TemporaryDirectory() as folder:
        for model in backed_up_models():
            path = Path(folder) / "rows"
            counts[label_of(model)] = write_rows(model, path)
            archive.add(path, f"rows/{label_of(model)}.jsonl")
        _write_media(archive)
        manifest = {"format": FORMAT, "at": timezone.now().isoformat(), **_schema(), "rows": counts}
        _add(archive, "manifest.json", json.dumps(manifest, indent=1).encode())
    return counts


def _schema() -> dict[str, object]:
    """Return what names the schema of this site's database."""
    tables = schema.columns_made(apps)
    return {"migrations": schema.applied(), "schema": schema.hash_of(schema.columns_there(tables))}


def restore_backup(path: Path) -> dict[str, int]:
    """Restore an empty site from a backup of this or an earlier release, in full or not at all.

    Returns the number of rows of each model. Raises SiteNotEmpty, UnreadableBackup and StorageUnavailable.
    """
    if Player.objects.exists():
        raise SiteNotEmpty
    try:
        with tarfile.open(path, "r:gz") as archive, _rows_in(archive) as rows, transaction.atomic():
            SiteIdentity.objects.all().delete()  # From here on this site has the identity of the backup's site.
            counts = read_rows(rows)
            if counts != rows.counts:
                raise UnreadableBackup(name=path.name, why="rows are missing")
            reset_sequences()
            _read_media(archive)
    except UNREADABLE as error:
        raise UnreadableBackup(name=path.name, why=str(error)) from error
    finally:
        site_identity.forget()
    return counts


@contextmanager
def _rows_in(archive: tarfile.TarFile) -> Iterator[Rows]:
    """Yield the backup's rows as this version of the site stores them."""
    manifest = _manifest(archive)
    rows = Rows(manifest["rows"], partial(_member, archive))
    if manifest["migrations"] == schema.applied():
        yield rows
    else:
        with _upgraded(rows, manifest["migrations"]) as rows_now:
            yield rows_now


def _member(archive: tarfile.TarFile, label: str) -> IO[bytes]:
    file = archive.extractfile(f"rows/{label}.jsonl")
    assert file is not None, "rows are files"  # noqa: S101
    return file


@contextmanager
def _snapshot() -> Iterator[None]:
    """Read everything inside as of one moment, while others go on writing."""
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("BEGIN DEFERRED")  # Django's own BEGIN would block writers.
            try:
                yield
            finally:
                cursor.execute("ROLLBACK")
    else:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield


def _write_media(archive: tarfile.TarFile) -> None:
    """Add the uploaded files."""
    for name in _uploads(""):
        with suppress(FileNotFoundError):  # The player is deleting their photo right now.
            with default_storage.open(name) as file:
                content = file.read()
            _add(archive, f"media/{name}", content)


def _uploads(folder: str) -> Iterator[str]:
    """Yield the names of uploaded files; printed logbooks are none, and a worker draws them again on demand."""
    try:
        folders, files = default_storage.listdir(folder)
    except FileNotFoundError:  # There has been no upload yet.
        return
    yield from (f"{folder}{name}" for name in sorted(files))
    for name in sorted(folders):
        if f"{folder}{name}" != printed_files.FOLDER:
            yield from _uploads(f"{folder}{name}/")


def _manifest(archive: tarfile.TarFile) -> dict[str, Any]:
    name = Path(str(archive.name)).name
    try:
        file = archive.extractfile("manifest.json")
        manifest = json.loads(file.read()) if file else {}
    except (KeyError, ValueError) as error:
        raise UnreadableBackup(name=name, why="it has no manifest") from error
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise UnreadableBackup(name=name, why="it is of another format")
    _ensure_known(manifest, name)
    return manifest


def _ensure_known(manifest: dict[str, Any], name: str) -> None:
    """Raise UnreadableBackup if the migrations of this version did not make the tables of the backup."""
    names = manifest.get("migrations")
    try:
        columns = schema.columns_made(schema.state_after(names if isinstance(names, list) else []).apps)
    except KeyError as error:
        raise UnreadableBackup(name=name, why="it was made by a newer version of the site") from error
    if manifest.get("schema") != schema.hash_of(columns):
        raise UnreadableBackup(name=name, why="it was made by a development version before 0.2.0")


def _read_media(archive: tarfile.TarFile) -> None:
    """Restore uploaded files: regular files only, and none outside the folder."""
    for member in archive.getmembers():
        name = member.name.removeprefix("media/")
        content = archive.extractfile(member) if member.isreg() and member.name.startswith("media/") else None
        if content is not None and _is_inside(PurePosixPath(name)):
            default_storage.delete(name)
            default_storage.save(name, File(content))


def _is_inside(path: PurePosixPath) -> bool:
    return bool(path.name) and not path.is_absolute() and ".." not in path.parts


def _add(archive: tarfile.TarFile, name: str, content: bytes) -> None:
    facts = tarfile.TarInfo(name)
    facts.size, facts.mode = len(content), 0o600
    archive.addfile(facts, io.BytesIO(content))


@contextmanager
def _upgraded(rows: Rows, migrations: Collection[str]) -> Iterator[Rows]:
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
