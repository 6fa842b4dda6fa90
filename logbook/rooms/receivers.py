"""Receivers of rooms: what changes beside them, a crew that forgets a player, and a guest who signs in."""

from __future__ import annotations

from typing import Any

from logbook.crews import signals as crews
from logbook.crews.models.crews import Crew
from logbook.people import handover
from logbook.people.models.players import Player
from logbook.replays.signals import replay_answered
from logbook.reviews.signals import review_changed
from logbook.rooms import services
from logbook.rooms.models import Mark, Room
from logbook.tables.models import Table
from logbook.tables.signals import attempt_started


def listen() -> None:
    """Subscribe to tables, replays, reviews and crews, and register what a guest hands over."""
    crews.member_forgotten.connect(_member_forgotten, dispatch_uid="rooms")
    attempt_started.connect(_attempt_started, dispatch_uid="rooms")
    replay_answered.connect(_beside, dispatch_uid="rooms")
    review_changed.connect(_beside, dispatch_uid="rooms")
    handover.HANDED_OVER.register("Room.leader", _rooms)
    handover.HANDED_OVER.register("Mark.player", _marks)


def _attempt_started(*, table: Table, **_params: Any) -> None:
    services.tell_last_of(table.pk)


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
