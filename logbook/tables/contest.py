"""What a table asks of the contest it belongs to. A free table belongs to none.

Contests are a subject above: one registers itself as the contest of the tables with a stage.
"""

from __future__ import annotations

from typing import Final, Protocol

from django.db.models import QuerySet

from logbook.people.models.players import Player
from logbook.tables.missions import RACES
from logbook.tables.models import Attempt, Table


class Contest(Protocol):
    """The rules of a table that go beyond the table: when it is played, by which players, and from which seeds."""

    def fetch(self, table: Table) -> None:
        """Read with the table what the other questions need."""

    def is_open(self, table: Table) -> bool:
        """Whether the table is played now, as far as the table itself tells."""

    def ensure_window_open(self, table: Table) -> None:
        """Raise what forbids to play at the table now; PlayStopped where play was possible before."""

    def ensure_may_start(self, table: Table) -> None:
        """Raise what forbids the table's next attempt, besides how the table itself stands."""

    def ensure_may_deal(self, table: Table, number: int) -> None:
        """Raise what forbids to deal this attempt to the players who sit at the table."""

    def ensure_may_sit(self, table: Table, player: Player) -> None:
        """Raise what forbids the player a seat at the table."""

    def takes_bots(self, table: Table) -> bool:
        """Whether a bot may have a seat at the table."""

    def seed_for(self, table: Table, number: int) -> str:
        """The seed of this attempt. Raises what forbids the deal."""

    def signal_lasts(self, table: Table) -> bool:
        """Whether a distress signal of one attempt counts in the next ones."""

    def dealt(self, table: Table, attempt: Attempt) -> None:
        """Hear that the players at the table have been dealt the attempt."""

    def was_dealt(self, table: Table, number: int, player: Player | None) -> bool:
        """Whether the player was dealt a hand of this attempt at the table."""

    def state_after(self, table: Table, attempt: Attempt) -> str:
        """How the table stands after an attempt that is over."""

    def not_stopped(self, attempts: QuerySet[Attempt]) -> QuerySet[Attempt]:
        """Those of these attempts whose contest has not stopped play."""


class FreeTable:
    """The contest of a free table, which forbids nothing."""

    def fetch(self, table: Table) -> None:
        """Nothing more is needed."""

    def is_open(self, table: Table) -> bool:
        """Always."""
        return True

    def ensure_window_open(self, table: Table) -> None:
        """A free table has no window."""

    def ensure_may_start(self, table: Table) -> None:
        """Only the table itself forbids an attempt."""

    def ensure_may_deal(self, table: Table, number: int) -> None:
        """Every player may be dealt every deal."""

    def ensure_may_sit(self, table: Table, player: Player) -> None:
        """Every player who comes to the table may sit there."""

    def takes_bots(self, table: Table) -> bool:
        """Always."""
        return True

    def seed_for(self, table: Table, number: int) -> str:
        """The table's own seed, and the number of the attempt."""
        return f"{table.base_seed}/{number}"

    def signal_lasts(self, table: Table) -> bool:
        """As the logbooks say."""
        return True

    def dealt(self, table: Table, attempt: Attempt) -> None:
        """Nothing is noted."""

    def was_dealt(self, table: Table, number: int, player: Player | None) -> bool:
        """The cards of a free table are open to every player there."""
        return True

    def state_after(self, table: Table, attempt: Attempt) -> str:
        """Won, or open for another attempt; a race is raced once."""
        if table.game in RACES:  # Another race is another table's: then this one's seed may be told.
            return Table.State.ENDED
        return Table.State.WON if attempt.state == Attempt.State.SUCCESS else Table.State.BETWEEN

    def not_stopped(self, attempts: QuerySet[Attempt]) -> QuerySet[Attempt]:
        """All."""
        return attempts


FREE: Final = FreeTable()
_registered: list[Contest] = []


def register(contest: Contest) -> None:
    """Ask this contest about every table with a stage."""
    _registered[:] = [contest]


def of_stages() -> Contest:
    """The contest of the tables with a stage."""
    return _registered[0]


def contest_of(table: Table) -> Contest:
    """The contest that the table belongs to."""
    return FREE if table.stage_id is None else of_stages()
