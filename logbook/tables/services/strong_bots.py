"""The quota of running tables with the strongest bots: each of their actions takes a worker up to some seconds."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.db.models import Q
from django.utils import timezone

from games.bots import BOTS, strongest_bot
from logbook.people.models.players import Player
from logbook.tables.exceptions import TooManyStrongBots
from logbook.tables.models import Table

MOST_RUNNING: Final = 12
LATELY: Final = timedelta(days=1)


def ensure_room(table: Table, player: Player | None) -> None:
    """Raise TooManyStrongBots if the player runs many tables with the strongest bots, and this is one more.

    Theirs are those that they opened, or at which they sit, with an action within the last day.
    """
    if player is None or not table.seats.filter(bot=strongest_bot(table.game).slug).exists():
        return
    strongest = Q()
    for game in BOTS:
        strongest |= Q(game=game, seats__bot=strongest_bot(game).slug)
    running = Table.objects.filter(strongest, state=Table.State.PLAYING, moved_at__gt=timezone.now() - LATELY)
    own = running.filter(Q(opened_by=player) | Q(pk__in=player.seats.values("table"))).exclude(pk=table.pk)
    if own.values("pk").distinct().count() >= MOST_RUNNING:
        raise TooManyStrongBots(most=MOST_RUNNING)
