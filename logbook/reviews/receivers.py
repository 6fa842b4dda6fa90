"""Receivers of reviews: a crew forgets a player, and a guest signs in."""

from __future__ import annotations

from typing import Any

from logbook.crews import signals as crews
from logbook.crews.models.crews import Crew
from logbook.people import handover
from logbook.people.models.players import Player
from logbook.reviews.models import Comment


def listen() -> None:
    """Subscribe to crews, and register what a guest hands over."""
    crews.member_forgotten.connect(_member_forgotten, dispatch_uid="reviews")
    handover.HANDED_OVER.register("Comment.player", _comments)
    handover.stays("Comment.removed_by")


def _comments(guest: Player, player: Player) -> None:
    Comment.objects.filter(player=guest).update(player=player)


def _member_forgotten(*, crew: Crew, player: Player, **_params: Any) -> None:
    """Remove the player's name from comments on the crew's attempts. What was written stays, as other entries do."""
    comments = Comment.objects.filter(attempt__table__crew=crew)
    comments.filter(player=player).update(player=None)
    comments.filter(removed_by=player).update(removed_by=None)
