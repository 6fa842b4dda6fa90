"""Services of imports: read a file into pieces, each entry with its verdict. A repeated call starts anew, without
duplicates.
"""

from __future__ import annotations

import logging
import secrets
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from typing import Any, Final
from uuid import UUID

from django.db import InterfaceError, OperationalError, transaction
from django.db.models import F
from django.utils import timezone

from logbook.campaigns.models import LogEntry
from logbook.exchange.formats import csv_tables, native, plays, unpacking
from logbook.exchange.formats.doubtful_names import parts_of
from logbook.exchange.formats.entries import Fault, ImportEntry, ReadEntry, Unreadable
from logbook.exchange.formats.entry_keys import entry_key
from logbook.exchange.formats.text import Pieces
from logbook.exchange.models import Import, ImportPiece
from logbook.exchange.services.clubs import read_club, read_club_records, record_progress_of_parent
from logbook.exchange.services.line_answers import MOST_ASKED, AskedLine, asked_line
from logbook.exchange.services.photos import ensure_photos_valid, has_photos
from logbook.lib import announcements
from logbook.lib.names import name_key, plain

logger = logging.getLogger(__name__)
LINES_A_PIECE: Final = 1_000
MOST_ENTRIES: Final = 200_000
MOST_PEOPLE: Final = 300
"""The most people of a table: with more, the column of names is something else."""
GOOD, DOUBTFUL, WRONG, PRESENT = "good", "doubt", "wrong", "present"
PieceRow = list[Any]
"""A row of a piece: the place in the file, the entry, code and params of a fault, the verdict."""


@dataclass(slots=True)
class _Tally:
    """Counts of what was read so far."""

    counts: Counter[str] = field(default_factory=Counter)
    people: Counter[str] = field(default_factory=Counter)
    names: dict[str, str] = field(default_factory=dict)
    campaigns: Counter[tuple[str, str]] = field(default_factory=Counter)
    keys: set[int] = field(default_factory=set)
    parts: dict[str, list[str]] = field(default_factory=dict)
    """The people that a name may mean instead, by its reference."""
    direct: set[str] = field(default_factory=set)
    """References of people who are named by themselves."""
    asked: dict[int, AskedLine] = field(default_factory=dict)
    """Places of the file whose text leaves something open, the first ones."""
    unmarked: int = 0
    """Entries whose result the file does not contain."""
    shared_lengths: int = 0
    """Entries that share one length with others of a play."""
    has_photos: bool = False
    without_photo: int = 0
    """Entries that name a photo, in a file without photos."""


def read_import(*, import_id: int) -> None:
    """Read the file. A second call takes over from the first, whose pieces are deleted.

    An unexpected error refuses the file; a database failure is raised, so that the task is tried again.
    """
    job = _claim(import_id)
    if job is None or job.body is None:
        return
    try:
        (_read_club if job.kind == Import.Kind.CLUB else _read_file)(job)
    except (OperationalError, InterfaceError):
        raise
    except Exception:
        logger.exception("Import %s cannot be read", import_id)
        fault, now = ["unforeseen-file", {}], timezone.now()
        _claimed_import(job).update(state=Import.State.REFUSED, fault=fault, steps=F("steps") + 1, moved_at=now)
        _announce(job.pk)


def _read_file(job: Import) -> None:
    pieces = partial(unpacking.pieces_of, bytes(job.body or b""))
    tally, head = _Tally(has_photos=has_photos(job)), native.Head()
    if job.kind == Import.Kind.OWN:
        head = native.head_of(pieces, job.encoding)
    number = 0
    for number, batch in enumerate(_batches(_limited(_reads(job, pieces, head)), LINES_A_PIECE), start=1):
        rows = _validated_rows(job, batch, tally)
        if not _store_piece(job, number, rows, tally.counts):
            return
        if _are_too_many(job, tally):
            break
    _finish_reading(job, number, tally, head)


def _read_club(job: Import) -> None:
    """Read the crews' logbooks, one after the other, and then the club's records."""
    for child in read_club(job):
        read_import(import_id=child.pk)
    with transaction.atomic():
        if not _claimed_import(job).update(moved_at=timezone.now()):
            return
        pieces_total, findings, counts = read_club_records(job)
    children = list(job.children.all())
    numbers = {
        "good": counts[GOOD] + sum(child.good for child in children),
        "doubtful": sum(child.doubtful for child in children),
        "wrong": counts[WRONG] + sum(child.wrong + (child.state == Import.State.REFUSED) for child in children),
        "existing": counts[PRESENT] + sum(child.existing for child in children),
    }
    fault = None if findings["club"].get("key") else Fault("nothing")
    _claimed_import(job).update(
        **numbers,
        state=Import.State.REFUSED if fault else Import.State.WAITING,
        fault=[fault.code, fault.params] if fault else None,
        findings=findings,
        pieces_total=pieces_total,
        position=0,
        steps=F("steps") + 1,
        moved_at=timezone.now(),
    )
    _announce(job.pk)


