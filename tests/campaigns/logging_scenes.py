"""Scenes that the tests of logging share with others."""

from __future__ import annotations

import io

from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image


def picture(kind: str = "JPEG", size: tuple[int, int] = (40, 20), mode: str = "RGB") -> bytes:
    out = io.BytesIO()
    exif = Image.Exif()
    exif[0x010F] = "SECRET CAMERA"
    exif[0x0112] = 6  # rotated by 90 degrees
    Image.new(mode, size, "white" if mode == "1" else "red").save(out, kind, exif=exif)
    return out.getvalue()


def upload(content: bytes, name: str = "evening.jpg") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, content, content_type="image/jpeg")
