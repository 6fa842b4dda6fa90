"""Players whom a club has removed: they play none of its challenges, also not as members of a crew.

Nor does a player who is in the crew no longer: at a challenge's table both have a seat only where they have played.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Q

from logbook.clubs.exceptions import WasRemoved
from logbook.clubs.models import ClubRemoval
from logbook.crews.models.crews import CrewMember
from logbook.people.models.players import Player
from logbook.tables.models import Table

WAITING = (Table.State.GATHERING, Table.State.BETWEEN)


def ensure_not_removed(club_id: int, players: Iterable[Player]) -> None:
    """Raise WasRemoved for a player whom the club has removed."""
    removed = ClubRemoval.objects.filter(club=club_id, player__in=list(players)).select_related("player").first()
    if removed is not None:
        raise WasRemoved(name=removed.player.name)


def seats_free(table: Table) -> None:
    """Free the seats of players who are out of the club or the crew, before a challenge's table goes on without them.

    A table at which nothing more is played keeps them: its results tell who sat there.
    """
    if table.stage is None or table.crew_id is None or table.state not in WAITING or table.soloist_id is not None:
        return
    removed = ClubRemoval.objects.filter(club=table.stage.challenge.club_id).values("player")
    members = CrewMember.objects.filter(crew=table.crew_id, left_at=None).values("player")
    out = Q(player__in=removed) | ~Q(player__in=members)
    table.seats.filter(out, player__isnull=False).update(player=None)
