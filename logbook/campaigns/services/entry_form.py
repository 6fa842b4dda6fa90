"""Services of the entry form: it becomes an entry, with people by chip key, a new guest by name, and a photo.

A claimed guest is the claimant.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any
from uuid import UUID

from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from logbook.campaigns.exceptions import EntryChanged, ImpossibleEntry
from logbook.campaigns.models import Attendance, Campaign, LogEntry, MissionLog
from logbook.campaigns.services import entries
from logbook.campaigns.services.entries import Attendee
from logbook.campaigns.services.photos import drop_photo, store_photo
from logbook.crews.exceptions import Namesakes
from logbook.crews.models.crews import Crew, CrewMember
from logbook.crews.models.guests import Guest, Substitute
from logbook.crews.services.guests import ensure_guest
from logbook.lib.names import name_key, plain, split_names
from logbook.people.models.players import Player


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryForm:
    """A filled-in form. People are `p` or `g` with the primary key of a player or a guest."""

    mission: str
    won: bool
    played_on: date
    distress: bool = False
    present: tuple[str, ...] = ()
    guest: str = ""
    """New guests: one name, or several with commas."""
    captain: str = ""
    substitutes: tuple[str, ...] = ()
    minutes: int | None = None
    note: str = ""
    points: Mapping[str, int] = field(default_factory=dict)
    """Points of a race, by the same keys; the key of a new guest is `guest`. The highest points win."""


def add_entry_from_form(
    *, campaign: Campaign, by: Player, key: UUID, form: EntryForm, upload: UploadedFile[Any] | None = None
) -> LogEntry:
    """Add the entry, once per key. Raises what `add_entry` raises, and UnreadablePhoto."""
    with store_photo(upload) as photo, transaction.atomic():
        entry = entries.add_entry(campaign=campaign, by=by, key=key, photo=photo, **_entry_fields(campaign.crew, form))
        if entry.photo.name != photo:
            drop_photo(photo)  # The form came twice: the first photo is stored already.
        return entry


def correct_entry_from_form(
    *,
    entry: LogEntry,
    by: Player,
    corrections: int | None,
    form: EntryForm,
    upload: UploadedFile[Any] | None = None,
    without_photo: bool = False,
) -> LogEntry:
    """Correct the entry. A replaced photo is deleted.

    Raises what `correct_entry` raises, EntryChanged also for a form without its number of corrections, and
    UnreadablePhoto.
    """
    if corrections is None:
        raise EntryChanged
    old = entry.photo.name or ""
    with store_photo(upload) as new, transaction.atomic():
        photo = new or ("" if without_photo else old)
        fields = _entry_fields(entry.campaign.crew, form)
        fields["attendance"] = _as_before(entry, fields["attendance"])
        if entry.attempt_id is not None:
            fields["attendance"] = _winners_as_before(entry, fields["attendance"])
        nameless = Attendance.objects.filter(entry=entry, player=None, guest=None)
        fields["attendance"] += tuple(Attendee(captain=row.captain, substitute=row.substitute) for row in nameless)
        corrected = entries.correct_entry(entry_id=entry.pk, by=by, corrections=corrections, photo=photo, **fields)
        if photo != old:
            drop_photo(old)
        return corrected


def change_photo(*, entry: LogEntry, by: Player, upload: UploadedFile[Any] | None) -> LogEntry:
    """Replace or remove the entry's photo; its values stay. A replaced photo is deleted.

    Raises what `correct_entry` raises, and UnreadablePhoto.
    """
    old = entry.photo.name or ""
    with store_photo(upload) as new, transaction.atomic():
        corrected = entries.correct_entry(entry_id=entry.pk, by=by, photo=new)
        if new != old:
            drop_photo(old)
        return corrected


def add_failure(*, campaign: Campaign, by: Player, key: UUID, mission: str, played_on: date) -> LogEntry:
    """Add a failure at a mission, with the last entry's people who are still here, and the distress signal if it is
    active.
    """
    with transaction.atomic():
        last = LogEntry.objects.filter(campaign=campaign, removed_at=None).order_by("-pk").first()
        attendees = entries.entry_data_of(last).attendance if last else ()
        present = current_attendees(campaign.crew, attendees)
        same = len(present) == len(attendees)
        active = MissionLog.objects.filter(campaign=campaign, mission=mission, won=False, distress=True).exists()
        return entries.add_entry(
            campaign=campaign,
            by=by,
            key=key,
            mission=mission,
            won=False,
            played_on=played_on,
            distress=active,
            players=last.players if last and same else None,
            attendance=present,
        )


def _entry_fields(crew: Crew, form: EntryForm) -> dict[str, Any]:
    return {
        "mission": form.mission,
        "won": form.won,
        "distress": form.distress,
        "played_on": form.played_on,
        "minutes": form.minutes,
        "note": form.note,
        "attendance": _attendance(crew, form),
    }


def _attendance(crew: Crew, form: EntryForm) -> tuple[Attendee, ...]:
    sits_in = Exists(Substitute.objects.filter(crew=crew, player=OuterRef("pk")))
    players = Player.objects.annotate(sits_in=sits_in).in_bulk(_numbers("p", form.present))
    guests = Guest.objects.in_bulk(_numbers("g", form.present))
    attendance = []
    for key in dict.fromkeys(form.present):
        number = int(key[1:])
        player, guest = players.get(number) if key[0] == "p" else None, guests.get(number) if key[0] == "g" else None
        if player is None and guest is None:
            raise ImpossibleEntry("stranger")
        as_substitute = key in form.substitutes or getattr(player, "sits_in", False)
        points = form.points.get(key)
        attendance.append(Attendee(player, guest, captain=key == form.captain, substitute=as_substitute, points=points))
    points = form.points.get("guest")
    attendance += [replace(resolve_attendee(crew, name), points=points) for name in split_names(form.guest)]
    return _with_winners(dedupe_attendees(map(resolve_claims, attendance)))


def _with_winners(attendance: tuple[Attendee, ...]) -> tuple[Attendee, ...]:
    """Mark the people with the most points as winners; none without points."""
    best = max((attendee.points for attendee in attendance if attendee.points is not None), default=None)
    return tuple(replace(attendee, won=best is not None and attendee.points == best) for attendee in attendance)


def _winners_as_before(entry: LogEntry, attendance: tuple[Attendee, ...]) -> tuple[Attendee, ...]:
    """Keep the winners of an online race: a bot may have won, or crew cards may have broken a tie."""
    won = {(row.player_id, row.guest_id) for row in entry.attendances.filter(won=True)}
    return tuple(
        replace(attendee, won=(attendee.player and attendee.player.pk, attendee.guest and attendee.guest.pk) in won)
        for attendee in attendance
    )


def _as_before(entry: LogEntry, attendance: tuple[Attendee, ...]) -> tuple[Attendee, ...]:
    """Keep guests of the entry as guests, so that this attempt follows if their claim is withdrawn."""
    rows = Attendance.objects.filter(entry=entry, guest__claimed_by__isnull=False).select_related("guest")
    guests = {row.guest.claimed_by_id: row.guest for row in rows if row.guest}
    return tuple(
        replace(attendee, player=None, guest=guests[attendee.player.pk])
        if attendee.player and attendee.player.pk in guests
        else attendee
        for attendee in attendance
    )


def _numbers(letter: str, keys: tuple[str, ...]) -> list[int]:
    return [int(key[1:]) for key in keys if key[:1] == letter]


def resolve_attendee(crew: Crew, name: str) -> Attendee:
    """Return the person with this name: a current member or substitute, the claimant of a guest, or a guest.

    Of a member and a substitute with the same name it is the member. Raises GuestNameless, and Namesakes for two of
    either.
    """
    player = _player_named(crew, name)
    if player is None:
        return resolve_claims(Attendee(guest=ensure_guest(crew=crew, name=name)))
    return Attendee(player, substitute=Substitute.objects.filter(crew=crew, player=player).exists())


def _player_named(crew: Crew, name: str) -> Player | None:
    key = name_key(name)
    same = [player for player in _of_today(crew) if key and name_key(player.name) == key]
    members = [player for player in same if player.is_member] or same
    if len(members) > 1:
        raise Namesakes(name=plain(name))
    return members[0] if members else None


def resolve_claims(attendee: Attendee) -> Attendee:
    """Return a claimed guest as the claimant."""
    claimed = attendee.guest.claimed_by if attendee.guest else None
    return replace(attendee, player=claimed, guest=None) if claimed else attendee


def dedupe_attendees(people: Iterable[Attendee]) -> tuple[Attendee, ...]:
    """Return each person once, with all their values merged; people without a name stay as many as they are."""
    by_key: dict[object, Attendee] = {}
    for attendee in people:
        key = (
            (attendee.player and attendee.player.pk, attendee.guest and attendee.guest.pk)
            if attendee.player or attendee.guest
            else object()
        )
        same = by_key.get(key, attendee)
        by_key[key] = replace(
            same,
            captain=same.captain or attendee.captain,
            substitute=same.substitute or attendee.substitute,
            points=attendee.points if same.points is None else same.points,
            won=same.won or attendee.won,
        )
    return tuple(by_key.values())


def current_attendees(crew: Crew, people: Collection[Attendee]) -> tuple[Attendee, ...]:
    """Return the people who can attend today: members, substitutes and guests. None of them is captain yet."""
    pks = set(_of_today(crew).values_list("pk", flat=True))
    substitutes = set(Substitute.objects.filter(crew=crew).values_list("player", flat=True))
    return dedupe_attendees(
        Attendee(
            attendee.player,
            attendee.guest,
            substitute=attendee.substitute or (attendee.player is not None and attendee.player.pk in substitutes),
        )
        for attendee in map(resolve_claims, people)
        if (attendee.player and attendee.player.pk in pks) or (attendee.guest and attendee.guest.crew_id == crew.pk)
    )


def _of_today(crew: Crew) -> QuerySet[Any]:
    """Return members, then substitutes."""
    member = Exists(CrewMember.objects.filter(crew=crew, player=OuterRef("pk"), left_at=None))
    substitute = Exists(Substitute.objects.filter(crew=crew, player=OuterRef("pk")))
    players = Player.objects.annotate(is_member=member, sits_in=substitute)
    return players.filter(Q(is_member=True) | Q(sits_in=True)).order_by("-is_member", "pk")
