"""Export of a crew: `crewsite-export/1` (docs/export.md) and a table of its entries.

Both are written a piece at a time. The same logbook gives the same bytes: they contain no moment of writing, and
records from another site keep the keys that they had there.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.core.files.storage import default_storage
from django.db.models import QuerySet

from logbook.campaigns.models import Attendance, Campaign, LogEntry, LogEntryChange
from logbook.crews.models.crews import Crew
from logbook.crews.models.guests import Guest
from logbook.crews.models.merges import CrewMerge
from logbook.exchange.formats.native import FORMAT, photo_name
from logbook.exchange.formats.own_tables import TableWords, words_of
from logbook.exchange.formats.packing import EVERYTHING, Part, as_bytes, zipped
from logbook.exchange.models import ImportedExtra
from logbook.exchange.referenced_players import players_of
from logbook.exchange.selectors import tables
from logbook.exchange.selectors.people import Extras, Participants, participants_of
from logbook.exchange.selectors.values import Facts, array, as_json, keys_of_campaigns, keys_of_crews, stamp
from logbook.lib.csv_style import CsvStyle, style_of
from logbook.people.models.players import Player
from logbook.people.site_identity import export_key

ENTRIES_PER_QUERY: Final = 1_000


@dataclass(frozen=True, slots=True)
class CrewFile:
    """A crew's logbook for export, list by list."""

    crew: Crew
    open_attempts: Collection[int]
    shelf: Extras
    roll: Participants
    campaigns: Mapping[int, Facts]

    @classmethod
    def of(cls, crew: Crew, open_attempts: Collection[int]) -> CrewFile:
        """Return the logbook of a crew; `opened` are the attempts whose cards the person may see."""
        shelf = Extras.of(crew)
        roll = participants_of(crew, shelf)
        return cls(crew, open_attempts, shelf, roll, _campaigns(crew, roll, shelf))

    def facts(self) -> Facts:
        """Return the crew's own facts."""
        return _crew(self.crew, self.roll, self.shelf)

    def lists(self) -> Mapping[str, Callable[[], Iterable[Facts]]]:
        """Return a function for each list, in the file's order."""
        numbers = {pk: facts["id"] for pk, facts in self.campaigns.items()}
        keys = {pk: facts["key"] for pk, facts in self.campaigns.items()}
        return {
            "people": lambda: self.roll.people,
            "notes": lambda: _notes(self.crew, self.roll, self.shelf),
            "campaigns": self.campaigns.values,
            "tables": lambda: tables.tables_of(self.crew, self.open_attempts, self.roll.key_of, keys),
            "lines": lambda: _entries(numbers, self.roll, self.shelf),
        }


def crew_json(crew: Crew, open_attempts: Collection[int]) -> Iterator[str]:
    """Yield the crew's whole export. `opened` are the attempts whose cards the person may see."""
    book = CrewFile.of(crew, open_attempts)
    yield '{"format":%s,"kind":"crew",\n"crew":%s,\n' % (as_json(FORMAT), as_json(book.facts()))  # noqa: UP031
    for name, rows in book.lists().items():
        yield from array(name, rows(), last=name == "lines")
    yield "}\n"


# --- the crew and its history


def _crew(crew: Crew, roll: Participants, shelf: Extras) -> Facts:
    extra: Facts = next((one.facts for one in shelf.by_kind[ImportedExtra.Kind.CREW]), {})
    founded = extra.get("founded") or stamp(crew.created_at)
    return {
        "key": str(extra.get("key") or export_key("crew", crew.pk)),
        "name": crew.name,
        "founded": founded,
        "became": _successor(crew) or extra.get("became"),
        "unions": [_with_numbers(one, roll) for one in (*(extra.get("unions") or ()), *_unions(crew))],
    }


def _successor(crew: Crew) -> Facts | None:
    if crew.became is None:
        return None
    return {
        "key": keys_of_crews([crew.became.pk])[crew.became.pk],
        "name": crew.became.name,
        "at": stamp(crew.became_at),
    }


def _unions(crew: Crew) -> Iterator[Facts]:
    """Yield the crew's requests to other crews. Their links belong to this crew, and open nothing elsewhere."""
    unions = list(CrewMerge.objects.filter(crew=crew).select_related("into").order_by("asked_at", "pk"))
    keys = keys_of_crews([one.into_id for one in unions if one.into_id])
    for one in unions:
        yield {
            "state": one.state,
            "asked_by": one.asked_by_id,
            "asked": stamp(one.asked_at),
            "answered_by": one.answered_by_id,
            "answered": stamp(one.answered_at),
            "into": one.into and {"key": keys[one.into.pk], "name": one.into.name},
        }


def _with_numbers(union: Facts, roll: Participants) -> Facts:
    return union | {name: roll.key_here(union.get(name)) for name in ("asked_by", "answered_by")}


