"""Selectors of entries: attendance, people to choose from, corrections."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from operator import itemgetter
from typing import Final
from uuid import uuid4

from django.db.models import F, Max, OuterRef, Prefetch, Q, QuerySet, Subquery
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from logbook.campaigns.models import Attendance, Campaign, LogEntry, MissionLog
from logbook.crews.models.crews import Crew, CrewMember
from logbook.crews.models.guests import Guest, Substitute
from logbook.crews.selectors.namesakes import Person, labels_of
from logbook.people.models.players import Player

MOST_PLAYERS: Final = 5
LATEST_GUESTS: Final = 200
"""The guests whom the entry form offers."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One value that a correction changed, in words."""

    what: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Correction:
    """A correction: its author, its time and its changes."""

    by: str
    at: datetime
    differences: tuple[Difference, ...]


@dataclass(frozen=True, slots=True)
class Attendee:
    """A person who may have attended: the key and the name of their chip."""

    key: str
    name: str


def entries_page(campaign: Campaign) -> QuerySet[LogEntry]:
    """Return the campaign's entries that count, with their people."""
    return entries_with_people(campaign).filter(removed_at=None)


def entries_with_people(campaign: Campaign) -> QuerySet[LogEntry]:
    """Return those, and the removed entries."""
    return LogEntry.objects.filter(campaign=campaign).prefetch_related(_with_people())


def _with_people() -> Prefetch[str, QuerySet[Attendance], str]:
    people = Attendance.objects.select_related("player", "guest__claimed_by").order_by("pk")
    return Prefetch("attendances", queryset=people)


def attendance_by_entry(entries: Sequence[int | None]) -> dict[int, str]:
    """Return the names of the people, by entry."""
    rows = Attendance.objects.filter(entry__in=[entry for entry in entries if entry]).order_by("entry", "pk")
    names = rows.values_list("entry", "player__name", "guest__claimed_by__name", "guest__name")
    by_entry = groupby(names, key=itemgetter(0))
    return {entry: ", ".join(next(filter(None, row[1:]), _("someone")) for row in own) for entry, own in by_entry}


def attendance_name(row: Attendance) -> str:
    """Return the name in an attendance."""
    if row.player is not None:
        return row.player.name
    if row.guest is not None:
        return (row.guest.claimed_by or row.guest).name
    return _("someone")


# --- people to choose from


def people_of(
    crew: Crew, entry: LogEntry | None = None, *, all_guests: bool = False, you: int | None = None
) -> list[Attendee]:
    """Return the crew's current members, substitutes and latest guests, and the other people of this entry.

    Earlier guests are found by their names, in the form's field for another guest. Namesakes have different labels;
    `you` is the player who chooses.
    """
    member = CrewMember.objects.filter(crew=crew, player=OuterRef("pk"), left_at=None).values("joined_at")
    substitute = Substitute.objects.filter(crew=crew, player=OuterRef("pk")).values("since")
    players = Player.objects.annotate(joined=Subquery(member), since=Subquery(substitute))
    mine = Q(crew_memberships__crew=crew, crew_memberships__left_at=None) | Q(substitute_in__crew=crew)
    ours = players.filter(mine).distinct().order_by(F("joined").asc(nulls_last=True), "since", "pk")
    people = [Person(f"p{player.pk}", player.name, player.joined or player.since) for player in ours]
    guests = _guests(crew, None if all_guests else LATEST_GUESTS)
    people += [Person(f"g{guest.pk}", guest.name, is_guest=True) for guest in guests]
    rows = entry.attendances.select_related("player", "guest__claimed_by") if entry else ()
    people += [Person(key, attendance_name(row)) for row in rows if (key := attendance_key(row))]
    return [Attendee(key, label) for key, label in labels_of(people, f"p{you}").items()]


def _guests(crew: Crew, most: int | None) -> list[Guest]:
    """Return guests with entries, those who played last if there are more, in the order of their names."""
    attended = Guest.objects.filter(crew=crew, claimed_by=None, attendances__isnull=False)
    latest = attended.annotate(last=Max("attendances__pk")).order_by("-last")[:most]
    return sorted(latest, key=lambda guest: (guest.name, guest.pk))


def attendance_key(row: Attendance) -> str:
    """Return a person's chip key; "" for a removed name. A claimed guest has the chip of the claimant."""
    player = row.player_id or (row.guest.claimed_by_id if row.guest else None)
    if player:
        return f"p{player}"
    return f"g{row.guest_id}" if row.guest_id else ""


