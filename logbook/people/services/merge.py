"""What a guest holds becomes the player's when the guest signs in to an account.

Every foreign key to a player stands in one of the two lists; a test demands it of each new one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from django.db import transaction
from django.db.models import Exists, OuterRef

from games.bots import bots_of
from logbook.campaigns.models import Attendance
from logbook.challenges.models.deal_access import Look
from logbook.challenges.models.handouts import SeatHandout
from logbook.leaderboards.models.races import RaceResult
from logbook.people.models.invitations import Invite
from logbook.people.models.players import Player
from logbook.replays.models.thoughts import Thought
from logbook.tables.models import Event, Seat, Sitting, Table
from logbook.tables.services import attempts

Step = Callable[[Player, Player], None]
"""Hands over from the guest to the player."""


@transaction.atomic
def merge(*, guest: Player, player: Player) -> None:
    """Hand over everything the guest holds, then delete the guest.

    Where both sit at one table, the player keeps their own seat and the guest's becomes free.
    """
    for step in HANDED_OVER.values():
        step(guest, player)
    guest.delete()


def _tables(guest: Player, player: Player) -> None:
    Table.objects.filter(opened_by=guest).update(opened_by=player)


def _invites(guest: Player, player: Player) -> None:
    Invite.objects.filter(created_by=guest).update(created_by=player)


def _events(guest: Player, player: Player) -> None:
    Event.objects.filter(player=guest).update(player=player)


def _looks(guest: Player, player: Player) -> None:
    Look.objects.filter(player=guest).update(player=player)


def _seats(guest: Player, player: Player) -> None:
    tables = Seat.objects.filter(player=player).values("table")
    for seat in Seat.objects.filter(player=guest, table__in=tables):
        _vacate(seat)
    Seat.objects.filter(player=guest).update(player=player)


def _vacate(seat: Seat) -> None:
    """Free the seat; in the middle of an attempt a bot sits down there, so that the others can play on."""
    table = attempts.table_locked(seat.table_id)
    seat.player = None
    seat.bot = next(iter(bots_of(table.game))) if table.state == Table.State.PLAYING else ""
    seat.save(update_fields=["player", "bot"])
    attempts.table_moved(table)


def _race_results(guest: Player, player: Player) -> None:
    """A player has one result a race, that of their own seat."""
    own = Seat.objects.filter(table=OuterRef("table"), number=OuterRef("seat"), player=player)
    RaceResult.objects.filter(Exists(own), player=guest).update(player=player)


def _attendances(guest: Player, player: Player) -> None:
    """A player attends a line once, from their own seat, and is its captain if either of the two was."""
    twice = Attendance.objects.filter(player=guest, line__attendances__player=player)
    for attendance in list(twice):
        attendance.delete()
        if attendance.captain:
            Attendance.objects.filter(line=attendance.line_id, player=player).update(captain=True)
    Attendance.objects.filter(player=guest).update(player=player)


def _sittings(guest: Player, player: Player) -> None:
    """A player sits on one seat of an attempt, their own."""
    own = Sitting.objects.filter(attempt=OuterRef("attempt"), player=player)
    Sitting.objects.filter(~Exists(own), player=guest).update(player=player)


def _handouts(guest: Player, player: Player) -> None:
    """The pages of seats that the guest has opened are the player's."""
    SeatHandout.objects.filter(opened_by=guest).update(opened_by=player)


def _thoughts(guest: Player, player: Player) -> None:
    """A player asks one question once."""
    same = Thought.objects.filter(player=player).values("mark")
    Thought.objects.filter(player=guest).exclude(mark__in=same).update(player=player)


HANDED_OVER: Final[Mapping[str, Step]] = MappingProxyType({
    "Seat.player": _seats,  # First: what follows goes by who sits where.
    "Table.opened_by": _tables,
    "Event.player": _events,
    "Invite.created_by": _invites,
    "RaceResult.player": _race_results,
    "Attendance.player": _attendances,
    "Look.player": _looks,
    "SeatHandout.opened_by": _handouts,
    "Sitting.player": _sittings,
    "Thought.player": _thoughts,
})  # fmt: skip

_NEEDS_AN_ACCOUNT: Final = [
    "ApiToken.player",
    "Attempt.reported_by",
    "Bond.player",
    "CalendarLink.player",
    "Campaign.opened_by",
    "Challenge.created_by",
    "ClubCrewRemoval.removed_by",
    "ClubMember.player",
    "ClubRecord.player",
    "ClubRemoval.player",
    "ClubRemoval.removed_by",
    "CrewMember.player",
    "CrewNote.by",
    "CrewUnion.answered_by",
    "CrewUnion.asked_by",
    "Guest.claimed_by",
    "GuestClaim.answered_by",
    "GuestClaim.player",
    "Import.by",
    "JoinRequest.answered_by",
    "JoinRequest.player",
    "Keepsake.player",
    "Line.logged_by",
    "LineChange.by",
    "Look.taken_back_by",
    "News.author",
    "Notice.player",
    "NotificationChoice.player",
    "RaceStanding.player",
    "Ruling.by",
    "Ruling.player",
    "Ruling.taken_back_by",
    "Season.created_by",
    "SeasonNote.by",
    "SeasonStanding.player",
    "SeatHandout.handed_by",
    "SeatHandout.player",
    "Series.created_by",
    "Stir.player",
    "Substitute.player",
    "Table.soloist",
    "Webhook.created_by",
]

STAYS: Final[Mapping[str, str]] = MappingProxyType(
    dict.fromkeys(_NEEDS_AN_ACCOUNT, "Needs an account, and a guest has none.")
    | {"KeptAnswer.player": "Belongs to the guest's session, which ends with the sign-in."}
)
"""Why a foreign key is not handed over."""
