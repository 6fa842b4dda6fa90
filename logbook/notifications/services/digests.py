"""Services of the weekly digest: exactly one row of the outbox per person and week, also after an outage."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.db.models import Exists, Max, OuterRef
from django.utils import timezone

from logbook.clubs.models import ClubMember, ClubRemoval
from logbook.crews.models.crews import CrewMember
from logbook.lib import queue
from logbook.notifications.models import ClubEvent, OutboxMail
from logbook.people.models.players import Player
from logbook.people.time_zones import time_zone_of

AT_HOUR = 8
"""The hour on Mondays, in the person's time zone."""
WEEK = timedelta(days=7)
SUBJECTS_PER_BATCH = 500
"""The number of rows written per transaction, so that digests for a large site block no other writer for long."""
LONGEST = timedelta(days=35)
"""The longest period of a digest, when earlier ones could not be sent."""


def write_digests() -> int:
    """Write this week's digests for the time zones where Monday morning has come; return the number of rows.

    Everyone in a club with events gets a row. The task that sends it checks whether there is content.
    """
    count = 0
    people = Player.objects.filter(user__isnull=False)
    for time_zone in people.order_by().values_list("time_zone", flat=True).distinct():
        until = last_monday(timezone.now(), time_zone_of(Player(time_zone=time_zone)))
        subject = f"week:{until.date().isoformat()}"
        subjects = _without(time_zone, subject, until)
        for start in range(0, len(subjects), SUBJECTS_PER_BATCH):
            some = subjects[start : start + SUBJECTS_PER_BATCH]
            count += _rows_write(some, subject, until)
            rows = OutboxMail.objects.filter(
                event=OutboxMail.Event.DIGEST, subject=subject, player__in=some, sent_at=None
            )
            for pk in rows.values_list("pk", flat=True):
                queue.later("notifications.send_outbox_mail", pk)
    return count


def last_monday(now: datetime, zone: ZoneInfo) -> datetime:
    """Return the last Monday, 8 in the morning, in this zone's local time."""
    local = now.astimezone(zone)
    monday = (local - timedelta(days=local.weekday())).replace(hour=AT_HOUR, minute=0, second=0, microsecond=0)
    return monday if monday <= local else (monday - WEEK).replace(hour=AT_HOUR)


def _without(time_zone: str, subject: str, until: datetime) -> list[int]:
    """Return the people of the zone whose clubs had recent events and who lack this week's row."""
    happened = ClubEvent.objects.filter(at__gt=until - LONGEST, at__lte=until)
    clubs = list(happened.order_by().values_list("club", flat=True).distinct())
    here = {"player__time_zone": time_zone, "player__user__isnull": False}
    members = ClubMember.objects.filter(club__in=clubs, **here).order_by()
    removed = ClubRemoval.objects.filter(player=OuterRef("player"), club=OuterRef("crew__club_entries__club"))
    playing = CrewMember.objects.filter(left_at=None, crew__club_entries__club__in=clubs, **here)
    crews = playing.filter(~Exists(removed)).order_by()
    have = OutboxMail.objects.filter(event=OutboxMail.Event.DIGEST, subject=subject, player__time_zone=time_zone)
    people = {*members.values_list("player", flat=True), *crews.values_list("player", flat=True)}
    return sorted(people.difference(have.values_list("player", flat=True)))


def _rows_write(people: list[int], subject: str, until: datetime) -> int:
    digests = OutboxMail.objects.filter(event=OutboxMail.Event.DIGEST, player__in=people, until__gt=until - LONGEST)
    told_until = dict(digests.order_by().values_list("player").annotate(last=Max("until")))
    rows = [
        OutboxMail(
            player_id=player,
            event=OutboxMail.Event.DIGEST,
            subject=subject,
            since=told_until.get(player, until - WEEK),
            until=until,
        )
        for player in people
    ]
    return len(OutboxMail.objects.bulk_create(rows, ignore_conflicts=True))
