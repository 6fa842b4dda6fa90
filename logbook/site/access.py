"""Access to players' pages: the player chooses who may open theirs."""

from __future__ import annotations

from django.http import Http404
from django.shortcuts import get_object_or_404

from logbook.clubs.access import clubs_of
from logbook.crews.models.crews import CrewMember
from logbook.people.models.players import Player
from logbook.tables.models import Seat, Sitting

Audience = Player.Audience


def player_for(reader: Player | None, pk: int) -> Player:
    """Return a player with an account whose page the reader may open, or raise 404."""
    player = get_object_or_404(Player.objects.filter(user__is_active=True), pk=pk)
    if reader is not None and reader.pk == player.pk:
        return player
    if player.page_audience == Audience.EVERYONE:
        return player
    if player.page_audience == Audience.KNOWN and reader is not None and know_each_other(reader, player):
        return player
    raise Http404


def know_each_other(one: Player, other: Player) -> bool:
    """Return whether both are in a crew or a club, or have sat at the same table."""
    crews = CrewMember.objects.filter(player=other, left_at=None).values("crew")
    tables = Seat.objects.filter(player=other).values("table")
    attempts = Sitting.objects.filter(player=other).values("attempt")
    return (
        CrewMember.objects.filter(player=one, left_at=None, crew__in=crews).exists()
        or clubs_of(one).filter(pk__in=clubs_of(other).values("pk")).exists()
        or Seat.objects.filter(player=one, table__in=tables).exists()
        or Sitting.objects.filter(player=one, attempt__in=attempts).exists()
    )
