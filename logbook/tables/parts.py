"""Templates of a table's page and of the part that moves, and their context."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any, Final, Literal

from logbook.lib.registry import Slot
from logbook.people.middleware import PlayerRequest
from logbook.people.models.players import Player
from logbook.rounds.view.end import EndLost
from logbook.rounds.view.parts import RoundPage
from logbook.tables.kinds import TablePage, kind_of
from logbook.tables.models import Attempt, Table
from logbook.tables.selectors import tables as selectors
from logbook.tables.selectors.lobby import Lobby
from logbook.tables.setup_fields import missions_with

Use = Literal["table", "part"]
"""The whole page of a table, or the part that moves."""
EndedFor = Callable[[Player | None, Sequence[Attempt]], tuple[Collection[int], EndLost | None]]
"""Returns which ended attempts the player may see open, and the turning point of the last one."""
ENDED: Final[Slot[EndedFor]] = Slot()
"""The function that says what readers see of ended attempts."""
RoomAt = Callable[[PlayerRequest, Table], object | None]
"""Returns the room of a table's last attempt, as its page shows it to the reader; None where they may not see it."""
ROOM: Final[Slot[RoomAt]] = Slot()
"""The function that returns the room."""
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
    context = {"table": table, "kind": kind_of(table.game), "replays": replays, "alone": alone, "shown_room": None}
    if isinstance(page, Lobby):
        return context | {"lobby": page, "attempts": attempts}
    # The replay of the last attempt is on the table itself.
    return context | {"page": page, "attempts": attempts[:-1]}


def shown(
    table: Table,
    player: Player | None,
    use: Use,
    *,
    origin: str,
    error: str = "",
    since: int | None = None,
) -> tuple[Lobby | TablePage, dict[str, Any]]:
    """Return the page of a table in its state for this reader, who may see it: the lobby, a round or a race.

    With it comes its context. `origin` begins the site's addresses; `error` and `since` are as for `table_page`.
    """
    attempts = selectors.ended_attempts(table)
    replays, lost = ENDED.entry(player, attempts)
    page = selectors.table_page(table, player, error=error, since=since, replays=replays, lost=lost)
    context = part_context(table, page, attempts=attempts, replays=replays, alone=use == "part") | {"origin": origin}
    if isinstance(page, RoundPage) and page.end is not None and page.end.after.may_choose:
        context["other_missions"] = missions_with(table.game, page.end.after.mission)
        context["lobby"] = selectors.seats_to_change(table, player)
    return page, context
