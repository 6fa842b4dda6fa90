"""The missions of the logbook, one after the other."""

from __future__ import annotations

import games

from .models import Table


def mission_after(table: Table) -> str | None:
    """The mission that follows in the logbook; None after the last, after a custom one, and in a challenge."""
    missions = games.GAMES[table.game].missions
    if table.stage_id is not None or table.mission not in missions:
        return None
    place = missions.index(table.mission) + 1
    return missions[place] if place < len(missions) else None
