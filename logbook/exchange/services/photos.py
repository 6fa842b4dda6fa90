"""Services of imported photos: they are checked like uploads, and stored with their entries."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final
from uuid import UUID, uuid5

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.core.files.uploadedfile import SimpleUploadedFile

from logbook.campaigns.exceptions import UnreadablePhoto
from logbook.campaigns.models import LogEntry
from logbook.campaigns.services.photos import LONGEST_SIDE, drop_photo, redraw_photo
from logbook.exchange.formats import jpegs
from logbook.exchange.formats.entries import Fault, ReadEntry
from logbook.exchange.models import Import, ImportPhoto

LARGER_AT_MOST: Final = 1.3
"""The largest size, in sizes of the redrawn picture: a larger file holds more than its pixels need."""


def photos_of(job: Import) -> int:
    """Return the import that holds the file's photos: for a crew in a club's file, the club's."""
    return job.parent_id or job.pk


def has_photos(job: Import) -> bool:
    """Return whether the file has photos."""
    return ImportPhoto.objects.filter(job=photos_of(job)).exists()


def ensure_photos_valid(job: Import, reads: Iterable[ReadEntry]) -> dict[str, Fault]:
    """Check these entries' photos; return faults by key where one is missing or is no picture."""
    keys_with_photo = {read.entry.key for read in reads if read.entry and read.entry.extra.get("photo")}
    if not keys_with_photo or not has_photos(job):
        return {}
    faults = {key: Fault("photo-missing") for key in keys_with_photo}
    for photo in ImportPhoto.objects.filter(job=photos_of(job), key__in=keys_with_photo).iterator(chunk_size=20):
        if not photo.checked:
            photo.body, photo.checked = _redrawn_photo(bytes(photo.body)), True
            photo.save(update_fields=("body", "checked"))
        if photo.body:
            del faults[str(photo.key)]
        else:
            faults[str(photo.key)] = Fault("photo-unreadable")
    return faults


def _redrawn_photo(body: bytes) -> bytes:
    """Return the picture redrawn; unchanged if it is only pixels already; b"" if it is no picture."""
    try:
        redrawn = redraw_photo(SimpleUploadedFile("photo.jpg", body))
    except UnreadablePhoto:
        return b""
    sides = jpegs.sides(body)
    plain = sides is not None and max(sides) <= LONGEST_SIDE and len(body) <= len(redrawn) * LARGER_AT_MOST + 1024
    return body if plain else redrawn


def store_photos(job: Import, keys: Collection[str]) -> dict[str, str]:
    """Store these entries' photos; return their names in storage, by key.

    A name depends on the import and the entry only, so a repeated step writes the same file.
    """
    names: dict[str, str] = {}
    if not keys:
        return names
    photos = ImportPhoto.objects.filter(job=photos_of(job), key__in=keys, checked=True)
    for photo in photos.iterator(chunk_size=20):
        if photo.body:
            name = f"photos/{uuid5(UUID(int=job.pk), str(photo.key)).hex}.jpg"
            if default_storage.exists(name):
                default_storage.delete(name)
            names[str(photo.key)] = default_storage.save(name, ContentFile(bytes(photo.body)))
    return names


def drop_photos(entries: Iterable[LogEntry]) -> None:
    """Delete the photos of removed entries."""
    for entry in entries:
        drop_photo(entry.photo.name or "")
