"""Iteration over a whole table in batches."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.db.models import QuerySet


def keys_of(rows: QuerySet[Any], size: int) -> Iterator[list[int]]:
    """Yield the primary keys of all these rows in order, `size` at a time."""
    last = 0
    while keys := list(rows.filter(pk__gt=last).order_by("pk").values_list("pk", flat=True)[:size]):
        yield keys
        last = keys[-1]
