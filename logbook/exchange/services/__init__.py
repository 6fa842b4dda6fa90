"""Services of imports: upload, read, confirm, apply piece by piece, undo as a whole."""

from __future__ import annotations

from logbook.exchange.services.confirm import confirm_club, confirm_import, discard_import, set_columns
from logbook.exchange.services.import_reader import read_import
from logbook.exchange.services.import_steps import apply_step, take_back_import
from logbook.exchange.services.sweeps import delete_old_imports, stalled_imports
from logbook.exchange.services.upload import UploadedImport, accept_file, create_import, store_import

__all__ = [
    "UploadedImport",
    "accept_file",
    "apply_step",
    "confirm_club",
    "confirm_import",
    "create_import",
    "delete_old_imports",
    "discard_import",
    "read_import",
    "set_columns",
    "stalled_imports",
    "store_import",
    "take_back_import",
]
