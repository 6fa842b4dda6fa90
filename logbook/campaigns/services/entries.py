"""Services of entries: add, correct, remove, restore.

The sender makes an entry's key. An entry sent again, because no answer came or because a phone was offline, is stored
once: the second request is answered like the first.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, Final, Required, TypedDict, Unpack
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from logbook.campaigns.exceptions import CampaignClosed, EntryChanged, EntryGone, ImpossibleEntry
from logbook.campaigns.models import Attendance, Campaign, LogEntry, LogEntryChange
from logbook.campaigns.services.campaigns import (
    LONGEST_SHORT_NAME,
    ensure_mission_possible,
    lock_campaign,
    recompute_missions,
)
from logbook.crews.models.crews import Crew
from logbook.crews.models.guests import Guest
from logbook.people.exceptions import Overtaken
from logbook.people.models.players import Player
from logbook.tables.missions import exists
from logbook.tables.models import Attempt

FEWEST, MOST = 2, 5
MOST_POINTS: Final = 999
LONGEST_MINUTES: Final = 999
NOTE_LENGTH: Final = 500
EARLIEST: Final = date(2019, 1, 1)
FURTHEST_EAST: Final = timedelta(hours=14)
"""The furthest time zone ahead of UTC: there the day begins this much earlier."""
CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")


@dataclass(frozen=True, slots=True)
class Attendee:
    """Attendance of one person: a player, a guest of the crew, or (neither) a removed name."""

    player: Player | None = None
    guest: Guest | None = None
    captain: bool = False
    substitute: bool = False
    points: int | None = None
    """Their points in a race, if known."""
    won: bool = False
    """Whether they won the race."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryData:
    """The values of an entry."""

    mission: str
    won: bool
    played_on: date
    distress: bool = False
    players: int | None = None
    minutes: int | None = None
    note: str = ""
    attendance: tuple[Attendee, ...] = ()


class EntryFields(TypedDict, total=False):
    """Arguments of `add_entry` that become `EntryData`."""

    mission: Required[str]
    won: Required[bool]
    played_on: Required[date]
    distress: bool
    players: int | None
    minutes: int | None
    note: str
    attendance: Sequence[Attendee]


class Origin(TypedDict, total=False):
    """The origin of an entry."""

    source: str
    attempt: Attempt | None
    photo: str


class NewEntry(EntryFields, Origin):
    """The arguments of a new entry."""


def add_entry(*, campaign: Campaign, by: Player | None, key: UUID, **fields: Unpack[NewEntry]) -> LogEntry:
    """Add an entry, once per key. `by` is None for the site itself.

    Entries written by hand keep the order of missions; online attempts and imported or copied entries need not. Raises
    NotYourLogbook, CampaignClosed, and ImpossibleEntry, which names the field.
    """
    source = fields.get("source", LogEntry.Source.TABLE)
    data = EntryData(
        mission=fields["mission"],
        won=fields["won"],
        played_on=fields["played_on"],
        distress=fields.get("distress", False),
        players=fields.get("players"),
        minutes=fields.get("minutes"),
        note=clean_note(fields.get("note", "")),
        attendance=tuple(fields.get("attendance", ())),
    )
    with transaction.atomic():
        campaign_row = lock_campaign(campaign.pk, by)
        existing = LogEntry.objects.filter(campaign=campaign_row, key=key).first()
        if existing is not None:
            return existing
        by_hand = source == LogEntry.Source.TABLE
        if campaign_row.closed_at is not None and by_hand:
            raise CampaignClosed
        _check(campaign_row, data, by_hand=by_hand)
        entry = LogEntry(campaign=campaign_row, key=key, source=source, logged_by=by)
        entry.attempt, entry.photo.name = fields.get("attempt"), fields.get("photo", "")
        _write(entry, data)
        recompute_missions(campaign_row.pk, [data.mission])
        return entry


