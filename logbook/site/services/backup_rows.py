"""The rows of a backup: one line of JSON per row, a file per model."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, time
from pathlib import Path
from typing import IO, Any, Final

from django.apps import apps as todays_apps
from django.apps.registry import Apps
from django.core import serializers
from django.core.management.color import no_style
from django.core.serializers.json import DjangoJSONEncoder
from django.core.serializers.jsonl import Deserializer
from django.db import DEFAULT_DB_ALIAS, connections, models

LEFT_OUT: Final = frozenset({
    *("auth.permission", "contenttypes.contenttype", "logbook.session"),
    "logbook.idempotencyrecord",  # Responses to single people, kept for a day.
    "logbook.accountmail",  # Links that open accounts, until they are sent; under another SECRET_KEY they are invalid.
    "logbook.thought",  # Bots' answers, kept for an hour.
})  # fmt: skip
"""Models that every site creates itself, or that are worthless elsewhere: the only cost is to sign in again."""
FIRST: Final = ("auth.group", "auth.user")
"""Other rows refer to these by name, so they come first; all other references are by number, in any order."""
NAMED_BY: Final = {
    "auth.user": ("username",),
    "auth.group": ("name",),
    "auth.permission": ("codename", "content_type__app_label", "content_type__model"),
    "contenttypes.contenttype": ("app_label", "model"),
}
"""The columns of the models that other rows refer to by name (Django's natural keys)."""
ROWS_PER_BATCH: Final = 2_000


class Exact(DjangoJSONEncoder):
    """JSON with times to the microsecond: Django's own encoder cuts them to milliseconds, as JavaScript does."""

    def default(self, o: Any) -> Any:
        return o.isoformat() if isinstance(o, datetime | time) else super().default(o)


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows that are to be restored: the number of rows of each model, and their files."""

    counts: Mapping[str, int]
    open_file: Callable[[str], IO[bytes]]
    """Takes the label of a model."""

    def labels(self) -> list[str]:
        """Return the labels of the models, those first that other rows refer to by name."""
        return sorted(self.counts, key=lambda label: (FIRST.index(label) if label in FIRST else len(FIRST), label))


def label_of(model: type[models.Model]) -> str:
    """Return the model's label in Django's formats, such as `logbook.event`."""
    return model._meta.label_lower  # noqa: SLF001 - documented: Model._meta API


def backed_up_models() -> list[type[models.Model]]:
    """Return the models of a backup, by name."""
    found = [model for model in todays_apps.get_models() if label_of(model) not in LEFT_OUT]
    return sorted(found, key=label_of)


def write_rows(model: type[models.Model], path: Path, using: str = DEFAULT_DB_ALIAS) -> int:
    """Write all rows of a model into the file, and return their number."""
    query = model._base_manager.using(using).order_by("pk")  # noqa: SLF001 - whatever a default manager hides
    with path.open("w", encoding="utf-8") as file:
        objects = query.iterator(chunk_size=ROWS_PER_BATCH)
        serializers.serialize("jsonl", objects, stream=file, cls=Exact, use_natural_foreign_keys=True)
    with path.open(encoding="utf-8") as file:
        return sum(1 for _line in file)


def read_rows(rows: Rows, apps: Apps = todays_apps, using: str = DEFAULT_DB_ALIAS) -> dict[str, int]:
    """Create all these rows, and return the number of rows of each model that there were."""
    return {label: _read_model(rows.open_file(label), apps, using) for label in rows.labels()}


def reset_sequences() -> None:
    """Reset sequences, so that new rows are numbered after the restored ones."""
    connection = connections[DEFAULT_DB_ALIAS]
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), backed_up_models()):
            cursor.execute(statement)


def _read_model(file: IO[bytes], apps: Apps, using: str) -> int:
    count = 0
    with file:
        for row in _Deserializer(io.TextIOWrapper(file, encoding="utf-8"), apps=apps, using=using):
            row.save(using=using, force_insert=True)
            count += 1
    return count


class _Deserializer(Deserializer):
    """Django's, for the models of other migrations too."""

    def __init__(self, stream: io.TextIOWrapper, *, apps: Apps, using: str) -> None:
        super().__init__(stream, using=using)
        self._apps, self._using = apps, using

    def _get_model_from_node(self, model_identifier: str) -> type[models.Model]:
        try:
            return self._apps.get_model(model_identifier)
        except (LookupError, TypeError) as error:
            raise serializers.base.DeserializationError(f"Invalid model identifier: {model_identifier}") from error

    def _handle_m2m_field_node(self, field: models.ManyToManyField[Any, Any], field_value: list[Any]) -> list[Any]:
        return [self._key_of(field.related_model, value) for value in field_value]

    def _handle_fk_field_node(self, field: models.ForeignKey[Any, Any], field_value: Any) -> Any:
        return self._key_of(field.related_model, field_value)

    def _key_of(self, model: type[models.Model], value: Any) -> Any:
        """Return the key of the row that the value names: Django's own managers would look among today's models."""
        if not isinstance(value, list):
            return model._meta.pk.to_python(value)  # noqa: SLF001 - documented: Model._meta API
        names = dict(zip(NAMED_BY[label_of(model)], value, strict=True))
        return model._base_manager.using(self._using).get(**names).pk  # noqa: SLF001 - whatever a default manager hides