def _claim(import_id: int) -> Import | None:
    token = secrets.token_hex(16)
    with transaction.atomic():
        reading = Import.objects.filter(pk=import_id, state=Import.State.READING)
        if not reading.update(reader=token, steps=F("steps") + 1, moved_at=timezone.now()):
            return None
        ImportPiece.objects.filter(job=import_id).delete()
        return reading.get()


def _reads(job: Import, pieces: Pieces, head: native.Head) -> Iterator[ReadEntry]:
    today = timezone.localdate()
    if job.kind == Import.Kind.TABLE:
        return csv_tables.read(pieces, job.encoding, csv_tables.as_plan(job.plan), today)
    if job.kind == Import.Kind.OWN:
        return native.read(pieces, job.encoding, head, today)
    reader = plays.bgstats if job.kind == Import.Kind.BGSTATS else plays.bgg
    return reader(pieces, job.encoding, today)


def _limited(reads: Iterable[ReadEntry]) -> Iterator[ReadEntry]:
    for number, read in enumerate(reads):
        if number >= MOST_ENTRIES:
            yield ReadEntry(read.row, None, Fault("too-many", {"most": MOST_ENTRIES}))
            return
        yield read


def _batches(reads: Iterator[ReadEntry], size: int) -> Iterator[list[ReadEntry]]:
    while batch := list(islice(reads, size)):
        yield batch


# --- verdicts


def _validated_rows(job: Import, batch: list[ReadEntry], tally: _Tally) -> list[PieceRow]:
    """Return each entry with its key and its verdict. It queries the database once per thousand entries."""
    keyed = [_with_key(job, read) for read in batch]
    photos = ensure_photos_valid(job, keyed)
    keyed = [_with_photo(read, photos) for read in keyed]
    tally.without_photo += 0 if tally.has_photos else sum(_names_photo(read) for read in keyed)
    keys = [key for read in keyed if read.entry for key in (read.entry.key, read.entry.client_key) if key]
    present_keys = _existing_keys(job.crew_number, keys)
    has_parts = job.kind in (Import.Kind.BGSTATS, Import.Kind.BGG) or "key" not in job.plan.get("columns", ("key",))
    return [_piece_row(read, present_keys, tally, has_parts=has_parts) for read in keyed]


def _with_key(job: Import, read: ReadEntry) -> ReadEntry:
    """Return the entry under its key; outside our own files, people's names identify them."""
    entry = read.entry
    if entry is None:
        return read
    key = entry.key or entry_key(job.crew_number, entry.identity)
    client_key = entry_key(job.crew_number, entry.client_key) if entry.client_key else ""
    return read._replace(entry=entry._replace(identity="", key=key, client_key=client_key))


def _names_photo(read: ReadEntry) -> bool:
    return read.entry is not None and bool(read.entry.extra.get("photo"))


def _with_photo(read: ReadEntry, faults: Mapping[str, Fault]) -> ReadEntry:
    """Return the entry without a missing or invalid photo, and report it."""
    if read.entry is None or read.entry.key not in faults:
        return read
    return read._replace(fault=read.fault or faults[read.entry.key])


def _existing_keys(crew_id: int, keys: list[str]) -> set[str]:
    """Return those of these entries that exist in a campaign of the crew."""
    entries = LogEntry.objects.filter(campaign__crew=crew_id, key__in=[UUID(key) for key in keys])
    return {str(key) for key in entries.values_list("key", flat=True)}


def _piece_row(read: ReadEntry, present_keys: set[str], tally: _Tally, *, has_parts: bool) -> PieceRow:
    entry, fault, verdict = read.entry, read.fault, GOOD
    if entry is None:
        verdict = WRONG
    elif entry.key in present_keys or entry.client_key in present_keys:
        entry, fault, verdict = None, None, PRESENT
    elif (fingerprint := hash((entry.campaign, entry.key))) in tally.keys:
        entry, fault, verdict = None, Fault("twice"), WRONG
    else:
        tally.keys.add(fingerprint)
        verdict = DOUBTFUL if fault else GOOD
    tally.counts[verdict] += 1
    if entry is not None:
        _count_asked(read.row, entry, tally)
        entry = _added_to_tally(entry, tally, has_parts=has_parts)
    return [read.row, entry, [fault.code, fault.params] if fault else None, verdict]


def _count_asked(row: int, entry: ImportEntry, tally: _Tally) -> None:
    if entry.asked and row not in tally.asked and len(tally.asked) < MOST_ASKED:
        tally.asked[row] = asked_line(row, entry)
    if entry.asked and row in tally.asked:
        tally.asked[row]["entries"] += 1
        tally.asked[row]["unmarked"] += entry.won is None


