"""Base classes of the admin: they show no sealed secret and change no played game."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest


class SafeModelAdmin(admin.ModelAdmin):
    """An admin that filters only by its declared filters.

    Free lookups in the address would let a reader guess a seed letter by letter.
    """

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        filters: Any = self.list_filter
        offered = {one[0] if isinstance(one, tuple) else one for one in filters}
        field_name, *_further = lookup.split("__")
        return field_name in {"pk", "id", *offered} and super().lookup_allowed(lookup, value, request)


class ReadOnly(SafeModelAdmin):
    """A read-only admin of a projection or a record, which only services write."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class ReadOnlyInline(admin.TabularInline):
    """Read-only rows of a record."""

    extra = 0

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False
