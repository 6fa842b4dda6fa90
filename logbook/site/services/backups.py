"""Backup and restore of the whole site in one file: the same on either database, so that a site can change databases.

    manifest.json               the format, the migrations, and the number of rows of each model
    rows/APP.MODEL.jsonl        one line per row
    media/…                     uploaded files

A backup holds everything, secrets too: protect it as you protect the database.
"""

from __future__ import annotations

import io
import json
import os
import shutil
import tarfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime, time
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from django.apps import apps
from django.conf import settings
from django.core import serializers
from django.core.management.color import no_style
from django.core.serializers.json import DjangoJSONEncoder
from django.db import IntegrityError, connection, models, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from logbook.people import site_identity
from logbook.people.models.players import Player
from logbook.people.models.site_identity import SiteIdentity
from logbook.site.exceptions import SiteNotEmpty, UnreadableBackup

FORMAT: Final = "crewsite-backup/1"
LEFT_OUT: Final = frozenset({
    *("auth.permission", "contenttypes.contenttype", "logbook.session"),
    "logbook.idempotencyrecord",  # Responses to single people, kept for a day.
    "logbook.accountmail",  # Links that open accounts, until they are sent; under another SECRET_KEY they are invalid.
    "logbook.thought",  # Bots' answers, kept for an hour.
})  # fmt: skip
"""Models that every site creates itself, or that are worthless elsewhere: the only cost is to sign in again."""
FIRST: Final = ("auth.group", "auth.user")
"""Other rows refer to these by name, so they come first; all other references are by number, in any order."""
ROWS_PER_BATCH: Final = 2_000
UNREADABLE: Final = (
    *(tarfile.TarError, zlib.error, OSError, EOFError, KeyError, IntegrityError),
    serializers.base.DeserializationError,
)
"""The errors of reading a file that is no backup, or is truncated or damaged."""


class Exact(DjangoJSONEncoder):
    """JSON with times to the microsecond: Django's own encoder cuts them to milliseconds, as JavaScript does."""

    def default(self, o: Any) -> Any:
        return o.isoformat() if isinstance(o, datetime | time) else super().default(o)


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
            counts[label_of(model)] = _write_rows(archive, model, Path(folder) / "rows")
        _write_media(archive, Path(settings.MEDIA_ROOT))
        manifest = {"format": FORMAT, "at": timezone.now().isoformat(), "migrations": migrations(), "rows": counts}
        _add(archive, "manifest.json", json.dumps(manifest, indent=1).encode())
    return counts


def restore_backup(path: Path) -> dict[str, int]:
    """Restore an empty site from a backup, in full or not at all. Raises SiteNotEmpty and UnreadableBackup."""
    if Player.objects.exists():
        raise SiteNotEmpty
    try:
        with tarfile.open(path, "r:gz") as archive:
            manifest = _manifest(archive)
            with transaction.atomic():
                SiteIdentity.objects.all().delete()  # From here on this site has the identity of the backup's site.
                counts = {label: _read_rows(archive, label) for label in sorted(manifest["rows"], key=_turn)}
                if counts != manifest["rows"]:
                    raise UnreadableBackup(name=path.name, why="rows are missing")
                _reset_sequences()
                _read_media(archive)
    except UNREADABLE as error:
        raise UnreadableBackup(name=path.name, why=str(error)) from error
    finally:
        site_identity.forget()
    return counts


def label_of(model: type[models.Model]) -> str:
    """Return the model's label in Django's formats, such as `logbook.event`."""
    return model._meta.label_lower  # noqa: SLF001 - documented: Model._meta API


def backed_up_models() -> list[type[models.Model]]:
    """Return the models of a backup, by name."""
    models = [model for model in apps.get_models() if label_of(model) not in LEFT_OUT]
    return sorted(models, key=label_of)


def migrations() -> list[str]:
    """Return the applied migrations, which identify the database schema."""
    return sorted(f"{app}.{name}" for app, name in MigrationRecorder(connection).applied_migrations())


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


def _write_rows(archive: tarfile.TarFile, model: type[models.Model], rows: Path) -> int:
    query = model._base_manager.order_by("pk")  # noqa: SLF001 - whatever a default manager hides
    with rows.open("w", encoding="utf-8") as file:
        objects = query.iterator(chunk_size=ROWS_PER_BATCH)
        serializers.serialize("jsonl", objects, stream=file, cls=Exact, use_natural_foreign_keys=True)
    archive.add(rows, f"rows/{label_of(model)}.jsonl")
    with rows.open(encoding="utf-8") as file:
        return sum(1 for _line in file)


def _write_media(archive: tarfile.TarFile, media: Path) -> None:
    for path in sorted(media.rglob("*")):
        with suppress(FileNotFoundError):  # The player is deleting their photo right now.
            archive.add(path, f"media/{path.relative_to(media)}", recursive=False)


def _turn(label: str) -> tuple[int, str]:
    """Return the sort key of a model's rows."""
    return FIRST.index(label) if label in FIRST else len(FIRST), label


def _read_rows(archive: tarfile.TarFile, label: str) -> int:
    file = archive.extractfile(f"rows/{label}.jsonl")
    assert file is not None, "rows are files"  # noqa: S101
    count = 0
    for row in serializers.deserialize("jsonl", io.TextIOWrapper(file, encoding="utf-8")):
        row.save(force_insert=True)
        count += 1
    return count


def _manifest(archive: tarfile.TarFile) -> dict[str, Any]:
    name = Path(str(archive.name)).name
    try:
        file = archive.extractfile("manifest.json")
        manifest = json.loads(file.read()) if file else {}
    except (KeyError, ValueError) as error:
        raise UnreadableBackup(name=name, why="it has no manifest") from error
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise UnreadableBackup(name=name, why="it is of another format")
    if manifest.get("migrations") != migrations():
        raise UnreadableBackup(name=name, why="it was made by another version of the site")
    return manifest


def _read_media(archive: tarfile.TarFile) -> None:
    """Restore uploaded files: regular files only, and none outside the folder."""
    media = Path(settings.MEDIA_ROOT).resolve()
    for member in archive.getmembers():
        path = (media / member.name.removeprefix("media/")).resolve()
        content = archive.extractfile(member) if member.isreg() and member.name.startswith("media/") else None
        if content is not None and path.is_relative_to(media):
            _private(path.parent, media)
            with open(path, "wb", opener=partial(os.open, mode=0o600)) as file:
                shutil.copyfileobj(content, file)


def _private(folder: Path, media: Path) -> None:
    """Create the folder and its parents up to the media folder, for the site's own account only."""
    if folder != media:
        _private(folder.parent, media)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def _reset_sequences() -> None:
    """Reset sequences, so that new rows are numbered after the restored ones."""
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), backed_up_models()):
            cursor.execute(statement)


def _add(archive: tarfile.TarFile, name: str, content: bytes) -> None:
    facts = tarfile.TarInfo(name)
    facts.size = len(content)
    archive.addfile(facts, io.BytesIO(content))
