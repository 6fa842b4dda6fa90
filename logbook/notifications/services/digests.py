"""The weekly digest: one row of the outbox a person and week, also after an outage, and none doubled."""

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
"""On Mondays, where the person lives."""
WEEK = timedelta(days=7)
AT_ONCE = 500
"""So many rows are written at once: a digest to everybody must not hold anybody up."""
LONGEST = timedelta(days=35)
"""So far back a digest reaches at most, when the ones before it could not be sent."""


def write_digests() -> int:
    """Write the digests of the week for whom Monday morning has come; how many rows that were.

    A row is written for everybody in a club where something happened. Whether there is
    anything to tell is seen when it is sent.
    """
    written = 0
    people = Player.objects.filter(user__isnull=False)
    for time_zone in people.order_by().values_list("time_zone", flat=True).distinct():
        until = last_monday(timezone.now(), time_zone_of(Player(time_zone=time_zone)))
        subject = f"week:{until.date().isoformat()}"
        waiting = _without(time_zone, subject, until)
        for start in range(0, len(waiting), AT_ONCE):
            some = waiting[start : start + AT_ONCE]
            written += _rows_write(some, subject, until)
            rows = OutboxMail.objects.filter(
                event=OutboxMail.Event.DIGEST, subject=subject, player__in=some, sent_at=None
            )
            for pk in rows.values_list("pk", flat=True):
                queue.later("notifications.send_outbox_mail", pk)
    return written


def last_monday(now: datetime, zone: ZoneInfo) -> datetime:
    """The last Monday, 8 in the morning, of this zone's own clocks."""
    local = now.astimezone(zone)
    monday = (local - timedelta(days=local.weekday())).replace(hour=AT_HOUR, minute=0, second=0, microsecond=0)
    return monday if monday <= local else (monday - WEEK).replace(hour=AT_HOUR)


def _without(time_zone: str, subject: str, until: datetime) -> list[int]:
    """The people of the zone in whose clubs something happened of late, and who lack this week's row."""
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
