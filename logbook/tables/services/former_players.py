"""Players who are out of the club or the crew: at a challenge's table they have a seat only where they have played."""

from __future__ import annotations

from django.db.models import Q

from logbook.clubs.models import ClubRemoval
from logbook.crews.models.crews import CrewMember
from logbook.tables.models import Table

WAITING = (Table.State.GATHERING, Table.State.BETWEEN)


def free_seats(table: Table) -> None:
    """Free the seats of players who are out of the club or the crew, before a challenge's table goes on without them.

    A table at which nothing more is played keeps them: its results tell who sat there.
    """
    if table.stage is None or table.crew_id is None or table.state not in WAITING or table.soloist_id is not None:
        return
    removed = ClubRemoval.objects.filter(club=table.stage.challenge.club_id).values("player")
    members = CrewMember.objects.filter(crew=table.crew_id, left_at=None).values("player")
    out = Q(player__in=removed) | ~Q(player__in=members)
    table.seats.filter(out, player__isnull=False).update(player=None)
