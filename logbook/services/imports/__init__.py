"""Writes what comes in from files: uploaded, read, confirmed, brought in piece by piece, taken back as a whole."""

from __future__ import annotations

from .applying import import_step, import_take_back
from .choosing import club_confirm, import_columns, import_confirm, import_discard
from .keeping import imports_forget, imports_forgotten
from .reading import import_read
from .uploading import import_create

__all__ = [
    "club_confirm",
    "import_columns",
    "import_confirm",
    "import_create",
    "import_discard",
    "import_read",
    "import_step",
    "import_take_back",
    "imports_forget",
    "imports_forgotten",
]
