"""Services of photos: they are redrawn from their pixels, which removes metadata and hidden data."""

from __future__ import annotations

import io
import logging
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from functools import partial
from typing import Any, Final
from uuid import uuid4

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from django.utils import timezone
from PIL import Image, ImageOps

from logbook.campaigns.exceptions import PhotoNotStored, UnreadablePhoto
from logbook.campaigns.models import LogEntry
from logbook.lib.exceptions import StorageUnavailable

logger = logging.getLogger(__name__)

LARGEST_FILE: Final = 12 * 1024 * 1024
LONGEST_SIDE: Final = 1600
QUALITY: Final = 82
MOST_PIXELS: Final = 30_000_000
"""The most pixels; larger pictures are refused before decoding: a small file can hold very many, each four bytes in
memory, twice.
"""
FORMATS: Final = ("JPEG", "PNG", "WEBP")
FOLDER: Final = "photos"
UNUSED_FOR: Final = timedelta(days=1)
CHECKED_AT_ONCE: Final = 500


def redraw_photo(upload: UploadedFile[Any]) -> bytes:
    """Return the picture as an upright JPEG of moderate size, its pixels only. Raises UnreadablePhoto."""
    if upload.size is None or upload.size > LARGEST_FILE:
        raise UnreadablePhoto("large")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(upload, formats=FORMATS) as picture:
                if picture.width * picture.height > MOST_PIXELS:
                    raise UnreadablePhoto("large")
                return _redrawn(picture)
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as bomb:
        raise UnreadablePhoto("large") from bomb
    except (OSError, ValueError, SyntaxError, EOFError) as broken:
        # Pillow's errors for a broken file, or a file that is no picture.
        raise UnreadablePhoto("picture") from broken


def _redrawn(picture: Image.Image) -> bytes:
    picture.draft("RGB", (LONGEST_SIDE, LONGEST_SIDE))
    # Shrink first, then rotate, so that no large picture is copied.
    picture.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
    upright = ImageOps.exif_transpose(picture)
    plain = Image.new("RGB", upright.size, "white")
    image = upright.convert("RGBA")
    plain.paste(image, mask=image.getchannel("A"))
    out = io.BytesIO()
    plain.save(out, "JPEG", quality=QUALITY, optimize=True)
    return out.getvalue()


@contextmanager
def store_photo(upload: UploadedFile[Any] | None) -> Iterator[str]:
    """Store the photo and yield its name, "" without one; if the entry is not written, delete it again.

    Raises UnreadablePhoto and PhotoNotStored.
    """
    name = _stored(redraw_photo(upload)) if upload else ""
    try:
        yield name
    except BaseException:
        drop_photo(name)
        raise


def _stored(picture: bytes) -> str:
    try:
        return default_storage.save(f"{FOLDER}/{uuid4().hex}.jpg", ContentFile(picture))
    except StorageUnavailable as away:
        raise PhotoNotStored from away


def drop_photo(name: str) -> None:
    """Delete an unused photo after the transaction commits."""
    if name:
        transaction.on_commit(partial(_delete, name))


def _delete(name: str) -> None:
    if LogEntry.objects.filter(photo=name).exists():
        return  # A copy of the logbook uses it too.
    try:
        default_storage.delete(name)
    except (OSError, StorageUnavailable) as error:
        logger.warning("A photo could not be deleted: %s The nightly sweep deletes it.", error)


def delete_unused_photos() -> int:
    """Delete stored photos that no entry has had for a day; return their number.

    One is left over where a process ended between storing and writing, or where the storage refused to delete it.
    """
    try:
        stored = default_storage.listdir(FOLDER)[1]
    except FileNotFoundError:
        return 0
    deleted = 0
    for start in range(0, len(stored), CHECKED_AT_ONCE):
        names = {f"{FOLDER}/{file}" for file in stored[start : start + CHECKED_AT_ONCE]}
        unused = names - set(LogEntry.objects.filter(photo__in=names).values_list("photo", flat=True))
        deleted += sum(map(_delete_if_old, sorted(unused)))
    return deleted


def _delete_if_old(name: str) -> bool:
    with suppress(FileNotFoundError):
        if default_storage.get_modified_time(name) < timezone.now() - UNUSED_FOR:
            _delete(name)
            return True
    return False