def correct_entry(*, entry_id: int, by: Player, corrections: int | None = None, **fields: Any) -> LogEntry:
    """Change these values of an entry (the names of `EntryData`, and `photo`), and store the earlier ones.

    `corrections` is the number of earlier ones that the page showed.

    Raises NotYourLogbook, EntryGone, EntryChanged, ImpossibleEntry.
    """
    with transaction.atomic():
        entry = _lock_entry(entry_id, by)
        if entry.removed_at is not None:
            raise EntryGone
        if corrections is not None and corrections != entry.changes.count():
            raise EntryChanged
        before, old_mission = entry_data_of(entry), entry.mission
        photo = fields.pop("photo", entry.photo.name or "")
        if "attendance" in fields:
            fields.setdefault("players", None)
        if "note" in fields:
            fields["note"] = clean_note(fields["note"])
        after = EntryData(**{name: fields.get(name, getattr(before, name)) for name in EntryData.__dataclass_fields__})
        _check(entry.campaign, after, by_hand=True, before=before)
        _change_note(entry, by, _change_values(before, entry.photo.name or ""), _change_values(after, photo))
        entry.photo.name = photo
        _write(entry, after)
        recompute_missions(entry.campaign_id, {old_mission, entry.mission})
        return entry


def remove_entry(*, entry_id: int, by: Player) -> LogEntry:
    """Remove an entry: it stays, counts for nothing, and can be restored. A repeated call changes nothing."""
    return _turn(entry_id, by, removed=True)


def restore_entry(*, entry_id: int, by: Player) -> LogEntry:
    """Restore a removed entry. A repeated call changes nothing."""
    return _turn(entry_id, by, removed=False)


def undo_adding(*, entry: int, by: Player) -> None:
    """Undo an addition: remove the entry, unless it was corrected meanwhile. Idempotent.

    Raises Overtaken, NotYourLogbook and CampaignClosed.
    """
    _turn_unless_overtaken(entry, by, removed=True, changes=0)


def undo_removal(*, entry: int, changes: int, by: Player) -> None:
    """Undo a removal, the last of this many changes: restore the entry. Idempotent.

    Raises Overtaken, NotYourLogbook and CampaignClosed.
    """
    _turn_unless_overtaken(entry, by, removed=False, changes=changes)


def _turn_unless_overtaken(entry_id: int, by: Player, *, removed: bool, changes: int) -> None:
    with transaction.atomic():
        try:
            entry = _lock_entry(entry_id, by)
        except (LogEntry.DoesNotExist, Campaign.DoesNotExist) as error:
            raise Overtaken from error
        now = entry.changes.count()
        undone = now == changes + 1 and (entry.removed_at is not None) == removed
        if not undone and now != changes:
            raise Overtaken
        _turn(entry_id, by, removed=removed)


def entry_data_of(entry: LogEntry) -> EntryData:
    """Return an entry's current values."""
    rows = entry.attendances.select_related("player", "guest__claimed_by").order_by("pk")
    return EntryData(
        mission=entry.mission,
        won=entry.won,
        played_on=entry.played_on,
        distress=entry.distress,
        players=entry.players,
        minutes=entry.minutes,
        note=entry.note,
        attendance=tuple(
            Attendee(row.player, row.guest, row.captain, row.substitute, row.points, row.won) for row in rows
        ),
    )


def clean_note(note: str) -> str:
    """Return a note without unprintable characters."""
    return CONTROLS.sub("", note.replace("\r\n", "\n")).strip()


def _turn(entry_id: int, by: Player, *, removed: bool) -> LogEntry:
    with transaction.atomic():
        entry = _lock_entry(entry_id, by)
        if (entry.removed_at is not None) == removed:
            return entry
        entry.removed_at = timezone.now() if removed else None
        entry.save(update_fields=("removed_at",))
        _change_note(entry, by, {"removed": not removed}, {"removed": removed})
        recompute_missions(entry.campaign_id, [entry.mission])
        return entry


def _lock_entry(entry_id: int, by: Player) -> LogEntry:
    """Lock the campaign's row first, so that all its writes happen one after the other."""
    campaign = lock_campaign(LogEntry.objects.values_list("campaign_id", flat=True).get(pk=entry_id), by)
    if campaign.closed_at is not None:
        raise CampaignClosed
    entry = LogEntry.objects.get(pk=entry_id)
    entry.campaign = campaign
    return entry


def _write(entry: LogEntry, data: EntryData) -> None:
    entry.mission, entry.won, entry.distress = data.mission, data.won, data.distress
    entry.players = data.players or _player_count(data.attendance)
    entry.played_on, entry.minutes, entry.note = data.played_on, data.minutes, data.note
    is_stored = entry.pk is not None
    entry.save()
    if is_stored:
        entry.attendances.all().delete()
    Attendance.objects.bulk_create(
        Attendance(
            entry=entry,
            player=attendee.player,
            guest=attendee.guest,
            captain=attendee.captain,
            substitute=attendee.substitute,
            points=attendee.points,
            won=attendee.won,
        )
        for attendee in data.attendance
    )


