"""Services of imports: apply the good entries and undo them, one piece per step, each in its own transaction.

The position changes in the transaction that writes a piece. So a killed worker loses at most one piece, the next worker
continues there, and a step requested twice runs once.
"""

from __future__ import annotations

import logging
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator
from typing import Any, Final
from uuid import UUID, uuid5

from django.db import InterfaceError, OperationalError, connection, transaction
from django.utils import timezone

from logbook.campaigns.models import Attendance, Campaign, LogEntry, LogEntryChange
from logbook.campaigns.services.campaigns import mark_copies, recompute_missions
from logbook.crews.models.guests import Guest
from logbook.crews.models.notes import CrewNote
from logbook.exchange.exceptions import NothingToTakeBack
from logbook.exchange.formats.cell_parsers import FEWEST, MOST
from logbook.exchange.formats.entries import Attendee, ImportEntry, entry_of
from logbook.exchange.formats.native_people import moment
from logbook.exchange.import_suggestions import PARTS
from logbook.exchange.models import Import, ImportedExtra, ImportPiece
from logbook.exchange.services.clubs import apply_club, take_back_club
from logbook.exchange.services.confirm import LEAVE, TOGETHER, WON
from logbook.exchange.services.import_reader import DOUBTFUL, GOOD, WRONG
from logbook.exchange.services.line_answers import answered_entries
from logbook.exchange.services.photos import drop_photos, store_photos
from logbook.exchange.services.references import player_of
from logbook.exchange.services.resolve import resolve
from logbook.lib import announcements, queue
from logbook.lib.exceptions import StorageUnavailable

logger = logging.getLogger(__name__)
State = Import.State
ROWS_A_STATEMENT: Final = 1_000
Present = tuple[int, int | None, int | None, bool, bool, int | None, bool]
PRESENT: Final = "entry_id, player_id, guest_id, captain, substitute, points, won"
"""The columns of a `Present`, in order."""
KEY_TAKEN, CAMPAIGN_CLOSED, LEFT_OUT = "taken", "campaign-closed", "left"
NO_ANSWER, UNASKED = "no-answer", "unasked"
"""Reasons why a good entry is not written."""


def apply_step(*, import_id: int, steps: int) -> int | None:
    """Do the next step of an import at number `steps`; return its new number, None if nothing is left to do.

    An unexpected error stops the import, which can then be undone; a failure of the database or of the file storage is
    raised, so that the step is tried again.
    """
    try:
        job = step(import_id=import_id, steps=steps)
    except (OperationalError, InterfaceError, StorageUnavailable):
        raise
    except Exception:
        logger.exception("Import %s stopped at number %s", import_id, steps)
        job = _stop(import_id, steps)
    if job is None:
        return None
    announcements.announce(job.pk, job.steps, kind=announcements.IMPORT)
    return job.steps if job.is_at_work else None


def step(*, import_id: int, steps: int) -> Import | None:
    """Do the next step, whole or not at all; return the import, None if it is not at that number."""
    with transaction.atomic():
        # The file has megabytes, and only the first step reads it.
        locked = Import.objects.defer("body").select_for_update(of=("self",)).filter(pk=import_id, steps=steps)
        job = locked.filter(state__in=(State.APPLYING, State.TAKING_BACK)).first()
        if job is None:
            return None
        forward = job.state == State.APPLYING
        if job.kind == Import.Kind.CLUB:
            (apply_club if forward else take_back_club)(job, _child_step)
        else:
            (_apply_step if forward else _undo_step)(job)
        job.steps += 1
        job.moved_at = timezone.now()
        job.save(
            update_fields=(
                *("state", "club", "resolved", "imported", "existing", "wrong", "position", "steps"),
                *("moved_at", "finished_at"),
            )
        )
    return job


def _child_step(child: Import) -> None:
    """Do the next step of a crew's import within a club's."""
    step(import_id=child.pk, steps=child.steps)


@transaction.atomic
def _stop(import_id: int, steps: int) -> Import | None:
    locked = Import.objects.select_for_update(of=("self",)).filter(pk=import_id, steps=steps)
    job = locked.filter(state__in=(State.APPLYING, State.TAKING_BACK)).first()
    if job is not None:
        job.state, job.fault = State.FAILED, ["unforeseen", {}]
        job.steps += 1
        job.moved_at = job.finished_at = timezone.now()
        job.save(update_fields=("state", "fault", "steps", "moved_at", "finished_at"))
    return job


