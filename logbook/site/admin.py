"""Admin of integrity checks."""

from __future__ import annotations

from django.contrib import admin

from logbook.lib.admin import ReadOnly
from logbook.site.models import IntegrityCheck


@admin.register(IntegrityCheck)
class IntegrityCheckAdmin(ReadOnly):
    list_display = ("started_at", "finished_at", "attempts", "actions", "wrong")
