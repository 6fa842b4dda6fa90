"""Taking a file in: what it is, and whether it can be read at all."""

from __future__ import annotations

from dataclasses import asdict
from functools import partial
from typing import IO, Any

from django.db import transaction
from django.utils import translation

from logbook.exchange import own, tables, unpacking
from logbook.exchange.entries import Unreadable
from logbook.exchange.text import Pieces
from logbook.models import Crew, Import, Player
from logbook.services.errors.of_imports import UnreadableFile


def import_create(*, crew: Crew, by: Player, file: IO[bytes], name: str) -> Import:
    """Take a file in and have it read, or its columns named first. Raises UnreadableFile; then nothing is kept."""
    try:
        body, size = unpacking.packed(unpacking.unpacked(file))
        pieces = partial(unpacking.pieces_of, body)
        kind, encoding = unpacking.kind_of(pieces)
        plan, state = _plan_of(kind, pieces, encoding)
    except Unreadable as error:
        raise UnreadableFile(error.fault) from error
    with transaction.atomic():
        brought = Import.objects.create(
            crew=crew,
            by=by,
            language=translation.get_language() or "",
            name=name[-100:],
            size=size,
            body=body,
            kind=kind,
            encoding=encoding,
            plan=plan,
            state=state,
        )
        if state == Import.State.READING:
            _have_read(brought.pk)
    return brought


def _plan_of(kind: str, pieces: Pieces, encoding: str) -> tuple[dict[str, Any], str]:
    if kind == Import.Kind.OWN:
        if own.head_of(pieces, encoding).kind != "crew":
            raise Unreadable("of-a-club")
    elif kind == Import.Kind.TABLE:
        seen = tables.glance(pieces, encoding)
        return asdict(seen.plan), Import.State.READING if seen.ours else Import.State.COLUMNS
    return {}, Import.State.READING


def _have_read(import_id: int) -> None:
    from logbook import tasks

    tasks.later(tasks.import_read, import_id)
