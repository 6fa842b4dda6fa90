"""Receivers of lessons: help at practice tables, their contest, and what a guest hands over."""

from __future__ import annotations

from logbook.lessons.contest import HelpedTable
from logbook.lessons.models import HelpLevel
from logbook.lessons.selectors import help_for
from logbook.people import handover
from logbook.people.models.players import Player
from logbook.tables.contest import CONTESTS
from logbook.tables.counting import PlayedFor
from logbook.tables.selectors.help import HELP


def listen() -> None:
    """Register the contest of tables with help, the help there, and what a guest hands over."""
    CONTESTS.register(PlayedFor.HELPED.name, HelpedTable())
    HELP.register(help_for)
    handover.HANDED_OVER.register("HelpLevel.player", _levels)


def _levels(guest: Player, player: Player) -> None:
    """Give the guest's levels to the player, who keeps their own of the same concepts."""
    own = HelpLevel.objects.filter(player=player).values("concept")
    HelpLevel.objects.filter(player=guest).exclude(concept__in=own).update(player=player)