def _player_count(attendance: Sequence[Attendee]) -> int | None:
    """Return the number of players, if the attendance suffices to tell."""
    return len(attendance) if len(attendance) >= FEWEST else None


# --- changes


def _change_values(data: EntryData, photo: str) -> dict[str, Any]:
    """Return the values as a correction stores them, people by primary key: a removed name disappears here too."""
    return {
        "mission": data.mission,
        "won": data.won,
        "distress": data.distress,
        "players": data.players or _player_count(data.attendance),
        "played_on": data.played_on.isoformat(),
        "minutes": data.minutes,
        "note": data.note,
        "photo": photo,
        "attendance": [
            {
                "player": attendee.player and attendee.player.pk,
                "guest": attendee.guest and attendee.guest.pk,
                "captain": attendee.captain,
                "substitute": attendee.substitute,
                **(
                    {"points": attendee.points, "won": attendee.won}
                    if attendee.points is not None or attendee.won
                    else {}
                ),
            }
            for attendee in data.attendance
        ],
    }


def _change_note(entry: LogEntry, by: Player, before: dict[str, Any], after: dict[str, Any]) -> None:
    """Store the values that differ, if any."""
    differs = [name for name in after if before[name] != after[name]]
    if differs:
        LogEntryChange.objects.create(
            entry=entry,
            by=by,
            before={name: before[name] for name in differs},
            after={name: after[name] for name in differs},
        )


# --- checks


def _check(campaign: Campaign, data: EntryData, *, by_hand: bool, before: EntryData | None = None) -> None:
    """Raise ImpossibleEntry for impossible values. A correction may keep the entry's earlier ones."""
    if by_hand and (before is None or before.mission != data.mission):
        ensure_mission_possible(campaign, data.mission)
    elif not exists(campaign.game, data.mission):
        raise ImpossibleEntry("mission", mission=data.mission[:LONGEST_SHORT_NAME])
    if campaign.kind.has_points and (not data.won or data.distress):
        raise ImpossibleEntry("race")
    if any(attendee.points is not None and not 0 <= attendee.points <= MOST_POINTS for attendee in data.attendance):
        raise ImpossibleEntry("points")
    _check_day(data.played_on)
    if data.minutes is not None and not 1 <= data.minutes <= LONGEST_MINUTES:
        raise ImpossibleEntry("minutes")
    if len(data.note) > NOTE_LENGTH:
        raise ImpossibleEntry("note")
    if data.players is not None and not FEWEST <= data.players <= MOST:
        raise ImpossibleEntry("players")
    _check_present(campaign, data.attendance, before.attendance if before else (), by_hand=by_hand)


def _check_day(day: date) -> None:
    if day > (timezone.now() + FURTHEST_EAST).date():
        raise ImpossibleEntry("future")
    if day < EARLIEST:
        raise ImpossibleEntry("past")


def _check_present(
    campaign: Campaign, attendance: Sequence[Attendee], before: Sequence[Attendee], *, by_hand: bool
) -> None:
    if len(attendance) > MOST:
        raise ImpossibleEntry("crowd")
    if sum(attendee.captain for attendee in attendance) > 1:
        raise ImpossibleEntry("captains")
    people = [_person(attendee) for attendee in attendance if attendee.player or attendee.guest]
    if len(set(people)) < len(people):
        raise ImpossibleEntry("twice")
    if not by_hand:
        return
    players = [attendee.player.pk for attendee in attendance if attendee.player]
    players = [key for key in players if key not in {attendee.player.pk for attendee in before if attendee.player}]
    possible = _possible_players(campaign.crew, players) if players else set()
    ours = all(attendee.guest.crew_id == campaign.crew_id for attendee in attendance if attendee.guest)
    if not ours or possible != set(players):
        raise ImpossibleEntry("stranger")


def _person(attendee: Attendee) -> tuple[str, int | None]:
    """Return the identity of an attendance: a claimed guest is the claimant."""
    if attendee.guest is not None and attendee.guest.claimed_by_id is None:
        return "guest", attendee.guest.pk
    return "player", attendee.guest.claimed_by_id if attendee.guest else attendee.player.pk if attendee.player else None


def _possible_players(crew: Crew, players: Collection[int]) -> set[int]:
    """Return which of the players could attend: members of all times, and substitutes."""
    members = crew.members.filter(player__in=players).values_list("player", flat=True)
    return {*members, *crew.substitutes.filter(player__in=players).values_list("player", flat=True)}