def _notes(crew: Crew, roll: Participants, shelf: Extras) -> Iterator[Facts]:
    notes = list(crew.notes.order_by("at", "key"))
    keys = keys_of_crews([note.other_id for note in notes if note.other_id])
    extras = {str(one.key): one.facts for one in shelf.by_kind[ImportedExtra.Kind.NOTE]}
    for note in notes:
        extra = extras.get(str(note.key), {})
        yield {
            "key": str(note.key),
            "kind": note.kind,
            "at": stamp(note.at),
            "by": roll.key_here(note.by_id) or roll.key_here(extra.get("by")),
            "other": keys.get(note.other_id or 0) or extra.get("other"),
            "other_name": note.other_name,
        }


# --- campaigns


def _campaigns(crew: Crew, roll: Participants, shelf: Extras) -> dict[int, Facts]:
    """Return the campaigns by primary key, in the file's order."""
    extras = {one.campaign_id: one for one in shelf.by_kind[ImportedExtra.Kind.CAMPAIGN]}
    campaigns = list(crew.campaigns.all())
    keys = keys_of_campaigns([one.copied_from_id for one in campaigns if one.copied_from_id])
    exports = [(one.pk, _campaign(one, keys, roll, extras.get(one.pk))) for one in campaigns]
    exports.sort(key=lambda one: (one[1]["opened"], one[1]["key"]))
    return {pk: {"id": number} | facts for number, (pk, facts) in enumerate(exports, start=1)}


def _campaign(campaign: Campaign, keys: Mapping[int, str], roll: Participants, extra: ImportedExtra | None) -> Facts:
    extra_facts = extra.facts if extra else {}
    return {
        "key": str(extra.key) if extra else export_key("campaign", campaign.pk),
        "name": campaign.name,
        "game": campaign.game,
        "in_order": campaign.in_order,
        "opened": stamp(campaign.opened_at),
        "opened_by": roll.number(campaign.opened_by_id) or roll.keys.get(extra_facts.get("opened_by") or ""),
        "closed": stamp(campaign.closed_at),
        "copied": campaign.is_copy,
        "copied_from": extra_facts.get("copied_from") or keys.get(campaign.copied_from_id or 0),
    }


# --- entries


def _entries(campaigns: Mapping[int, int], roll: Participants, shelf: Extras) -> Iterator[Facts]:
    for entry, attendances, changes in _logged_entries(campaigns):
        extra = shelf.entries.get(str(entry.key), {})
        told_by = extra.get("changes") or [None] * len(changes)
        yield {
            "key": str(entry.key),
            "campaign": campaigns[entry.campaign_id],
            "mission": entry.mission,
            "won": entry.won,
            "distress": entry.distress,
            "players": entry.players,
            "played_on": entry.played_on.isoformat(),
            "minutes": entry.minutes,
            "note": entry.note,
            "photo": photo_name(str(entry.key)) if entry.photo or extra.get("photo") else None,
            "source": entry.source,
            "copied": entry.copied,
            "logged_by": roll.number(entry.logged_by_id) or roll.keys.get(extra.get("by") or ""),
            "logged_at": stamp(entry.logged_at),
            "removed_at": stamp(entry.removed_at),
            "table": export_key("table", entry.attempt.table_id) if entry.attempt else extra.get("table"),
            "attempt": entry.attempt.number if entry.attempt else extra.get("attempt"),
            "people": [_attendance_of(one, roll) for one in attendances],
            "changes": [_change(one, key, roll) for one, key in zip(changes, told_by, strict=False)],
        }


def _logged_entries(campaigns: Iterable[int]) -> Iterator[tuple[LogEntry, list[Attendance], list[LogEntryChange]]]:
    """Yield the campaigns' entries in the order of writing, with attendance and corrections."""
    for campaign in campaigns:
        last = 0
        while entries := _after(campaign, last):
            keys = [entry.pk for entry in entries]
            attendances = _by_entry(Attendance.objects.filter(entry__in=keys).order_by("pk"))
            changes = _by_entry(LogEntryChange.objects.filter(entry__in=keys).order_by("at", "pk"))
            for entry in entries:
                yield entry, attendances.get(entry.pk, []), changes.get(entry.pk, [])
            last = keys[-1]


def _after(campaign: int, last: int) -> list[LogEntry]:
    entries = LogEntry.objects.filter(campaign=campaign, pk__gt=last).select_related("attempt").order_by("pk")
    return list(entries[:ENTRIES_PER_QUERY])


def _by_entry(rows: Iterable[Any]) -> dict[int, list[Any]]:
    by_entry: dict[int, list[Any]] = {}
    for row in rows:
        by_entry.setdefault(row.entry_id, []).append(row)
    return by_entry


def _attendance_of(one: Attendance, roll: Participants) -> Facts:
    facts = _attendance(one.player_id, one.guest_id, one.captain, one.substitute, roll)
    return facts | _race_facts(one.points, one.won)


