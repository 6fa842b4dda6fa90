"""Access to players' pages: the player chooses who may open theirs."""

from __future__ import annotations

from django.shortcuts import get_object_or_404

from logbook.people.models.players import Player
from logbook.tables.access import players_open_to


def player_for(reader: Player | None, pk: int) -> Player:
    """Return a player with an account whose page the reader may open, or raise 404."""
    return get_object_or_404(players_open_to(reader), pk=pk)
