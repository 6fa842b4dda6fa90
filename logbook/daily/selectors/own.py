"""Selectors of a player's own results: what they made of each deal so far, and nothing that their seat has not seen."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Final

from logbook.challenges.access.replays import open_attempts
from logbook.daily.models import MOST_TRIES, DailyDeal, DailyResult, DailySeat
from logbook.people.models.players import Player
from logbook.tables.kinds import kind_of
from logbook.tables.models import Attempt, Table

DONE, BROKE, OPEN = "done", "broke", "open"
SQUARES: Final = {DONE: "🟩", BROKE: "🟥", OPEN: "⬜"}


@dataclass(frozen=True, slots=True)
class Try:
    """A try that is over: so many of its tasks were done. Which ones is not said, nor in which order.

    Its marks tell the story: one for each task, or for each trick of a mission without tasks. A try that was lost has
    one where it broke.
    """

    number: int
    won: bool
    distress: bool
    done: int
    tasks: int
    trick: int
    points: int | None
    """Points of a race; None for a mission."""
    margin: int
    replay_id: int | None = None
    """The attempt, once the reader may see its replay."""

    @property
    def marks(self) -> tuple[str, ...]:
        """The marks of a mission, done ones first; none of a race."""
        if self.points is not None:
            return ()
        done = self.done if self.tasks else self.trick - (not self.won)
        broke = () if self.won else (BROKE,)
        left = max(0, self.tasks - done - len(broke))
        return (*[DONE] * max(0, done), *broke, *[OPEN] * left)

    @property
    def squares(self) -> str:
        """The marks as a line of text."""
        return "".join(SQUARES[mark] for mark in self.marks)


@dataclass(frozen=True, slots=True)
class OwnResult:
    """A player's result at a deal."""

    result: DailyResult
    table_id: int
    state: str
    tries: tuple[Try, ...]

    @property
    def is_running(self) -> bool:
        """True while a try is under way."""
        return self.state == Table.State.PLAYING

    @property
    def tries_left(self) -> int:
        """The number of tries that are left."""
        return max(0, MOST_TRIES - len(self.tries)) if self.state == Table.State.BETWEEN else 0

    @property
    def last_is_shown(self) -> bool:
        """True where the table still shows the last try: as the player saw it, with no other hand."""
        return bool(self.tries) and self.state != Table.State.PLAYING

    @property
    def has_points(self) -> bool:
        """True if the player scores points."""
        return any(one.points is not None for one in self.tries)


OwnResults = Mapping[tuple[int, bool], OwnResult]
"""The results by deal, and whether the player was alone."""


def own_results(player: Player | None, deals: Collection[DailyDeal]) -> OwnResults:
    """Return the player's results at these deals, in a fixed number of queries; their tries lead to their replays."""
    if player is None:
        return {}
    seats = DailySeat.objects.filter(player=player, deal__in=[deal.pk for deal in deals])
    rows = list(seats.select_related("result__table", "result__deal"))
    replays = _replays(player, [seat.result.table_id for seat in rows])
    return {(seat.deal_id, seat.alone): _with_replays(own_result(seat.result), replays) for seat in rows}


def _replays(player: Player, tables: Collection[int]) -> dict[tuple[int, int], int]:
    """Return by table and number the ended attempts whose replays the player may see."""
    attempts = Attempt.objects.filter(table__in=tables).exclude(state=Attempt.State.PLAYING)
    ended = list(attempts.select_related("table__stage__challenge"))
    seen = open_attempts(player, ended)
    return {(attempt.table_id, attempt.number): attempt.pk for attempt in ended if attempt.pk in seen}


def _with_replays(own: OwnResult, replays: Mapping[tuple[int, int], int]) -> OwnResult:
    tries = (replace(one, replay_id=replays.get((own.table_id, one.number))) for one in own.tries)
    return replace(own, tries=tuple(tries))


def own_result(result: DailyResult) -> OwnResult:
    """Return a result as its own player reads it."""
    table = result.table
    return OwnResult(result, table.pk, table.state, tries_of(result))


def tries_of(result: DailyResult) -> tuple[Try, ...]:
    """Return the tries of a result that are over."""
    has_points = kind_of(result.deal.game).has_points
    return tuple(
        Try(
            number=number,
            won=row["won"],
            distress=row.get("distress", False),
            done=row.get("done", 0),
            tasks=row.get("tasks", 0),
            trick=row.get("trick", 0),
            points=row.get("points", 0) if has_points else None,
            margin=row.get("margin", 0),
        )
        for number, row in enumerate(result.tries, start=1)
    )
