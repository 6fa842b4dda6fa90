"""Encoding of exports: values, moments and lists of `crewsite-export/1` (docs/export.md)."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator
from datetime import datetime
from typing import Any

from logbook.exchange.formats.packing import as_bytes
from logbook.exchange.models import ImportedExtra
from logbook.people.site_identity import export_key

Facts = dict[str, Any]


def array(name: str, rows: Iterable[Facts], *, last: bool = False) -> Iterator[str]:
    """Yield a list member of the outermost object, each element on a line of its own."""
    yield f'"{name}":['
    mark = "\n"
    for row in rows:
        yield mark + as_json(row)
        mark = ",\n"
    yield "\n]" + ("" if last else ",\n")


def as_json(value: Any) -> str:
    """Return a value as JSON with sorted names: databases return stored JSON in any order."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def in_bytes(text: Iterable[str]) -> Iterator[bytes]:
    """Return the text as bytes, piece by piece."""
    return as_bytes(text)


def stamp(moment: datetime | None) -> str | None:
    """Return a moment in our files' format."""
    return moment.isoformat() if moment else None


def keys_of_crews(crews: Collection[int]) -> dict[int, str]:
    """Return the crews' keys, which hold on every site: a crew from another site keeps its key."""
    extras = ImportedExtra.objects.filter(crew__in=crews, kind=ImportedExtra.Kind.CREW).order_by("pk")
    job = {crew: str(key) for crew, key in extras.values_list("crew", "key")}
    return {pk: job.get(pk) or export_key("crew", pk) for pk in crews}


def keys_of_campaigns(campaigns: Collection[int]) -> dict[int, str]:
    """Return the campaigns' keys, in the same way."""
    extras = ImportedExtra.objects.filter(campaign__in=campaigns, kind=ImportedExtra.Kind.CAMPAIGN).order_by("pk")
    job = {campaign: str(key) for campaign, key in extras.values_list("campaign", "key")}
    return {pk: job.get(pk) or export_key("campaign", pk) for pk in campaigns}
