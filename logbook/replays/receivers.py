"""Receivers: what replays do when other subjects send signals."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.db import transaction

from logbook.people import handover
from logbook.people.models.players import Player
from logbook.replays.models.bot_questions import Thought
from logbook.replays.services import analyses
from logbook.tables.models import Attempt, Table
from logbook.tables.signals import attempt_ended


def listen() -> None:
    """Subscribe to the signals of tables, and register the foreign keys to a player that a guest hands over."""
    attempt_ended.connect(_attempt_ended, dispatch_uid="replays")
    handover.HANDED_OVER.register("Thought.player", _thoughts)


def _attempt_ended(*, table: Table, attempt: Attempt, **_kwargs: Any) -> None:
    """Queue the analysis of a mission's attempt that was played on the site, if the workers have nothing else to do."""
    transaction.on_commit(partial(analyses.analyse_if_idle, attempt))


def _thoughts(guest: Player, player: Player) -> None:
    """Merge thoughts: a player asks a question once."""
    same = Thought.objects.filter(player=player).values("mark")
    Thought.objects.filter(player=guest).exclude(mark__in=same).update(player=player)
