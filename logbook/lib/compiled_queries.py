"""Compiled queries, for queries that run with every move.

Django compiles the SQL of a query on every run, which takes it several times as long as the query itself. Here each
query is compiled once, with markers in place of its values; after that only the values change.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from django.db import connections, models, router
from django.db.models.query import get_related_populators

Row = TypeVar("Row", bound=models.Model)

FIRST_MARK: Final = 1_900_000_001
"""Markers are numbers that occur in no query; for a text they are the number's digits."""


class CompiledQuery(Generic[Row]):
    """A query for rows of one model, with its `select_related`; its parameters are numbers and texts, mostly keys."""

    def __init__(self, query: Callable[..., models.QuerySet[Row, Any]], values: int = 1) -> None:
        self._query, self._values = query, values
        self._marks = range(FIRST_MARK, FIRST_MARK + values)
        self._compiled_for: dict[tuple[str, str], _Compiled] = {}
        self._model: type[models.Model] | None = None

    def rows(self, *values: int | str | None) -> list[Row]:
        """Return the rows for these values."""
        compiled = self._compiled()
        return compiled.objects(self._fetched(compiled, values))

    def first(self, *values: int | str | None) -> Row | None:
        """Return the first row, or None."""
        return next(iter(self.rows(*values)), None)

    def tuples(self, *values: int | str | None) -> list[tuple[Any, ...]]:
        """Return the rows of a query for some columns as tuples: numbers and texts, as the database stores them."""
        return self._fetched(self._compiled(), values)

    def _fetched(self, compiled: _Compiled, values: tuple[int | str | None, ...]) -> list[tuple[Any, ...]]:
        if len(values) != self._values:
            raise TypeError(f"{self._values} values are asked for, not {len(values)}.")
        with connections[compiled.database].cursor() as cursor:
            cursor.execute(compiled.sql, compiled.filled(values))
            return list(cursor.fetchall())

    def _compiled(self) -> _Compiled:
        if self._model is None:
            self._model = self._query(*self._marks).model
        database = router.db_for_read(self._model)
        kind = (database, connections[database].vendor)
        compiled = self._compiled_for.get(kind)
        if compiled is None:
            compiled = self._compiled_for[kind] = _Compiled(self._query(*self._marks), self._marks)
        return compiled


class _Compiled:
    """A query as SQL for one kind of database, and what turns its rows into objects as a queryset does."""

    def __init__(self, query: models.QuerySet[Any, Any], marks: range) -> None:
        compiler = query.query.get_compiler(using=query.db)
        self.sql, params = compiler.as_sql()
        self._places = [_place_of(param, marks) for param in params]
        if {place for place in self._places if isinstance(place, _Place)} != {_Place(n) for n in range(len(marks))}:
            raise ValueError("Each value has to reach the database as it is.")
        self._compiler, self.database = compiler, query.db
        self._converters = compiler.get_converters([column for column, *_rest in compiler.select])
        if compiler.klass_info is not None:
            self._read_model(compiler.klass_info)

    def _read_model(self, described: dict[str, Any]) -> None:
        columns = described["select_fields"]
        self._model, self._first, self._end = described["model"], columns[0], columns[-1] + 1
        select = self._compiler.select
        self._names = [column.target.attname for column, *_rest in select[self._first : self._end]]
        self._related = get_related_populators(described, select, self.database)  # type: ignore[call-arg] # As in 5.2.

    def filled(self, values: tuple[int | str | None, ...]) -> list[Any]:
        """Return the parameters of the SQL with these values in their places."""
        return [values[place.number] if isinstance(place, _Place) else place for place in self._places]

    def objects(self, rows: list[tuple[Any, ...]]) -> list[Any]:
        """Return the rows as objects of the model, with those that they were joined with."""
        if self._converters:
            rows = list(self._compiler.apply_converters(rows, self._converters))
        return [self._object(row) for row in rows]

    def _object(self, row: tuple[Any, ...]) -> Any:
        made = self._model.from_db(self.database, self._names, row[self._first : self._end])
        for populator in self._related:
            populator.populate(row, made)
        return made


@dataclass(frozen=True, slots=True)
class _Place:
    """The place of a value among the parameters: the value's number, from 0."""

    number: int


def _place_of(param: Any, marks: range) -> Any:
    for number, mark in enumerate(marks):
        if param in (mark, str(mark)):
            return _Place(number)
    return param