def _added_to_tally(entry: ImportEntry, tally: _Tally, *, has_parts: bool) -> ImportEntry:
    tally.campaigns[entry.campaign, entry.game] += 1
    tally.unmarked += entry.won is None
    tally.shared_lengths += entry.plays > 1 and entry.minutes is not None
    duplicates = []
    for attendee in entry.attendees:
        ref = name_key(attendee.person)
        if ref:
            _count_person(ref, attendee.person, tally)
            tally.direct.add(ref)
        for part in parts_of(attendee.person) if has_parts else ():
            _count_person(name_key(part), part, tally)
            tally.parts.setdefault(ref, []).append(name_key(part))
        duplicates.append(attendee._replace(person=ref))
    return entry._replace(attendees=tuple(duplicates))


def _count_person(ref: str, name: str, tally: _Tally) -> None:
    tally.people[ref] += 1
    tally.names.setdefault(ref, name)


# --- store


def _claimed_import(job: Import) -> Any:
    return Import.objects.filter(pk=job.pk, state=Import.State.READING, reader=job.reader)


def _store_piece(job: Import, number: int, rows: list[PieceRow], counts: Counter[str]) -> bool:
    """Store a piece, unless another worker reads the file by now."""
    with transaction.atomic():
        if not _claimed_import(job).update(**_numbers(counts), steps=F("steps") + 1, moved_at=timezone.now()):
            return False
        ImportPiece.objects.create(job=job, number=number, reads=rows)
        record_progress_of_parent(job)
    _announce(job.parent_id or job.pk)
    return True


def _numbers(counts: Counter[str]) -> dict[str, int]:
    return {"good": counts[GOOD], "doubtful": counts[DOUBTFUL], "wrong": counts[WRONG], "existing": counts[PRESENT]}


def _finish_reading(job: Import, number: int, tally: _Tally, head: native.Head) -> None:
    fault = _whole_fault(job, tally)
    state = Import.State.REFUSED if fault else Import.State.WAITING
    _claimed_import(job).update(
        **_numbers(tally.counts),
        state=state,
        fault=[fault.code, fault.params] if fault else None,
        findings={} if fault else findings_of(job, tally, head),
        pieces_total=number,
        position=0,
        steps=F("steps") + 1,
        moved_at=timezone.now(),
    )
    _announce(job.pk)


def _whole_fault(job: Import, tally: _Tally) -> Fault | None:
    if _are_too_many(job, tally):
        return Fault("too-many-people", {"most": MOST_PEOPLE})
    if not tally.counts and not _has_tables(job):
        return Fault("nothing")
    return None


def _are_too_many(job: Import, tally: _Tally) -> bool:
    return job.kind == Import.Kind.TABLE and len(tally.people) > MOST_PEOPLE


def _has_tables(job: Import) -> bool:
    if job.kind != Import.Kind.OWN:
        return False
    try:
        pieces = partial(unpacking.pieces_of, bytes(job.body or b""))
        return bool(native.head_of(pieces, job.encoding).crew)
    except Unreadable:
        return False


def findings_of(job: Import, tally: _Tally, head: native.Head) -> dict[str, Any]:
    """Return the people and campaigns of the file for the form: reference, name, number of entries."""
    if job.kind == Import.Kind.OWN:
        people = [[ref, _name_of(one), tally.people[ref], one["key"] or ""] for ref, one in head.people.items()]
        campaigns = [
            [
                ref,
                str(one.get("game")),
                _name_of(one),
                tally.campaigns[ref, str(one.get("game"))],
                one["key"] or "",
            ]
            for ref, one in head.campaigns.items()
        ]
        counts = {"without_photo": tally.without_photo, "tables_left": head.tables_left}
        return {"people": people, "campaigns": campaigns} | counts
    people = [[ref, tally.names[ref], count, ""] for ref, count in tally.people.most_common()]
    campaigns = [[ref, game, ref.partition("/")[2], count, ""] for (ref, game), count in tally.campaigns.most_common()]
    questions: dict[str, Any] = {"unmarked": tally.unmarked, "shared_lengths": tally.shared_lengths}
    questions["parts"] = {ref: list(dict.fromkeys(parts)) for ref, parts in tally.parts.items()}
    questions["only_parts"] = sorted(tally.people.keys() - tally.direct)
    questions["asked"] = list(tally.asked.values())
    if job.kind == Import.Kind.BGG:
        questions["plays"] = plays.bgg_extent(partial(unpacking.pieces_of, bytes(job.body or b"")))
    return {"people": people, "campaigns": campaigns} | questions


def _name_of(one: dict[str, Any]) -> str:
    name = one.get("name")
    return plain(name)[:80] if isinstance(name, str) else ""


def _announce(import_id: int) -> None:
    steps = Import.objects.values_list("steps", flat=True).get(pk=import_id)
    announcements.announce(import_id, steps, kind=announcements.IMPORT)