@transaction.atomic
def take_back_import(*, import_id: int) -> None:
    """Queue the removal of everything an import added, even a partial one. Raises NothingToTakeBack."""
    jobs = Import.objects.select_for_update(of=("self",)).filter(pk=import_id, state__in=(State.DONE, State.FAILED))
    job = jobs.first()
    if job is None:
        raise NothingToTakeBack
    job.state, job.position = State.TAKING_BACK, min(job.position, job.pieces_total)
    job.steps += 1
    job.moved_at = timezone.now()
    job.save(update_fields=("state", "position", "steps", "moved_at"))
    queue.later("exchange.apply_step", import_id, job.steps)


# --- apply


def _apply_step(job: Import) -> None:
    if job.position == 0:
        resolve(job)
    elif job.position <= job.pieces_total:
        _apply_piece(job)
    else:
        _recount_campaigns(job)
        job.state, job.finished_at = State.DONE, timezone.now()
    job.position += 1


def _recount_campaigns(job: Import) -> None:
    """Count the campaigns' missions once, at the end: a count per entry would be slow with thousands."""
    for pk in sorted({*job.resolved.get("campaigns", {}).values()}):
        if Campaign.objects.filter(pk=pk).exists():
            mark_copies(pk)
            recompute_missions(pk)


def _apply_piece(job: Import) -> None:
    piece = ImportPiece.objects.get(job=job, number=job.position)
    targets = job.resolved["campaigns"]
    closed_campaigns = _closed_campaigns(job)
    offered = [
        (row, _completed_entry(job, entry))
        for row in piece.reads
        if row[3] in (GOOD, DOUBTFUL)
        for entry in answered_entries(job, row[0], entry_of(row[1]))
    ]
    present_keys = _existing_keys(job, [key for _row, entry in offered for key in (entry.key, entry.client_key) if key])
    entries: list[ImportEntry] = []
    why: Counter[str] = Counter()
    for row, entry in offered:
        campaign = targets.get(entry.campaign)
        if (reason := _skip_reason(entry, campaign, closed_campaigns, present_keys)) is None:
            present_keys[campaign].add(entry.key)
            entries.append(entry)
        else:
            row[2], row[3] = [reason, {}], KEY_TAKEN if reason == KEY_TAKEN else WRONG
            why[reason] += 1
    _write_entries(job, entries)
    piece.keys_written = defaultdict(list)
    for entry in entries:
        piece.keys_written[str(targets[entry.campaign])].append(entry.key)
    piece.save(update_fields=("reads", "keys_written"))
    job.imported += len(entries)
    job.existing += why.pop(KEY_TAKEN, 0)
    job.wrong += why.total()


def _closed_campaigns(job: Import) -> set[int]:
    """Lock the campaigns and return those that accept no entry; a campaign imported as closed is filled."""
    targets = job.resolved["campaigns"].values()
    locked = Campaign.objects.select_for_update().filter(pk__in=targets).order_by("pk")
    pks = {pk for pk, closed_at in locked.values_list("pk", "closed_at") if closed_at is not None}
    return pks.difference(job.resolved["new_rows"]["campaigns"])


def _completed_entry(job: Import, entry: ImportEntry) -> ImportEntry:
    """Return the entry, with the importer's choice where the file has no result; without a result it is skipped."""
    if entry.minutes is not None and job.choices.get("lengths") == TOGETHER:
        entry = entry._replace(minutes=max(1, round(entry.minutes / entry.plays)))
    entry = _with_players(entry, job.resolved["people"])
    if entry.won is not None:
        return entry
    choice = job.choices.get("unmarked")
    return entry._replace(won=None if choice == LEAVE else choice == WON)


def _with_players(entry: ImportEntry, people: dict[str, Any]) -> ImportEntry:
    """Return the entry with its number of players, if that was counted from names that mean several people."""
    persons = {attendee.person for attendee in _expanded(entry.attendees, people)}
    counted = entry.players if entry.players is not None else len(entry.attendees)
    if "" in persons or counted != len(entry.attendees) or not FEWEST <= len(persons) <= MOST:
        return entry
    return entry._replace(players=len(persons)) if len(persons) != len(entry.attendees) else entry


