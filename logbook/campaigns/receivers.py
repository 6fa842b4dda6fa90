"""What campaigns do when something happens elsewhere, and what a guest hands over in them."""

from __future__ import annotations

from logbook.campaigns.models import Attendance
from logbook.people import handover
from logbook.people.models.players import Player


def listen() -> None:
    """Register which foreign keys to a player a guest hands over."""
    handover.register("Attendance.player", _attendances)
    handover.stays("Campaign.opened_by", "Line.logged_by", "LineChange.by")


# --- a guest signs in


def _attendances(guest: Player, player: Player) -> None:
    """A player attends a line once, from their own seat, and is its captain if either of the two was."""
    twice = Attendance.objects.filter(player=guest, line__attendances__player=player)
    for attendance in list(twice):
        attendance.delete()
        if attendance.captain:
            Attendance.objects.filter(line=attendance.line_id, player=player).update(captain=True)
    Attendance.objects.filter(player=guest).update(player=player)
