"""Services of imports: upload, read, confirm, apply piece by piece, undo as a whole."""

from __future__ import annotations

from logbook.exchange.services.apply import import_step, import_take_back
from logbook.exchange.services.confirm import club_confirm, import_columns, import_confirm, import_discard
from logbook.exchange.services.read import import_read
from logbook.exchange.services.sweeps import imports_forget, imports_forgotten
from logbook.exchange.services.upload import Taken, file_take, import_create, import_keep

__all__ = [
    "Taken",
    "club_confirm",
    "file_take",
    "import_columns",
    "import_confirm",
    "import_create",
    "import_discard",
    "import_keep",
    "import_read",
    "import_step",
    "import_take_back",
    "imports_forget",
    "imports_forgotten",
]
