"""Removals: a removed player plays none of the club's challenges, not even as a member of a crew."""

from __future__ import annotations

from collections.abc import Iterable

from logbook.clubs.exceptions import WasRemoved
from logbook.clubs.models import ClubRemoval
from logbook.people.models.players import Player


def ensure_not_removed(club_id: int, players: Iterable[Player]) -> None:
    """Raise WasRemoved for a player whom the club has removed."""
    removed = ClubRemoval.objects.filter(club=club_id, player__in=list(players)).select_related("player").first()
    if removed is not None:
        raise WasRemoved(name=removed.player.name)
