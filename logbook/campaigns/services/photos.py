"""Services of photos: they are redrawn from their pixels, which removes metadata and hidden data."""

from __future__ import annotations

import io
import logging
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, Final
from uuid import uuid4

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from PIL import Image, ImageOps

from logbook.campaigns.exceptions import UnreadablePhoto
from logbook.campaigns.models import LogEntry

logger = logging.getLogger(__name__)

LARGEST_FILE: Final = 12 * 1024 * 1024
LONGEST_SIDE: Final = 1600
QUALITY: Final = 82
MOST_PIXELS: Final = 30_000_000
"""The most pixels; larger pictures are refused before decoding: a small file can hold very many, each four bytes in
memory, twice.
"""
FORMATS: Final = ("JPEG", "PNG", "WEBP")


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
    """Store the photo and yield its name, "" without one; if the entry is not written, delete it again."""
    name = default_storage.save(f"photos/{uuid4().hex}.jpg", ContentFile(redraw_photo(upload))) if upload else ""
    try:
        yield name
    except BaseException:
        drop_photo(name)
        raise


def drop_photo(name: str) -> None:
    """Delete an unused photo after the transaction commits."""
    if name:
        transaction.on_commit(partial(_delete, name))


def _delete(name: str) -> None:
    if LogEntry.objects.filter(photo=name).exists():
        return  # A copy of the logbook uses it too.
    try:
        default_storage.delete(name)
    except OSError as error:
        logger.warning("A photo could not be deleted: %s", error)
