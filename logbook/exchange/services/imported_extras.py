"""Services of imported extras: facts about a crew that no other column holds are stored for the next export."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any
from uuid import UUID

from logbook.campaigns.models import Campaign, LogEntry
from logbook.crews.models.crews import Crew
from logbook.crews.models.guests import Guest
from logbook.crews.models.notes import CrewNote
from logbook.exchange.formats import native, native_people, unpacking
from logbook.exchange.models import Import, ImportedExtra
from logbook.exchange.referenced_players import players_of
from logbook.exchange.services.references import player_of
from logbook.people.site_identity import export_key
from logbook.tables.models import Table

EXTRAS_PER_BATCH = 500
Kind = ImportedExtra.Kind


def is_logbook_empty(crew_id: int) -> bool:
    """Return whether the crew's logbook is empty, so that the crew may continue the one in a file."""
    entries = LogEntry.objects.filter(campaign__crew=crew_id)
    return not (entries.exists() or Table.objects.filter(crew=crew_id).exists())


def is_same_crew(crew_id: int, key: Any) -> bool:
    """Return whether the file means this crew by this key."""
    if not native_people.is_uuid(key):
        return False
    extras = ImportedExtra.objects.filter(crew=crew_id, kind=Kind.CREW)
    return key == export_key("crew", crew_id) or extras.filter(key=UUID(key)).exists()


def store_extras(job: Import, head: native.Head, *, was_empty: bool) -> None:
    """Store all facts of the file that have no column here, except those of its entries."""
    goes_on = was_empty or is_same_crew(job.crew_number, head.crew.get("key"))
    extras = [*_crew(job, head, was_empty=was_empty), *_people(job, head), *_campaigns(job, head)]
    if goes_on:
        extras += _notes(job, head)
    ImportedExtra.objects.bulk_create(extras, ignore_conflicts=True)
    pieces = partial(unpacking.pieces_of, bytes(job.body or b""))
    ours = {export_key("table", pk) for pk in Table.objects.filter(crew=job.crew_number).values_list("pk", flat=True)}
    tables = (
        _extra(job, Kind.TABLE, facts)
        for facts in native.tables(pieces, job.encoding)
        if facts is not None and facts["key"] not in ours
    )
    while batch := [table for _number, table in zip(range(EXTRAS_PER_BATCH), tables, strict=False)]:
        ImportedExtra.objects.bulk_create(batch, ignore_conflicts=True)


def _keys(job: Import) -> native_people.KeyOf:
    """Return a function from a person's number in the file to their key."""
    keys = job.resolved["keys"]
    return lambda number: keys.get(str(number))


def _extra(job: Import, kind: str, facts: dict[str, Any], **of: Any) -> ImportedExtra:
    return ImportedExtra(crew_id=job.crew_number, job=job, kind=kind, key=facts["key"], facts=facts, **of)


def _crew(job: Import, head: native.Head, *, was_empty: bool) -> Iterator[ImportedExtra]:
    """Let an empty crew continue the crew of the file."""
    key = head.crew.get("key")
    if was_empty and native_people.is_uuid(key) and key != export_key("crew", job.crew_number):
        yield _extra(job, Kind.CREW, native_people.crew(head.crew, _keys(job)))


def _people(job: Import, head: native.Head) -> Iterator[ImportedExtra]:
    ours = {export_key("player", pk) for pk in players_of(Crew.objects.get(pk=job.crew_number))}
    ours |= {export_key("guest", pk) for pk in Guest.objects.filter(crew=job.crew_number).values_list("pk", flat=True)}
    for ref, facts in head.people.items():
        if not native_people.is_uuid(facts.get("key")) or facts["key"] in ours:
            continue
        kind, pk = job.resolved["people"].get(ref) or ("", 0)
        of = {f"{kind}_id": pk} if kind else {}
        stored = native_people.person(facts, _keys(job))
        stored["as"] = Guest.objects.get(pk=pk).name if kind == "guest" else ""
        yield _extra(job, Kind.PERSON, stored, **of)


def _campaigns(job: Import, head: native.Head) -> Iterator[ImportedExtra]:
    campaign_ids = set(Campaign.objects.filter(crew=job.crew_number).values_list("pk", flat=True))
    ours = {export_key("campaign", pk) for pk in campaign_ids}
    for ref, facts in head.campaigns.items():
        pk = job.resolved["campaigns"].get(ref)
        if pk is None or not native_people.is_uuid(facts.get("key")) or facts["key"] in ours:
            continue
        copied_from = facts.get("copied_from") if native_people.is_uuid(facts.get("copied_from")) else None
        opened_by = _keys(job)(facts.get("opened_by"))
        stored = {"key": facts["key"], "copied_from": copied_from, "opened_by": opened_by}
        yield _extra(job, Kind.CAMPAIGN, stored, campaign_id=pk)


def _notes(job: Import, head: native.Head) -> Iterator[ImportedExtra]:
    """Copy the crew's history; authors without an account here are stored as extras."""
    note_keys = set(CrewNote.objects.filter(crew=job.crew_number).values_list("key", flat=True))
    notes = native_people.notes(head.notes, CrewNote.Kind.values, _keys(job))
    fresh = {note["key"]: note for note in notes if UUID(note["key"]) not in note_keys}
    for note in fresh.values():
        by = player_of(job, note.pop("by_number"))
        new_note = CrewNote.objects.create(
            crew_id=job.crew_number,
            kind=note["kind"],
            at=note["at"],
            by_id=by,
            other_name=note["other_name"],
            key=UUID(note["key"]),
        )
        job.resolved["new_rows"].setdefault("notes", []).append(new_note.pk)
        stored = {"key": note["key"], "by": None if by else note["by"], "other": note["other"]}
        yield _extra(job, Kind.NOTE, stored)
