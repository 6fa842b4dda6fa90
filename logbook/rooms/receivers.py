"""Receivers of rooms: what changes beside them, a crew that forgets a player, and a guest who signs in."""

from __future__ import annotations

from typing import Any

from logbook.crews import signals as crews
from logbook.crews.models.crews import Crew
from logbook.people import handover
from logbook.people.models.players import Player
from logbook.replays.signals import replay_answered
from logbook.reviews.signals import review_changed
from logbook.rooms.contest import PracticeTable
from logbook.rooms.models import Mark, Room
from logbook.rooms.moments import MOMENTS
from logbook.rooms.selectors.mission_moments import mission_moment
from logbook.rooms.services import rooms as services
from logbook.rooms.shown_room import shown_at_table
from logbook.tables.contest import CONTESTS
from logbook.tables.counting import PlayedFor
from logbook.tables.kinds import MISSIONS
from logbook.tables.models import Attempt, Table
from logbook.tables.parts import ROOM
from logbook.tables.signals import attempt_ended, attempt_started


def listen() -> None:
    """Register the contest of practice tables, the room of a table and what a guest hands over; subscribe to others."""
    ROOM.register(shown_at_table)
    MOMENTS.register(MISSIONS, mission_moment)
    CONTESTS.register(PlayedFor.PRACTICE.name, PracticeTable())
    crews.member_forgotten.connect(_member_forgotten, dispatch_uid="rooms")
    attempt_started.connect(_attempt_started, dispatch_uid="rooms")
    attempt_ended.connect(_attempt_ended, dispatch_uid="rooms")
    replay_answered.connect(_beside, dispatch_uid="rooms")
    review_changed.connect(_beside, dispatch_uid="rooms")
    handover.HANDED_OVER.register("Room.leader", _rooms)
    handover.HANDED_OVER.register("Mark.player", _marks)


def _attempt_started(*, table: Table, **_params: Any) -> None:
    services.tell_last_of(table.pk)


def _attempt_ended(*, attempt: Attempt, **_params: Any) -> None:
    """Tell the room of a practice table that its attempt is over."""
    if attempt.origin_id is not None:
        services.tell(attempt.origin_id)


def _beside(*, attempt_id: int, **_params: Any) -> None:
    services.tell(attempt_id)


def _rooms(guest: Player, player: Player) -> None:
    Room.objects.filter(leader=guest).update(leader=player)


def _marks(guest: Player, player: Player) -> None:
    """Give the guest's marks to the player, who keeps their own where they have some in the same room."""
    Mark.objects.filter(player=guest).exclude(room__in=Mark.objects.filter(player=player).values("room")).update(
        player=player
    )


def _member_forgotten(*, crew: Crew, player: Player, **_params: Any) -> None:
    """Remove the player from the rooms of the crew's attempts."""
    Mark.objects.filter(player=player, room__attempt__table__crew=crew).delete()
    Room.objects.filter(leader=player, attempt__table__crew=crew).update(leader=None)
