"""Compiled queries, for queries that run with every move.

Django compiles the SQL of a query on every run, which takes it several times as long as the query itself. Here each
query is compiled once, with markers in place of its values; after that only the values change.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Generic, TypeVar

from django.db import connection, models

Row = TypeVar("Row", bound=models.Model)

FIRST_MARK: Final = 1_900_000_001
"""Markers are numbers that occur in no query."""


class CompiledQuery(Generic[Row]):
    """A query for rows of one model, parametrised by numbers, mostly keys."""

    def __init__(self, query: Callable[..., models.QuerySet[Row, Any]], values: int = 1) -> None:
        self._query = query
        self._marks = range(FIRST_MARK, FIRST_MARK + values)
        self._known: dict[str, tuple[type[Row], str, tuple[Any, ...]]] = {}

    def rows(self, *values: int | None) -> list[Row]:
        """Return the rows for these values."""
        model, _sql, _given = self._written()
        return list(model._default_manager.raw(*self._filled(values)))  # noqa: SLF001

    def first(self, *values: int | None) -> Row | None:
        """Return the first row, or None."""
        return next(iter(self.rows(*values)), None)

    def tuples(self, *values: int | None) -> list[tuple[Any, ...]]:
        """Return the rows of a query for some columns as tuples: numbers and texts, as the database stores them."""
        sql, given = self._filled(values)
        with connection.cursor() as cursor:
            cursor.execute(sql, given)
            return list(cursor.fetchall())

    def _filled(self, values: tuple[int | None, ...]) -> tuple[str, list[Any]]:
        if len(values) != len(self._marks):
            raise TypeError(f"{len(self._marks)} values are asked for, not {len(values)}.")
        _model, sql, given = self._written()
        by_mark = dict(zip(self._marks, values, strict=True))
        return sql, [by_mark.get(value, value) for value in given]

    def _written(self) -> tuple[type[Row], str, tuple[Any, ...]]:
        known = self._known.get(connection.vendor)
        if known is None:
            query = self._query(*self._marks)
            sql, given = query.query.sql_with_params()
            if not set(self._marks) <= set(given):
                raise ValueError("Each value has to reach the database as it is.")
            known = self._known[connection.vendor] = (query.model, sql, tuple(given))
        return known
