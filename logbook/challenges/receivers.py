"""What challenges do when something happens elsewhere, and what of theirs a guest hands over."""

from __future__ import annotations

from logbook.challenges.models.deal_access import Look
from logbook.challenges.models.handouts import SeatHandout
from logbook.people import handover
from logbook.people.models.players import Player


def listen() -> None:
    """Register which foreign keys to a player a guest hands over."""
    handover.register("Look.player", _looks)
    handover.register("SeatHandout.opened_by", _handouts)
    handover.stays(
        "Bond.player",
        "Challenge.created_by",
        "Look.taken_back_by",
        "Ruling.by",
        "Ruling.player",
        "Ruling.taken_back_by",
        "SeatHandout.handed_by",
        "SeatHandout.player",
        "Stir.player",
    )


# --- a guest signs in


def _looks(guest: Player, player: Player) -> None:
    Look.objects.filter(player=guest).update(player=player)


def _handouts(guest: Player, player: Player) -> None:
    """The pages of seats that the guest has opened are the player's."""
    SeatHandout.objects.filter(opened_by=guest).update(opened_by=player)
