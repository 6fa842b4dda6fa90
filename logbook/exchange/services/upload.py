"""Services of uploads: detect the kind of a file, and whether it can be read."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import partial
from typing import IO, Any
from uuid import UUID

from django.db import transaction
from django.utils import translation

from logbook.crews.models.crews import Crew
from logbook.exchange import quotas as exchange_quotas
from logbook.exchange.exceptions import UnreadableFile
from logbook.exchange.formats import csv_tables, native, unpacking
from logbook.exchange.formats.entries import Unreadable
from logbook.exchange.formats.text import Pieces
from logbook.exchange.models import Import, ImportPhoto
from logbook.lib import queue
from logbook.lib import quotas as lib_quotas
from logbook.lib.names import plain
from logbook.people.models.players import Player


@dataclass(frozen=True, slots=True)
class UploadedImport:
    """A file that is unpacked and checked, but not stored yet."""

    file: IO[bytes]
    name: str
    body: bytes
    size: int
    kind: str
    encoding: str
    plan: dict[str, Any]
    state: str


def create_import(*, crew: Crew | None, by: Player, file: IO[bytes], name: str) -> Import:
    """Store a file and queue its reading, or wait for its columns. Raises UnreadableFile; then nothing is stored.

    Without a crew the file must be a club's; with a crew, any other kind.
    """
    return store_import(accept_file(file, name, of_a_club=crew is None), crew=crew, by=by)


def accept_file(file: IO[bytes], name: str, *, of_a_club: bool) -> UploadedImport:
    """Unpack a file and detect its kind, which is slow and needs no database. Raises UnreadableFile."""
    try:
        body, size = unpacking.packed(unpacking.unpacked(file))
        pieces = partial(unpacking.pieces_of, body)
        kind, encoding = unpacking.file_kind_of(pieces)
        kind, plan, state = _plan_of(kind, pieces, encoding, of_a_club=of_a_club)
    except Unreadable as error:
        raise UnreadableFile(error.fault) from error
    return UploadedImport(file, plain(name)[-100:], body, size, kind, encoding, plan, state)


@transaction.atomic
def store_import(upload: UploadedImport, *, crew: Crew | None, by: Player) -> Import:
    """Store the file and queue its reading, or wait for its columns.

    Raises UnreadableFile and TooManyImports; then nothing is stored.
    """
    lib_quotas.take(exchange_quotas.IMPORTS, by.pk)
    job = Import.objects.create(
        crew=crew,
        by=by,
        language=translation.get_language() or "",
        name=upload.name,
        size=upload.size,
        body=upload.body,
        kind=upload.kind,
        encoding=upload.encoding,
        plan=upload.plan,
        state=upload.state,
    )
    try:
        _store_photos(job, upload.file, upload.size)
    except Unreadable as error:
        raise UnreadableFile(error.fault) from error
    if upload.state == Import.State.READING:
        _queue_reading(job.pk)
    return job


def _plan_of(kind: str, pieces: Pieces, encoding: str, *, of_a_club: bool) -> tuple[str, dict[str, Any], str]:
    """Return the file's kind, the plan by which it is read, and the next state."""
    is_club = kind == Import.Kind.OWN and native.head_of(pieces, encoding).kind == "club"
    if is_club != of_a_club:
        raise Unreadable("of-a-club" if is_club else "of-a-crew")
    if is_club:
        return Import.Kind.CLUB, {}, Import.State.READING
    if kind == Import.Kind.TABLE:
        sample = csv_tables.glance(pieces, encoding)
        return kind, asdict(sample.plan), Import.State.READING if sample.ours else Import.State.COLUMNS
    return kind, {}, Import.State.READING


def _store_photos(job: Import, file: IO[bytes], size: int) -> None:
    """Store the photos of our zip until their entries are written, one at a time in memory."""
    if job.kind not in (Import.Kind.OWN, Import.Kind.CLUB):
        return
    keys: set[str] = set()
    for key, body in unpacking.photos(file, size):
        if key not in keys:
            keys.add(key)
            ImportPhoto.objects.create(job=job, key=UUID(key), body=body)


def _queue_reading(import_id: int) -> None:
    queue.later("exchange.read_import", import_id)
