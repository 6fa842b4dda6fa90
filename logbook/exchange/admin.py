"""Admin of imports. It hides the contents of files: they are people's notes."""

from __future__ import annotations

from django.contrib import admin

from logbook.exchange.models import ClubRecord, Import, ImportedExtra, ImportPhoto, ImportPiece
from logbook.lib.admin import ReadOnly


@admin.register(Import)
class ImportAdmin(ReadOnly):
    list_display = ("name", "crew", "kind", "state", "good", "doubtful", "wrong", "existing", "imported", "created_at")
    list_filter = ("state", "kind")
    exclude = ("plan", "findings", "choices", "resolved")
    list_select_related = ("crew",)


@admin.register(ImportPiece)
class ImportPieceAdmin(ReadOnly):
    list_display = ("job", "number")
    exclude = ("reads", "keys_written")
    list_select_related = ("job",)


@admin.register(ImportPhoto)
class ImportPhotoAdmin(ReadOnly):
    list_display = ("job", "key", "checked")
    exclude = ("body",)
    list_select_related = ("job",)


@admin.register(ClubRecord)
class ClubRecordAdmin(ReadOnly):
    list_display = ("club", "kind", "key")
    list_filter = ("kind",)
    exclude = ("facts",)
    list_select_related = ("club",)


@admin.register(ImportedExtra)
class ImportedExtraAdmin(ReadOnly):
    list_display = ("crew", "kind", "key")
    list_filter = ("kind",)
    exclude = ("facts",)
    list_select_related = ("crew",)
