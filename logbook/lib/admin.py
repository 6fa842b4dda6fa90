"""Base classes of the admin: they show no sealed secret and change no played game."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Any, Final

from django.contrib import admin
from django.db.models import BooleanField, Field, ForeignKey, JSONField, Model, TextField
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


LISTED: Final = 9
"""The most columns of a list."""


def register_read_only(model: type[Model], hidden: Collection[str]) -> None:
    """Register a model read-only, without its hidden columns: a list of its short columns, filtered by its choices."""
    columns = model._meta.concrete_fields  # noqa: SLF001 - documented: Model._meta API
    shown = [field for field in columns if not field.primary_key and field.name not in hidden]
    listed = [field for field in shown if not isinstance(field, (JSONField, TextField))][:LISTED]
    options = {
        "list_display": tuple(field.name for field in listed),
        "list_filter": tuple(field.name for field in listed if field.choices or isinstance(field, BooleanField)),
        "list_select_related": tuple(_followed(listed)),
        "exclude": tuple(hidden),
    }
    admin.site.register(model, type(f"{model.__name__}Admin", (ReadOnly,), options))


def _followed(listed: Iterable[Field[Any, Any]]) -> Iterator[str]:
    """Yield the relations of a list, and those that the texts of their rows follow."""
    for field in listed:
        if isinstance(field, ForeignKey):
            yield field.name
            for further in field.related_model._meta.concrete_fields:  # noqa: SLF001 - documented
                if isinstance(further, ForeignKey) and not further.null:
                    yield f"{field.name}__{further.name}"


class ReadOnlyInline(admin.TabularInline):
    """Read-only rows of a record."""

    extra = 0

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False
