"""Selectors of a crew's attendance."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection

from django.db.models import Count, Exists, Max, Min, OuterRef, Q

from logbook.campaigns.models import Attendance
from logbook.crews.models.crews import Crew
from logbook.crews.selectors.members import AttendedPlayer, CrewAttendance
from logbook.people.models.players import Player


def crew_attendance(crew: Crew, reader: Player) -> CrewAttendance:
    """Return each person's number of attendances, and the guests that this reader cannot claim."""
    rows = Attendance.objects.filter(entry__campaign__crew=crew, entry__removed_at=None).order_by()
    sums = rows.values_list("player", "guest", "guest__claimed_by").annotate(
        attempts=Count("pk"),
        as_captain=Count("pk", filter=Q(captain=True)),
        as_substitute=Count("pk", filter=Q(substitute=True)),
        first=Min("entry__played_on"),
        last=Max("entry__played_on"),
    )
    of_players: dict[int, AttendedPlayer] = defaultdict(AttendedPlayer)
    of_guests: dict[int, AttendedPlayer] = defaultdict(AttendedPlayer)
    nameless = AttendedPlayer()
    for player, guest, claimed_by, *sums_of_one in sums:
        attended = AttendedPlayer(*sums_of_one)
        who = player or claimed_by
        if guest:
            of_guests[guest] = of_guests[guest].add(attended)
        if who:
            of_players[who] = of_players[who].add(attended)
        elif not guest:
            nameless = nameless.add(attended)
    return CrewAttendance(of_players, of_guests, nameless, _beside(of_guests, reader))


def _beside(guests: Collection[int], reader: Player) -> set[int]:
    together = Exists(Attendance.objects.filter(entry=OuterRef("entry"), player=reader))
    attendances = Attendance.objects.filter(together, guest__in=guests, entry__removed_at=None)
    return set(attendances.order_by().values_list("guest", flat=True).distinct())