def _skip_reason(
    entry: ImportEntry, campaign: int | None, closed_campaigns: set[int], present_keys: dict[int | None, set[str]]
) -> str | None:
    key_sets = (present_keys[None], present_keys[campaign])
    if campaign is None or any(key in keys for keys in key_sets for key in (entry.key, entry.client_key)):
        return KEY_TAKEN
    if campaign in closed_campaigns:
        return CAMPAIGN_CLOSED
    if not entry.mission:
        return NO_ANSWER if entry.asked else UNASKED
    return LEFT_OUT if entry.won is None else None


def _existing_keys(job: Import, keys: list[str]) -> dict[int | None, set[str]]:
    """Return existing entries: by campaign of this import, and (None) in the crew's other campaigns."""
    targets = set(job.resolved["campaigns"].values())
    keys_by_campaign: dict[int | None, set[str]] = defaultdict(set)
    entries = LogEntry.objects.filter(campaign__crew=job.crew_number, key__in=[UUID(key) for key in keys])
    for campaign, key in entries.values_list("campaign", "key"):
        keys_by_campaign[campaign if campaign in targets else None].add(str(key))
    return keys_by_campaign


def _write_entries(job: Import, entries: list[ImportEntry]) -> None:
    photos = store_photos(job, {entry.key for entry in entries if entry.extra.get("photo")})
    log_entries = LogEntry.objects.bulk_create([_log_entry(job, entry, photos.get(entry.key, "")) for entry in entries])
    people = job.resolved["people"]
    attendances: list[Present] = []
    changes: list[LogEntryChange] = []
    for log_entry, entry in zip(log_entries, entries, strict=True):
        attendances += _attendances(log_entry.pk, entry.attendees, people)
        changes += [_change(job, log_entry.pk, change) for change in entry.extra.get("changes", ())]
    _insert_attendances(attendances)
    LogEntryChange.objects.bulk_create(changes)
    _store_extras(job, entries, photos)


def _log_entry(job: Import, entry: ImportEntry, photo: str) -> LogEntry:
    extras = entry.extra
    return LogEntry(
        campaign_id=job.resolved["campaigns"][entry.campaign],
        mission=entry.mission,
        won=bool(entry.won),
        distress=entry.distress,
        players=entry.players,
        played_on=entry.played_on,
        minutes=entry.minutes,
        note=entry.note,
        photo=photo,
        source=extras.get("source", LogEntry.Source.IMPORT),
        key=UUID(entry.key),
        copied=bool(extras.get("copied")),
        logged_by_id=player_of(job, extras["logged_by"]) if extras else job.by_id,
        logged_at=moment(extras.get("logged_at")) or timezone.now(),
        removed_at=moment(extras.get("removed_at")),
    )


def _attendances(entry_id: int, attendees: tuple[Attendee, ...], people: dict[str, Any]) -> list[Present]:
    """Return the attendance. Two names for one person count once; there is one captain."""
    pairs: set[tuple[str, int | None]] = set()
    rows: list[Present] = []
    captain = False
    for attendee in _expanded(attendees, people):
        kind, pk = (people.get(attendee.person) if attendee.person else None) or ("", None)
        if kind and (kind, pk) in pairs:
            continue
        player, guest = pk if kind == "player" else None, pk if kind == "guest" else None
        rows.append(
            (
                entry_id,
                player,
                guest,
                attendee.captain and not captain,
                attendee.substitute,
                attendee.points,
                attendee.won,
            )
        )
        captain = captain or attendee.captain
        if kind:
            pairs.add((kind, pk))
    return rows


def _expanded(attendees: tuple[Attendee, ...], people: dict[str, Any]) -> Iterator[Attendee]:
    """Yield the attendees, and for a name that means others those others."""
    for attendee in attendees:
        kind, parts = people.get(attendee.person) or ("", ())
        refs = parts if kind == PARTS else (attendee.person,)
        yield from (attendee._replace(person=ref) for ref in refs)


