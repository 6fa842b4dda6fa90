"""Receivers of typed deals: a guest signs in, a crew forgets a player; who may sit at sealed deals, and see them."""

from __future__ import annotations

from typing import Any

from logbook.crews import signals as crews
from logbook.crews.models.crews import Crew
from logbook.people import handover
from logbook.people.models.players import Player
from logbook.player_lessons.access import UNSEEN_DEALS
from logbook.rooms.contest import MAY_SIT
from logbook.typed_deals.models import TypedDeal, TypedHand
from logbook.typed_deals.selectors.friends import tables_of_friends_deals
from logbook.typed_deals.services import tables


def listen() -> None:
    """Subscribe to crews, and register handovers, who may sit at friends’ tables, and deals that no lesson shows."""
    UNSEEN_DEALS.register("typed_deals", tables_of_friends_deals)
    MAY_SIT.register("typed_deals", tables.ensure_may_sit)
    crews.member_forgotten.connect(_member_forgotten, dispatch_uid="typed_deals")
    handover.HANDED_OVER.register("TypedDeal.begun_by", _deals)
    handover.HANDED_OVER.register("TypedHand.player", _hands)


def _deals(guest: Player, player: Player) -> None:
    TypedDeal.objects.filter(begun_by=guest).update(begun_by=player)


def _hands(guest: Player, player: Player) -> None:
    TypedHand.objects.filter(player=guest).update(player=player)


def _member_forgotten(*, crew: Crew, player: Player, **_params: Any) -> None:
    """Remove the player's name from deals of the crew's table."""
    ours = TypedDeal.objects.filter(campaign__crew=crew)
    ours.filter(begun_by=player).update(begun_by=None)
    TypedHand.objects.filter(deal__in=ours, player=player).update(player=None, name="")
