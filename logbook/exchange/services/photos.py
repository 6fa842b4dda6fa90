"""Photos of a file: looked at as those that people send, and kept with their lines."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final
from uuid import UUID, uuid5

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.core.files.uploadedfile import SimpleUploadedFile

from logbook.campaigns.exceptions import UnreadablePhoto
from logbook.campaigns.models import Line
from logbook.campaigns.services.photos import LONGEST_SIDE, photo_drop, photo_redraw
from logbook.exchange.formats import jpegs
from logbook.exchange.formats.entries import Fault, Read
from logbook.exchange.models import Import, ImportPhoto

LARGER_AT_MOST: Final = 1.3
"""Beside the picture drawn anew: what is larger holds more than its pixels need."""


def photos_of(brought: Import) -> int:
    """Which import the file's photos lie with: those of a club's file with the club's."""
    return brought.parent_id or brought.pk


def has_photos(brought: Import) -> bool:
    """Whether the file came with photos at all."""
    return ImportPhoto.objects.filter(brought=photos_of(brought)).exists()


def photos_check(brought: Import, reads: Iterable[Read]) -> dict[str, Fault]:
    """Look at the photos of these lines; which lines, by key, have one that is missing or is no picture."""
    named = {read.entry.key for read in reads if read.entry and read.entry.kept.get("photo")}
    if not named or not has_photos(brought):
        return {}
    faults = {key: Fault("photo-missing") for key in named}
    for photo in ImportPhoto.objects.filter(brought=photos_of(brought), key__in=named).iterator(chunk_size=20):
        if not photo.checked:
            photo.body, photo.checked = _checked(bytes(photo.body)), True
            photo.save(update_fields=("body", "checked"))
        if photo.body:
            del faults[str(photo.key)]
        else:
            faults[str(photo.key)] = Fault("photo-unreadable")
    return faults


def _checked(body: bytes) -> bytes:
    """The picture drawn anew; as it is where it is nothing but pixels already; b"" for what is no picture."""
    try:
        drawn = photo_redraw(SimpleUploadedFile("photo.jpg", body))
    except UnreadablePhoto:
        return b""
    sides = jpegs.sides(body)
    plain = sides is not None and max(sides) <= LONGEST_SIDE and len(body) <= len(drawn) * LARGER_AT_MOST + 1024
    return body if plain else drawn


def photos_keep(brought: Import, keys: Collection[str]) -> dict[str, str]:
    """Write these lines' photos where photos are; their names there, by key.

    A name hangs on the import and the line: done again after a worker died, it is the same file.
    """
    names: dict[str, str] = {}
    if not keys:
        return names
    found = ImportPhoto.objects.filter(brought=photos_of(brought), key__in=keys, checked=True)
    for photo in found.iterator(chunk_size=20):
        if photo.body:
            name = f"photos/{uuid5(UUID(int=brought.pk), str(photo.key)).hex}.jpg"
            if default_storage.exists(name):
                default_storage.delete(name)
            names[str(photo.key)] = default_storage.save(name, ContentFile(bytes(photo.body)))
    return names


def photos_drop(lines: Iterable[Line]) -> None:
    """Forget the photos of lines that go."""
    for line in lines:
        photo_drop(line.photo.name or "")
