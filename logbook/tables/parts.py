"""Templates of a table's page and of the part that moves, and their context."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Literal

from logbook.tables.kinds import TablePage, kind_of
from logbook.tables.models import Attempt, Table
from logbook.tables.selectors.lobby import Lobby

Use = Literal["table", "part"]
"""The whole page of a table, or the part that moves."""
LOBBY: dict[Use, str] = {"table": "tables/lobby.html", "part": "tables/_lobby.html"}


def template_of(table: Table, page: Lobby | TablePage, use: Use) -> str:
    """Return the template of the table's state: the lobby's, or that of an attempt at a game of its kind."""
    return LOBBY[use] if isinstance(page, Lobby) else kind_of(table.game).templates[use]


def part_context(
    table: Table,
    page: Lobby | TablePage,
    *,
    attempts: Sequence[Attempt] = (),
    replays: Collection[int] = (),
    alone: bool = True,
) -> dict[str, Any]:
    """Return the context of both templates. A part that comes `alone` brings the texts outside it along.

    `attempts` are the ended ones, `replays` those whose hands the reader may see open.
    """
    context = {"table": table, "kind": kind_of(table.game), "replays": replays, "alone": alone}
    if isinstance(page, Lobby):
        return context | {"lobby": page, "attempts": attempts}
    # The replay of the last attempt is on the table itself.
    return context | {"page": page, "attempts": attempts[:-1]}
