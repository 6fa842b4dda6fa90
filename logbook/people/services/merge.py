"""Service that gives a guest's things to the player when the guest signs in to an account."""

from __future__ import annotations

from django.db import transaction

from logbook.people.handover import FOLLOWING, HANDED_OVER
from logbook.people.models.players import Player


@transaction.atomic
def merge(*, guest: Player, player: Player) -> None:
    """Hand over everything the guest holds, then delete the guest.

    Where both sit at one table, the player keeps their own seat and the guest's becomes free.
    """
    for step in (*HANDED_OVER.values(), *FOLLOWING):
        step(guest, player)
    guest.delete()
