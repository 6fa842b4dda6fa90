"""Services of a visitor's first tables: one press deals the first mission with bots, or opens a table as chosen."""

from __future__ import annotations

import secrets
from typing import Any, Final, NamedTuple

from django.conf import settings
from django.db import transaction
from django.utils import translation
from django.utils.translation import gettext as _

from games.bots import strongest_bot
from logbook.lib import quotas as lib_quotas
from logbook.people.models.players import Player
from logbook.people.services import players
from logbook.tables import quotas
from logbook.tables.counting import PlayedFor
from logbook.tables.models import Seat, Table
from logbook.tables.services import deals, tables

GAME: Final = "planet-nine"
MISSION: Final = "1"
PLAYERS: Final = 4


class Wish(NamedTuple):
    """A table to deal at once."""

    game: str = GAME
    mission: str = MISSION
    players: int = PLAYERS
    helped: bool = False
    """It is practice with help."""


FIRST: Final = Wish()
GUEST_NUMBERS: Final = range(1000, 10000)


@transaction.atomic
def play_now(*, player: Player | None, address: str, wish: Wish = FIRST) -> Table:
    """Return a table of the mission, by default the first: one that the player has begun alone with bots, or a new one.

    A visitor becomes a guest, who opened the table. Raises UnknownSetup, TooManyTables and TooManyFirstTables.
    """
    if player is None:
        player = visitor(address)
    elif (begun := _begun(player, wish)) is not None:
        return begun
    lib_quotas.take(quotas.FIRST_TABLES, player.pk)
    return _deal(player, wish)


@transaction.atomic
def open_table(*, player: Player | None, address: str, **chosen: Any) -> Table:
    """Open the table that the player chose; a visitor becomes a guest, who opened it, or none if the table is refused.

    Raises what `tables.open_table` raises, and TooManyFirstTables.
    """
    return tables.open_table(player=player or visitor(address), **chosen)


def visitor(address: str) -> Player:
    """Make a guest of a visitor at this address. Raises TooManyFirstTables."""
    lib_quotas.take_at_address(quotas.VISITORS, address)
    with translation.override(settings.LANGUAGE_CODE):  # Others read the name too, each in a language of their own.
        name = _("Guest %(number)s") % {"number": secrets.choice(GUEST_NUMBERS)}
    return players.create_guest(name=name)


def _begun(player: Player, wish: Wish) -> Table | None:
    """Return the table of the mission at which the player sits alone with bots, and a round is on.

    The player is locked: a second press waits for the first, and finds its table.
    """
    Player.objects.select_for_update().get(pk=player.pk)
    purpose = PlayedFor.HELPED if wish.helped else PlayedFor.FREE
    own = Table.objects.filter(purpose.rows(), opened_by=player, crew=None, state=Table.State.PLAYING)
    same = own.filter(game=wish.game, mission=wish.mission, players=wish.players, seats__player=player)
    alone = same.exclude(pk__in=Seat.objects.filter(bot="").exclude(player=player).values("table"))
    return alone.order_by("-pk").first()


def _deal(player: Player, wish: Wish) -> Table:
    watching = Table.Watching.PLAYERS if wish.helped else Table.Watching.CREW
    chosen = tables.TableSettings(watching=watching, helped=wish.helped)
    table = tables.open_table(
        player=player, game=wish.game, mission=wish.mission, players=wish.players, settings=chosen
    )
    tables.fill_with_bots(table_id=table.pk, by=player, bot=strongest_bot(wish.game).slug)
    deals.start_attempt(table_id=table.pk, player=player)
    return table
