"""The contest of practice tables with help: one person, bots, and nothing that counts."""

from __future__ import annotations

from django.urls import reverse

from logbook.lessons.exceptions import ForOnePlayer
from logbook.lib.translation import gettext as _
from logbook.people.models.players import Player
from logbook.tables.contest import FreeTable
from logbook.tables.models import Table


class HelpedTable(FreeTable):
    """The contest of a table at which one person practises counting."""

    def ensure_may_sit(self, table: Table, player: Player) -> None:
        """Allow the one person there another seat. Raises ForOnePlayer."""
        if table.seats.exclude(player=None).exclude(player=player).exists():
            raise ForOnePlayer

    def may_invite(self, table: Table) -> bool:
        """Return False: help is for one person with bots."""
        return False

    def may_be_watched(self, table: Table) -> bool:
        """Return False: a table with help is for its player."""
        return False

    def page_of(self, table: Table) -> tuple[str, str]:
        """Return the page of practice with help."""
        return reverse("practice"), _("Practice with help")
