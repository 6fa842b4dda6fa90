"""Services of tables with a typed deal: play it again online, or give it to friends, who do not see it before.

A deal can be played only once it has its answer: until then it could be one that is sealed somewhere. These tables
count for nothing.
"""

from __future__ import annotations

from django.db import transaction

from logbook.people.models.players import Player
from logbook.tables.models import Table
from logbook.tables.services import first_table, tables
from logbook.tables.services.tables import TableSettings
from logbook.typed_deals import devices
from logbook.typed_deals.exceptions import KnowsTheDeal, StillSealed
from logbook.typed_deals.models import TypedDeal, TypedTable, new_code
from logbook.typed_deals.services import setups


@transaction.atomic
def play_again(*, deal: TypedDeal, player: Player | None, device: str, address: str) -> Table:
    """Open a table with the deal, the player in the seat whose hand this device entered, if it is one alone.

    A visitor becomes a guest, who opened the table. Raises StillSealed, TooManyTables and TooManyFirstTables.
    """
    table = _open(deal, player, address, sealed=False)
    seats = [hand.seat for hand in deal.hands.all() if hand.device == device and not deal.is_robot(hand.seat)]
    if len(seats) == 1 and table.opened_by is not None:
        tables.take_seat(table=table, player=table.opened_by, number=seats[0])
    return table


@transaction.atomic
def friends_code_of(*, deal: TypedDeal) -> str:
    """Return the code at which friends play the deal, made on demand. Raises StillSealed."""
    locked = TypedDeal.objects.select_for_update().get(pk=deal.pk)
    if not locked.answer:
        raise StillSealed
    if locked.friends_code is None:
        locked.friends_code = new_code()
        locked.save(update_fields=("friends_code",))
    return locked.friends_code


@transaction.atomic
def play_as_friend(*, deal: TypedDeal, player: Player | None, device: str, address: str) -> Table:
    """Open a table with the deal for friends; a second press returns the same table.

    Raises KnowsTheDeal, and what `play_again` raises.
    """
    # Of two presses at once, the second one waits here, and finds the table of the first.
    TypedDeal.objects.select_for_update().get(pk=deal.pk)
    _ensure_unknown(deal, player, device)
    own = friends_table_of(deal, player)
    return own or _open(deal, player, address, sealed=True)


def ensure_may_sit(table: Table, player: Player) -> None:
    """Raise KnowsTheDeal at a table of friends for a player, or on a phone, that has entered a hand of its deal."""
    typed = TypedTable.objects.filter(table=table, sealed=True).select_related("deal").first()
    if typed is not None:
        _ensure_unknown(typed.deal, player, devices.device_now())


def friends_table_of(deal: TypedDeal, player: Player | None) -> Table | None:
    """Return the table at which the player meets the deal as a friend; None without one."""
    if player is None:
        return None
    return Table.objects.filter(typed__deal=deal, typed__sealed=True, seats__player=player).order_by("pk").first()


def _ensure_unknown(deal: TypedDeal, player: Player | None, device: str) -> None:
    hands = deal.hands.all()
    of_player = player is not None and any(hand.player_id == player.pk for hand in hands)
    if of_player or any(device and hand.device == device for hand in hands):
        raise KnowsTheDeal


def _open(deal: TypedDeal, player: Player | None, address: str, *, sealed: bool) -> Table:
    if not deal.answer:
        raise StillSealed
    setup = setups.setup_of(deal)
    table = first_table.open_table(
        player=player,
        address=address,
        game=setup.game,
        mission=setup.mission,
        players=setup.players,
        options=" ".join(setup.options),
        settings=TableSettings(watching=Table.Watching.PLAYERS, deal=setup.deal or ""),
    )
    TypedTable.objects.create(deal=deal, table=table, sealed=sealed)
    return table
