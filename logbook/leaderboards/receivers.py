"""What leaderboards do when something happens elsewhere, and what of theirs a guest hands over."""

from __future__ import annotations

from django.db.models import Exists, OuterRef

from logbook.leaderboards.models.races import RaceResult
from logbook.people import handover
from logbook.people.models.players import Player
from logbook.tables.models import Seat


def listen() -> None:
    """Register which foreign keys to a player a guest hands over."""
    handover.register("RaceResult.player", _race_results)
    handover.stays("RaceStanding.player")


# --- a guest signs in


def _race_results(guest: Player, player: Player) -> None:
    """A player has one result a race, that of their own seat."""
    own = Seat.objects.filter(table=OuterRef("table"), number=OuterRef("seat"), player=player)
    RaceResult.objects.filter(Exists(own), player=guest).update(player=player)