def last_entry(campaign: Campaign) -> LogEntry | None:
    """Return the latest entry: its people probably attend again."""
    return entries_page(campaign).order_by("-pk").first()


# --- corrections


def corrections(entry: LogEntry) -> list[Correction]:
    """Return the corrections of an entry, the latest first."""
    rows = list(entry.changes.select_related("by").order_by("-pk"))
    names = _recorded_names(entry)
    return [
        Correction(
            by=row.by.name if row.by else _("someone"),
            at=row.at,
            differences=tuple(
                Difference(
                    _field_label(key),
                    _value_text(key, row.before.get(key), names),
                    _value_text(key, row.after.get(key), names),
                )
                for key in row.after
            ),
        )
        for row in rows
    ]


def _recorded_names(entry: LogEntry) -> dict[str, str]:
    """Return the people whom corrections may name: members, guests, and people in the crew's entries today.

    A player who left and removed their name stands in none of its entries, so corrections do not name them either.
    """
    crew = entry.campaign.crew
    people = Player.objects.filter(attendances__entry__campaign__crew=crew).distinct()
    names = {f"p{key}": name for key, name in people.values_list("pk", "name")}
    names |= {f"g{key}": name for key, name in Guest.objects.filter(crew=crew).values_list("pk", "name")}
    return names | {person.key: person.name for person in people_of(crew, all_guests=True)}


def _field_label(key: str) -> str:
    return {
        "mission": _("Mission"),
        "won": _("Outcome"),
        "distress": _("Distress signal"),
        "players": _("Players"),
        "played_on": _("Day"),
        "minutes": _("Minutes"),
        "note": _("Note"),
        "photo": _("Photo"),
        "attendance": _("Who played"),
        "removed": _("Removed"),
    }.get(key, key)


def _value_text(key: str, value: object, names: Mapping[str, str]) -> str:
    """Return a value in words."""
    if key == "won":
        return _("success") if value else _("failure")
    if key == "photo":
        return _("a photo") if value else pgettext("photo", "none")
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, list):
        return ", ".join(_person(row, names) for row in value) or _("no names")
    return str(value) if value not in {None, ""} else _("nothing")


def _person(row: Mapping[str, object], names: Mapping[str, str]) -> str:
    key = f"p{row['player']}" if row.get("player") else f"g{row.get('guest')}"
    name = names.get(key, _("someone"))
    if row.get("points") is not None:
        return f"{name} {row['points']}"
    if row.get("captain"):
        return _("%(name)s (captain)") % {"name": name}
    return _("%(name)s (substitute)") % {"name": name} if row.get("substitute") else name


# --- preset of the form


@dataclass(frozen=True, slots=True)
class EntryFormPage:
    """The form of an entry: its choices and its initial values."""

    people: list[Attendee]
    initial: dict[str, object]


def blank_entry_form(campaign: Campaign, player: Player, mission: str) -> EntryFormPage:
    """Return a new entry at a mission: with the people of the last one, and the distress signal if it is active."""
    last = last_entry(campaign)
    people = people_of(campaign.crew, you=player.pk)
    keys = {person.key for person in people}
    present = [attendance_key(row) for row in last.attendances.all()] if last else [person.key for person in people]
    still_here = [key for key in present if key in keys]
    active = MissionLog.objects.filter(campaign=campaign, mission=mission, won=False, distress=True).exists()
    return EntryFormPage(
        people,
        {
            "key": uuid4(),
            "mission": mission,
            "distress": active,
            "present": still_here if len(still_here) <= MOST_PLAYERS else [f"p{player.pk}"],
            "played_on": timezone.localdate(),
        },
    )


def entry_form_of(entry: LogEntry, player: Player) -> EntryFormPage:
    """Return an existing entry for correction by the player."""
    rows = list(entry.attendances.select_related("player", "guest__claimed_by"))
    return EntryFormPage(
        people_of(entry.campaign.crew, entry, you=player.pk),
        {
            "key": entry.key,
            "seen": entry.changes.count(),
            "mission": entry.mission,
            "won": "yes" if entry.won else "no",
            "distress": entry.distress,
            "present": [attendance_key(row) for row in rows],
            **{f"points_{attendance_key(row)}": row.points for row in rows if attendance_key(row)},
            "captain": next((attendance_key(row) for row in rows if row.captain), ""),
            "substitutes": [attendance_key(row) for row in rows if row.substitute],
            "played_on": entry.played_on,
            "minutes": entry.minutes,
            "note": entry.note,
        },
    )
