"""Services of calendars (RFC 5545): openings and deadlines of a club's challenges, or of all the clubs of a person.

Each is a moment without a length: a challenge of a week would otherwise fill the week. The description names it in
words, in the zone that is active.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from datetime import UTC, datetime
from urllib.parse import urlsplit

from django.conf import settings
from django.db import transaction
from django.db.models import F, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from icalendar import Calendar, Event

from logbook.challenges.models.challenges import Challenge
from logbook.clubs.models import Club
from logbook.lib.mail import site_address
from logbook.lib.time_zones import moment_text
from logbook.notifications.models import CalendarEntry, CalendarLink
from logbook.people.models.players import Player

MOST_ENTRIES = 500
SHAPE = 2
"""Grows when the site writes entries in another way: calendars then take them as changed."""


def calendar_text(name: str, challenges: QuerySet[Challenge]) -> bytes:
    """Return the calendar of these challenges, limited to the latest."""
    visible_challenges = (
        challenges.exclude(state=Challenge.State.FAILED).select_related("club").order_by("-opens_at", "-pk")
    )
    calendar = Calendar()
    calendar.add("prodid", "-//Crewsite//Challenges//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add("x-wr-calname", " ".join(name.split()))  # A line break in a name would start a line of the file.
    rows = list(visible_challenges[:MOST_ENTRIES])
    entries = _entries(rows)
    for challenge in rows:
        for event in _events(challenge, entries[challenge.pk]):
            calendar.add_component(event)
    text: bytes = calendar.to_ical()
    return text


def _events(challenge: Challenge, entry: CalendarEntry) -> tuple[Event, Event]:
    """Return the opening and the deadline."""
    names = {"challenge": challenge.title, "club": challenge.club}
    opening = _event(challenge, entry, "-opens", challenge.opens_at)
    opening.add("summary", _("%(challenge)s opens (%(club)s)") % names)
    deadline = _event(challenge, entry, "", challenge.closes_at)
    deadline.add("summary", _("%(challenge)s closes (%(club)s)") % names)
    return opening, deadline


def _event(challenge: Challenge, entry: CalendarEntry, what: str, moment: datetime) -> Event:
    event = Event()
    event.add("uid", f"challenge-{challenge.pk}{what}@{urlsplit(settings.SITE_ADDRESS).hostname}")
    event.add("dtstamp", _utc(entry.changed_at))
    event.add("last-modified", _utc(entry.changed_at))
    event.add("sequence", entry.sequence)
    event.add("dtstart", _utc(moment))
    address = site_address(_page_of(challenge))
    window = {"opens": moment_text(challenge.opens_at), "closes": moment_text(challenge.closes_at)}
    seal = _("Fingerprint (SHA-256): %(seal)s") % {"seal": challenge.commitment}
    event.add("description", "\n".join([_("Opens: %(opens)s\nCloses: %(closes)s") % window, address, seal]))
    event.add("url", address)
    event.add("transp", "TRANSPARENT")
    event.add("status", "CANCELLED" if challenge.state == Challenge.State.CANCELLED else "CONFIRMED")
    return event


def _page_of(challenge: Challenge) -> str:
    """Return the page of the challenge; of a deal of the day the page that lists what is open."""
    return reverse("daily") if challenge.is_daily else reverse("challenge", args=[challenge.pk])


def _utc(when: datetime) -> datetime:
    return when.astimezone(UTC).replace(microsecond=0)


def _stands(challenge: Challenge) -> str:
    """Return a fingerprint of a challenge's calendar entry."""
    cancelled = challenge.state == Challenge.State.CANCELLED
    facts = [SHAPE, challenge.title, challenge.club.name, _utc(challenge.opens_at).isoformat(),
             _utc(challenge.closes_at).isoformat(), cancelled]  # fmt: skip
    return hashlib.sha256(json.dumps(facts).encode()).hexdigest()


@transaction.atomic
def _entries(challenges: Iterable[Challenge]) -> dict[int, CalendarEntry]:
    """Return each challenge's stored calendar state; its number grows when the entry has changed."""
    stands = {challenge.pk: _stands(challenge) for challenge in challenges}
    stored_entries = dict(CalendarEntry.objects.filter(challenge__in=stands).values_list("challenge", "stands"))
    now = timezone.now()
    fresh = [
        CalendarEntry(challenge_id=pk, stands=how, changed_at=now)
        for pk, how in stands.items()
        if pk not in stored_entries
    ]
    CalendarEntry.objects.bulk_create(fresh, ignore_conflicts=True)
    for pk, before in stored_entries.items():
        if before != stands[pk]:
            changed_entries = CalendarEntry.objects.filter(challenge=pk, stands=before)
            changed_entries.update(stands=stands[pk], sequence=F("sequence") + 1, changed_at=now)
    return {entry.challenge_id: entry for entry in CalendarEntry.objects.filter(challenge__in=stands)}


def create_calendar_link(*, player: Player, club: Club | None = None) -> CalendarLink:
    """Return the person's secret calendar address for a club or all their clubs; a second call returns the same."""
    return CalendarLink.objects.get_or_create(player=player, club=club)[0]


def end_calendar_link(*, player: Player, club: Club | None = None) -> None:
    """Revoke the secret address. A later one will differ."""
    CalendarLink.objects.filter(player=player, club=club).delete()
