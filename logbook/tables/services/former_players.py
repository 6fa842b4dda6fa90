"""Service of former players: outside club or crew, they keep a challenge seat only where they have played."""

from __future__ import annotations

from django.db.models import Q

from logbook.clubs.models import ClubRemoval
from logbook.crews.models.crews import CrewMember
from logbook.tables.models import Table
from logbook.tables.services.occupants import NO_OCCUPANT

WAITING = (Table.State.GATHERING, Table.State.BETWEEN)


def free_seats(table: Table) -> None:
    """Free the seats of players who left club or crew, before a challenge's table goes on without them.

    A table with no more attempts keeps them: its results show who sat there.
    """
    if table.stage is None or table.crew_id is None or table.state not in WAITING or table.soloist_id is not None:
        return
    removed = ClubRemoval.objects.filter(club=table.stage.challenge.club_id).values("player")
    members = CrewMember.objects.filter(crew=table.crew_id, left_at=None).values("player")
    out = Q(player__in=removed) | ~Q(player__in=members)
    table.seats.filter(out, player__isnull=False).update(**NO_OCCUPANT)
