"""The contest of practice tables: one attempt, for the people whom a room has seated, and the way back there.

The deal of a real table is practice, too, for it is known. Its players find each other by the table's link.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.urls import reverse

from logbook.lib.registry import Registry
from logbook.lib.translation import gettext as _
from logbook.people.models.players import Player
from logbook.rooms.exceptions import DealPlayed, PracticeOver
from logbook.tables.contest import FreeTable
from logbook.tables.models import Attempt, Table

MAY_SIT: Final[Registry[Callable[[Table, Player], None]]] = Registry()
"""Further checks of who may sit at a practice table, by subject: each raises what forbids the player a seat."""


class PracticeTable(FreeTable):
    """The contest of a table at which people play on from a moment of a replay, or the deal of a real table."""

    def ensure_may_start(self, table: Table) -> None:
        """Allow one attempt; that of a room is dealt with the table. Raises PracticeOver and DealPlayed."""
        if table.state == Table.State.ENDED:
            raise DealPlayed if table.deal else PracticeOver

    def ensure_may_sit(self, table: Table, player: Player) -> None:
        """Raise what a subject above forbids."""
        for ensure_may_sit in MAY_SIT.values():
            ensure_may_sit(table, player)

    def may_invite(self, table: Table) -> bool:
        """Return whether the deal is that of a real table; otherwise the room has chosen the players."""
        return bool(table.deal)

    def seed_for(self, table: Table, number: int) -> str:
        """Return nothing: the deal is written out."""
        return ""

    def may_be_watched(self, table: Table) -> bool:
        """Return False: its replay, too, is for those who sit there."""
        return False

    def page_of(self, table: Table) -> tuple[str, str]:
        """Return the address of the room where the moment was dealt; nothing once its attempt is deleted."""
        practised = table.attempts.select_related("origin").first()
        if practised is None or practised.origin is None:
            return "", ""
        is_solo = practised.origin.sittings.count() < 2  # Solo attempts have the same page without the word.
        words = _("Back to the replay") if is_solo else _("Back to the room")
        return reverse("room", args=(practised.origin_id,)), words

    def attempt_words(self, number: int) -> str:
        """Return what is played instead of an attempt that counts."""
        return _("practice")

    def state_after(self, table: Table, attempt: Attempt) -> str:
        """Return ended: the room deals another moment at another table."""
        return Table.State.ENDED
