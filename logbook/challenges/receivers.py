"""Receivers of challenges, and what a guest hands over to a player."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from logbook.challenges.access.replays import ended_for
from logbook.challenges.contest import StageTable
from logbook.challenges.models.deal_access import DealAccess
from logbook.challenges.models.handouts import SeatHandout
from logbook.challenges.services.bonds import record_bonds
from logbook.clubs import signals as clubs
from logbook.clubs.models import Club
from logbook.crews import signals as crews
from logbook.crews.models.crews import Crew
from logbook.people import handover
from logbook.people.models.players import Player
from logbook.tables.contest import CONTESTS
from logbook.tables.counting import PlayedFor
from logbook.tables.parts import ENDED


def listen() -> None:
    """Register the contest of tables, what their ends show and the handover of guests; subscribe to crews and clubs."""
    ENDED.register(ended_for)
    CONTESTS.register(PlayedFor.CHALLENGE.name, StageTable())
    clubs.crew_withdrawing.connect(_crew_withdrawing, dispatch_uid="challenges")
    crews.member_forgotten.connect(_member_forgotten, dispatch_uid="challenges")
    handover.HANDED_OVER.register("DealAccess.player", _deal_accesses)
    handover.HANDED_OVER.register("SeatHandout.opened_by", _handouts)
    handover.stays(
        "Bond.player",
        "Challenge.created_by",
        "DealAccess.taken_back_by",
        "Ruling.by",
        "Ruling.player",
        "Ruling.taken_back_by",
        "SeatHandout.handed_by",
        "SeatHandout.player",
        "SeedContribution.player",
    )


# --- a guest signs in


def _deal_accesses(guest: Player, player: Player) -> None:
    DealAccess.objects.filter(player=guest).update(player=player)


def _handouts(guest: Player, player: Player) -> None:
    """Give the player the seat pages that the guest has opened."""
    SeatHandout.objects.filter(opened_by=guest).update(opened_by=player)


# --- crews and clubs


def _member_forgotten(*, crew: Crew, player: Player, guests: Collection[int], **_params: Any) -> None:
    """Give the player the guests' deal access, which is the club's record, and record the player's bond to the crew."""
    DealAccess.objects.filter(guest__in=guests, player=None).update(player=player)
    record_bonds(crew=crew, clubs=set(crew.club_entries.values_list("club", flat=True)), player=player)


def _crew_withdrawing(*, club: Club, crew: Crew, **_params: Any) -> None:
    record_bonds(crew=crew, clubs=[club.pk])
