"""What every page of the admin keeps to: nothing sealed is shown, nothing played is changed."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest


class SafeModelAdmin(admin.ModelAdmin):
    """Filters by what it offers as a filter, and by nothing else.

    Whoever may ask in the address what a seed begins with has soon spelled it out.
    """

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        filters: Any = self.list_filter
        offered = {one[0] if isinstance(one, tuple) else one for one in filters}
        asked, *_further = lookup.split("__")
        return asked in {"pk", "id", *offered} and super().lookup_allowed(lookup, value, request)


class ReadOnly(SafeModelAdmin):
    """A projection or a record: to look at. Only services write it."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class ReadOnlyInline(admin.TabularInline):
    """Rows of a record, to look at."""

    extra = 0

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False
