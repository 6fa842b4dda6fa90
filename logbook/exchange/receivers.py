"""Receivers: what imports do when other subjects send signals."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.db.models import Q

from logbook.crews import signals as crews
from logbook.crews.models.crews import Crew
from logbook.exchange.models import Import, ImportedExtra
from logbook.people import handover
from logbook.people.models.players import Player


def listen() -> None:
    """Subscribe to the signals of crews, and register that a guest hands over no foreign key to a player."""
    crews.member_forgotten.connect(_member_forgotten, dispatch_uid="exchange")
    handover.stays(
        "ClubRecord.player",
        "Import.by",
        "ImportedExtra.player",
    )


def _member_forgotten(*, crew: Crew, player: Player, guests: Collection[int], **_kwargs: Any) -> None:
    ImportedExtra.objects.filter(Q(player=player) | Q(guest__in=guests), crew=crew).delete()
    Import.objects.filter(crew=crew, by=player).update(by=None)