def _insert_attendances(rows: list[Present]) -> None:
    """Insert attendance rows without models: four rows per entry are most of an import's work."""
    table = connection.ops.quote_name(Attendance._meta.db_table)  # noqa: SLF001 - what Django documents
    for start in range(0, len(rows), ROWS_A_STATEMENT):
        batch = rows[start : start + ROWS_A_STATEMENT]
        values = ",".join(["(%s,%s,%s,%s,%s,%s,%s)"] * len(batch))
        with connection.cursor() as cursor:
            cursor.execute(
                f"INSERT INTO {table} ({PRESENT}) VALUES {values}",  # noqa: S608 - the table and columns are ours; values are parameters
                [value for row in batch for value in row],
            )


def _change(job: Import, entry_id: int, change: dict[str, Any]) -> LogEntryChange:
    return LogEntryChange(
        entry_id=entry_id,
        by_id=player_of(job, change["by"]),
        at=moment(change["at"]) or timezone.now(),
        before=_correction_facts(job, change["before"]),
        after=_correction_facts(job, change["after"]),
    )


def _correction_facts(job: Import, facts: dict[str, Any]) -> dict[str, Any]:
    """Return the facts of a correction, with the people of this site."""
    if "people" not in facts:
        return facts
    rows = []
    for person, captain, substitute, points, won in facts["people"]:
        kind, pk = job.resolved["people"].get(person) or (None, None)
        rows.append({
            "player": pk if kind == "player" else None,
            "guest": pk if kind == "guest" else None,
            "captain": captain,
            "substitute": substitute,
            **({} if points is None and not won else {"points": points, "won": won}),
        })  # fmt: skip
    return {name: value for name, value in facts.items() if name != "people"} | {"attendance": rows}


def _store_extras(job: Import, entries: list[ImportEntry], photos: Collection[str]) -> None:
    """Store what entries have no column for: authors without an account here, tables elsewhere, missing photos."""
    extras = {entry.key: _entry_extras(job, entry.extra) for entry in entries if entry.extra}
    for entry in entries:
        if entry.extra.get("photo") and entry.key not in photos:
            extras[entry.key]["photo"] = True
    facts = {key: entry_extras for key, entry_extras in extras.items() if entry_extras}
    if facts:
        key = uuid5(UUID(int=job.pk), str(job.position))
        ImportedExtra.objects.create(
            crew_id=job.crew_number, job=job, kind=ImportedExtra.Kind.LINES, key=key, facts=facts
        )


def _entry_extras(job: Import, extras: dict[str, Any]) -> dict[str, Any]:
    keys, facts = job.resolved["keys"], {}
    if extras["logged_by"] and player_of(job, extras["logged_by"]) is None:
        facts["by"] = keys.get(extras["logged_by"])
    if extras["table"]:
        facts |= {"table": extras["table"], "attempt": extras["attempt"]}
    changes = extras.get("changes", ())
    if any(change["by"] and player_of(job, change["by"]) is None for change in changes):
        facts["changes"] = [keys.get(change["by"]) for change in changes]
    return facts


# --- undo


def _undo_step(job: Import) -> None:
    if job.position > 0:
        piece = ImportPiece.objects.filter(job=job, number=job.position).first()
        if piece is not None:
            _undo_piece(piece)
        job.position -= 1
        return
    new_rows = job.resolved.get("new_rows", {"campaigns": (), "guests": ()})
    ImportedExtra.objects.filter(job=job).delete()
    CrewNote.objects.filter(pk__in=new_rows.get("notes", ())).delete()
    # Campaigns and guests that others have used since stay.
    Campaign.objects.filter(pk__in=new_rows["campaigns"], entries=None, tables=None).delete()
    unused = {"attendances": None, "claimed_by": None, "deal_accesses": None, "sittings": None, "handouts": None}
    Guest.objects.filter(pk__in=new_rows["guests"], **unused).delete()
    _recount_campaigns(job)
    job.state, job.finished_at = State.TAKEN_BACK, timezone.now()


def _undo_piece(piece: ImportPiece) -> None:
    for campaign, keys in piece.keys_written.items():
        entries = LogEntry.objects.filter(campaign=int(campaign), key__in=[UUID(key) for key in keys])
        drop_photos(entries.exclude(photo="").only("photo"))
        entries.delete()
