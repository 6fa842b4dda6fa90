"""The interface of a table's contest. A free table has the contest that forbids nothing.

Contests are of subjects above, which register them in their `receivers.py`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Final, Protocol

from django.db.models import Q, QuerySet

from games.bots import bots_of
from logbook.lib.registry import Registry
from logbook.people.models.players import Player
from logbook.tables.counting import PlayedFor, RuledPlace
from logbook.tables.kinds import kind_of
from logbook.tables.models import Attempt, Table


class Contest(Protocol):
    """The rules beyond a table itself: when it is played, by which players, and from which seeds."""

    def fetch(self, table: Table) -> None:
        """Read with the table the data of the other methods."""

    def is_open(self, table: Table) -> bool:
        """True if the table can be played now, as far as the stored columns tell."""

    def ensure_window_open(self, table: Table) -> None:
        """Raise what forbids play at the table now; PlayStopped where play was possible before."""

    def may_be_played(self) -> Q:
        """Return the condition, for rows of tables, under which an action is stored: the window is open now."""

    def ensure_may_start(self, table: Table) -> None:
        """Raise what forbids the table's next attempt, apart from the table's own state."""

    def ensure_may_deal(self, table: Table, number: int) -> None:
        """Raise what forbids dealing this attempt to the seated players."""

    def ensure_may_sit(self, table: Table, player: Player) -> None:
        """Raise what forbids the player a seat at the table."""

    def bots(self, table: Table) -> Sequence[str]:
        """Return the bots that may have a seat at the table, the strongest first."""

    def may_invite(self, table: Table) -> bool:
        """True if a link may lead other people to the table."""

    def may_be_watched(self, table: Table) -> bool:
        """True if others than the players may see a running attempt; False while other tables play the same deals."""

    def page_of(self, table: Table) -> tuple[str, str]:
        """Return the address and the title of the contest's page; empty for a free table."""

    def attempt_words(self, number: int) -> str:
        """Return what the table's page says of the attempt of this number instead of it; "" to say the number alone."""

    def counts_down_to(self, table: Table) -> datetime | None:
        """Return the close that the table's page counts down to; None where it is days away."""

    def share_text(self, table: Table) -> str:
        """Return what a player of the table may share of its ended attempts; "" where there is nothing to share."""

    def seed_for(self, table: Table, number: int) -> str:
        """Return the seed of this attempt. Raises what forbids the deal."""

    def signal_lasts(self, table: Table) -> bool:
        """True if a distress signal of one attempt counts in the next ones."""

    def dealt(self, table: Table, attempt: Attempt) -> None:
        """Note that the attempt has been dealt to the players at the table."""

    def was_dealt(self, table: Table, number: int, player: Player | None) -> bool:
        """True if the player was dealt a hand of this attempt at the table."""

    def state_after(self, table: Table, attempt: Attempt) -> str:
        """Return the table's state after an attempt that is over."""

    def bot_secret(self, table: Table) -> str:
        """Return the sealed secret from which the table's bots draw; "" where the site's own key serves."""

    def not_stopped(self, attempts: QuerySet[Attempt]) -> QuerySet[Attempt]:
        """Return the attempts whose contest has not stopped play."""

    def ruled_out(self, attempts: Collection[RuledPlace]) -> Collection[RuledPlace]:
        """Return those of these attempts that a ruling has made void, or replaced by a corrected result."""

    def acted_by_program(self, table: Table) -> None:
        """Note that a program has acted for a player at the table."""


class FreeTable:
    """The contest of a free table, which forbids nothing."""

    def fetch(self, table: Table) -> None:
        """Do nothing: a free table needs no more data."""

    def is_open(self, table: Table) -> bool:
        """Return True."""
        return True

    def ensure_window_open(self, table: Table) -> None:
        """Allow play at any time: a free table has no window."""

    def may_be_played(self) -> Q:
        """Return no condition."""
        return Q()

    def ensure_may_start(self, table: Table) -> None:
        """Allow every attempt that the table itself allows."""

    def ensure_may_deal(self, table: Table, number: int) -> None:
        """Allow every deal to every player."""

    def ensure_may_sit(self, table: Table, player: Player) -> None:
        """Allow every player a seat."""

    def bots(self, table: Table) -> Sequence[str]:
        """Return all bots of the game."""
        return tuple(bots_of(table.game))

    def may_invite(self, table: Table) -> bool:
        """Return True."""
        return True

    def may_be_watched(self, table: Table) -> bool:
        """Return True: the players decide (`Table.watching`)."""
        return True

    def page_of(self, table: Table) -> tuple[str, str]:
        """Return nothing: a free table has no contest."""
        return "", ""

    def attempt_words(self, number: int) -> str:
        """Return nothing: a free table counts its attempts."""
        return ""

    def counts_down_to(self, table: Table) -> datetime | None:
        """Return None: a free table stays open."""
        return None

    def share_text(self, table: Table) -> str:
        """Return nothing: the others at the table have seen it."""
        return ""

    def seed_for(self, table: Table, number: int) -> str:
        """Return the table's own seed with the attempt's number."""
        return f"{table.base_seed}/{number}"

    def signal_lasts(self, table: Table) -> bool:
        """Return True, as the printed logbooks say."""
        return True

    def dealt(self, table: Table, attempt: Attempt) -> None:
        """Do nothing: a free table records no deal access."""

    def was_dealt(self, table: Table, number: int, player: Player | None) -> bool:
        """Return True: the cards of a free table are open to every player there."""
        return True

    def state_after(self, table: Table, attempt: Attempt) -> str:
        """Return what follows in a game of its kind."""
        return kind_of(table.game).table_state_after(attempt.state)

    def bot_secret(self, table: Table) -> str:
        """Return nothing: the bots of free tables draw from the site's own key."""
        return ""

    def not_stopped(self, attempts: QuerySet[Attempt]) -> QuerySet[Attempt]:
        """Return all of them."""
        return attempts

    def ruled_out(self, attempts: Collection[RuledPlace]) -> Collection[RuledPlace]:
        """Return nothing: no one rules on a free table."""
        return frozenset()

    def acted_by_program(self, table: Table) -> None:
        """Do nothing: programs play at free tables as people do."""


CONTESTS: Final[Registry[Contest]] = Registry()
"""The contests of tables, by the name of what they are played for (`PlayedFor`)."""
FREE: Final = FreeTable()
CONTESTS.register(PlayedFor.FREE.name, FREE)


def of_stages() -> Contest:
    """Return the contest of challenges' tables."""
    return CONTESTS[PlayedFor.CHALLENGE.name]


def contest_of(table: Table) -> Contest:
    """Return the contest of the table."""
    return CONTESTS[table.played_for.name]