def _race_facts(points: int | None, won: bool) -> Facts:
    """Return the facts of a race: a person's points, and whether they won."""
    return ({} if points is None else {"points": points}) | ({"won": True} if won else {})


def _attendance(player: int | None, guest: int | None, captain: bool, substitute: bool, roll: Participants) -> Facts:
    return {"person": roll.number(player, guest), "captain": captain, "substitute": substitute}


def _change(change: LogEntryChange, told_by: str | None, roll: Participants) -> Facts:
    by = roll.number(change.by_id) or roll.keys.get(told_by or "")
    return {
        "by": by,
        "at": stamp(change.at),
        "before": _entry_facts(change.before, roll),
        "after": _entry_facts(change.after, roll),
    }


def _entry_facts(stored: Mapping[str, Any], roll: Participants) -> Facts:
    facts = {name: value for name, value in stored.items() if name not in ("attendance", "photo")}
    if "photo" in stored:
        facts["photo"] = bool(stored["photo"])
    if "attendance" in stored:
        facts["people"] = [
            _attendance(
                one.get("player"), one.get("guest"), bool(one.get("captain")), bool(one.get("substitute")), roll
            )
            | _race_facts(one.get("points"), bool(one.get("won")))
            for one in stored["attendance"]
        ]
    return facts


# --- zip


def crew_zip(crew: Crew, open_attempts: Collection[int], language: str) -> Iterator[bytes]:
    """Return the zip: the whole export, the table of entries in a language, and the photos.

    Raises StorageUnavailable.
    """
    ensure_photos_readable(LogEntry.objects.filter(campaign__crew=crew))
    return zipped(_parts(crew, open_attempts, language))


def _parts(crew: Crew, open_attempts: Collection[int], language: str) -> Iterator[Part]:
    yield Part(EVERYTHING, as_bytes(crew_json(crew, open_attempts)))
    yield Part("lines.csv", as_bytes(crew_table(crew, language)))
    yield from photo_parts(LogEntry.objects.filter(campaign__crew=crew))


def ensure_photos_readable(entries: QuerySet[LogEntry]) -> None:
    """Ask the storage for one of these photos, before the response begins. Raises StorageUnavailable."""
    if name := entries.exclude(photo="").values_list("photo", flat=True).first():
        default_storage.exists(name)


def photo_parts(entries: QuerySet[LogEntry]) -> Iterator[Part]:
    """Yield these entries' photos, each once. JPEGs are stored without compression."""
    names: set[str] = set()
    for key, name in entries.exclude(photo="").order_by("key", "pk").values_list("key", "photo"):
        place = photo_name(str(key))
        if place not in names and default_storage.exists(name):
            names.add(place)
            yield Part(place, _photo(name), packed=False)


def _photo(name: str) -> Iterator[bytes]:
    with default_storage.open(name) as file:
        yield from file.chunks()


# --- table


def crew_table(crew: Crew, language: str) -> Iterator[str]:
    """Return the entries that count, as CSV for spreadsheets of a language; no cell is a formula."""
    words = words_of(language)
    return _table(crew, words, style_of(language))


def _table(crew: Crew, words: TableWords, style: CsvStyle) -> Iterator[str]:
    campaigns = {one.pk: one for one in crew.campaigns.order_by("opened_at", "pk")}
    names = _names(crew)
    yield "\ufeff" + style.line(words.header)
    for entry, attendances, _changes in _logged_entries(campaigns):
        if entry.removed_at is None:
            yield style.line(_cells(campaigns[entry.campaign_id], entry, attendances, names, words))


def _names(crew: Crew) -> dict[tuple[str, int], str]:
    players = Player.objects.filter(pk__in=players_of(crew)).values_list("pk", "name")
    guests = Guest.objects.filter(crew=crew).values_list("pk", "name")
    of_players = {("player", pk): name for pk, name in players}
    return of_players | {("guest", pk): name for pk, name in guests}


def _cells(
    campaign: Campaign,
    entry: LogEntry,
    attendances: list[Attendance],
    names: Mapping[tuple[str, int], str],
    words: TableWords,
) -> Iterator[str]:
    def names_of(rows: Iterable[Attendance]) -> str:
        rows_with_name = (
            names.get(("player", one.player_id) if one.player_id else ("guest", one.guest_id or 0), "") for one in rows
        )
        return "; ".join(name.replace(";", ",") for name in rows_with_name if name)

    yield from (campaign.name, campaign.game, entry.mission, words.won if entry.won else words.failed)
    yield from (words.yes if entry.distress else words.no, str(entry.players or ""), entry.played_on.isoformat())
    yield from (
        str(entry.minutes or ""),
        entry.note,
        names_of(attendances),
        names_of(one for one in attendances if one.captain),
    )
    yield from (names_of(one for one in attendances if one.substitute), entry.source, str(entry.key))
