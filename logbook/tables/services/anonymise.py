"""Service that anonymises a former member at the crew's tables."""

from __future__ import annotations

from collections.abc import Collection

from logbook.crews.models.crews import Crew
from logbook.people.models.players import Player
from logbook.tables.models import Attempt, Event, Seat, Sitting, Table
from logbook.tables.services import departures


def forget(*, crew: Crew, player: Player, guests: Collection[int]) -> None:
    """Vacate the player's seats at the crew's free tables. A challenge's are the club's record, and stay."""
    tables = Table.objects.filter(crew=crew, stage=None)
    for seat in Seat.objects.filter(table__in=tables, player=player):
        departures.vacate_seat(seat)
    Event.objects.filter(attempt__table__in=tables, player=player).update(player=None)
    Sitting.objects.filter(attempt__table__in=tables, player=player).update(player=None)
    Attempt.objects.filter(table__in=tables, reported_by=player).update(reported_by=None)
    tables.filter(opened_by=player).update(opened_by=None)
    # At a challenge's real table the guest becomes the player: the club's record, like the challenge's seats.
    sat = Sitting.objects.filter(player=player).values_list("attempt", flat=True)
    Sitting.objects.filter(guest__in=guests).exclude(attempt__in=list(sat)).update(player=player, guest=None)
