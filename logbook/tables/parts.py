"""Templates of a table's page and of the part that moves, and their context."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from logbook.rounds.race.parts import RacePage
from logbook.rounds.view.parts import RoundPage
from logbook.tables.models import Attempt, Table
from logbook.tables.selectors.lobby import Lobby

PAGES: Final[Mapping[type, str]] = {
    Lobby: "tables/lobby.html",
    RoundPage: "tables/table.html",
    RacePage: "tables/race/table.html",
}
PARTS: Final[Mapping[type, str]] = {
    Lobby: "tables/_lobby.html",
    RoundPage: "tables/_round.html",
    RacePage: "tables/race/_race.html",
}


def part_context(
    table: Table,
    page: Lobby | RoundPage | RacePage,
    *,
    attempts: Sequence[Attempt] = (),
    replays: Collection[int] = (),
    alone: bool = True,
) -> dict[str, Any]:
    """Return the context of both templates. A part that comes `alone` brings the texts outside it along.

    `attempts` are the ended ones, `replays` those whose hands the reader may see open.
    """
    context = {"table": table, "replays": replays, "alone": alone}
    if isinstance(page, Lobby):
        return context | {"lobby": page, "attempts": attempts}
    # The replay of the last attempt is on the table itself.
    return context | {"page": page, "attempts": attempts[:-1]}
