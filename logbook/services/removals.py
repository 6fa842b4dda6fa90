"""Players whom a club has removed: they play none of its challenges, also not as members of a crew."""

from __future__ import annotations

from collections.abc import Iterable

from logbook.models import ClubRemoval, Player, Table

from . import errors


def ensure_not_removed(club_id: int, players: Iterable[Player]) -> None:
    """Raise WasRemoved for a player whom the club has removed."""
    removed = ClubRemoval.objects.filter(club=club_id, player__in=list(players)).select_related("player").first()
    if removed is not None:
        raise errors.WasRemoved(name=removed.player.name)


def seats_free(table: Table) -> None:
    """Free the seats of removed players at the table of a club's challenge: their crew plays on without them."""
    if table.stage is not None:
        removed = ClubRemoval.objects.filter(club=table.stage.challenge.club_id).values("player")
        table.seats.filter(player__in=removed).update(player=None)
