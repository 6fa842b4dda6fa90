"""The weekly digest: one row of the outbox a person and week, also after an outage, and none doubled."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.db.models import F, Max, OuterRef, Q, Subquery
from django.utils import timezone

from logbook.club_words import zone_of
from logbook.models import ClubMember, CrewMember, Happening, Notice, Player

AT_HOUR = 8
"""On Mondays, where the person lives."""
WEEK = timedelta(days=7)
LONGEST = timedelta(days=35)
"""So far back a digest reaches at most, when the ones before it could not be sent."""


def digests_write() -> int:
    """Write the digests of the week for whom Monday morning has come; how many rows that were.

    A row is written for everybody in a club where something happened. Whether there is
    anything to tell is seen when it is sent.
    """
    from logbook import tasks

    written = 0
    for time_zone in Player.objects.filter(user__isnull=False).values_list("time_zone", flat=True).distinct():
        until = last_monday(timezone.now(), zone_of(Player(time_zone=time_zone)))
        subject = f"week:{until.date().isoformat()}"
        rows = [_row(player, subject, until) for player in _without(time_zone, subject, until)]
        Notice.objects.bulk_create(rows, batch_size=500, ignore_conflicts=True)
        written += len(rows)
        fresh = Notice.objects.filter(event=Notice.Event.DIGEST, subject=subject, sent_at=None, tries=0)
        for pk in fresh.filter(player__in=[row.player_id for row in rows]).values_list("pk", flat=True):
            tasks.later(tasks.notice_send, pk)
    return written


def last_monday(now: datetime, zone: ZoneInfo) -> datetime:
    """The last Monday, 8 in the morning, of this zone's own clocks."""
    local = now.astimezone(zone)
    monday = (local - timedelta(days=local.weekday())).replace(hour=AT_HOUR, minute=0, second=0, microsecond=0)
    return monday if monday <= local else (monday - WEEK).replace(hour=AT_HOUR)


def _without(time_zone: str, subject: str, until: datetime) -> list[Player]:
    """The people of the zone with something that happened in their clubs of late, and without this week's row."""
    happened = Happening.objects.filter(at__gt=until - LONGEST, at__lte=until).values("club")
    members = ClubMember.objects.filter(club__in=happened).values("player")
    crews = CrewMember.objects.filter(left_at=None, crew__club_entries__club__in=happened).values("player")
    digests = Notice.objects.filter(event=Notice.Event.DIGEST)
    last = digests.filter(player=OuterRef("pk")).values("player").annotate(last=Max("until")).values("last")
    people = Player.objects.filter(Q(pk__in=members) | Q(pk__in=crews), user__isnull=False, time_zone=time_zone)
    people = people.exclude(pk__in=digests.filter(subject=subject).values("player"))
    return list(people.annotate(told_until=Subquery(last)).order_by(F("pk")))


def _row(player: Player, subject: str, until: datetime) -> Notice:
    told_until: datetime | None = getattr(player, "told_until", None)
    since = max(told_until or until - WEEK, until - LONGEST)
    return Notice(player=player, event=Notice.Event.DIGEST, subject=subject, since=since, until=until)
