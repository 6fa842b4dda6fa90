"""What somebody knows of deals that may still be played: the facts on which the door decides what they may see."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from django.db.models import Q, QuerySet

from logbook.models import Attempt, Challenge, ClubCrew, Crew, Look, Player, Seat, Sitting, Stage, Table
from logbook.through import OVER

DealKey = tuple[int, int]
"""The key of a stage, and the number of the attempt."""

OUT_OF_IT: Final = (Look.How.GAVE_UP, Look.How.DIRECTOR)


def known_deals(player: Player, stages: Collection[int], crews: QuerySet[Crew]) -> set[DealKey]:
    """Which deals of these stages the person, whose crews these are, has finished or given up.

    Finished: they were dealt it, that attempt is over, and no other crew of theirs can still be dealt the same cards.
    Where everybody races for themselves, it is their own race alone that counts.
    """
    looked = Look.objects.filter(player=player, stage__in=stages, how__in=OUT_OF_IT, taken_back_at=None)
    played = _deals_played(player, stages)
    return set(looked.values_list("stage", "attempt")) | (played - _deals_to_come(crews, played))


def _deals_played(player: Player, stages: Collection[int]) -> set[DealKey]:
    """The deals that the person was dealt in an attempt that is over: online by their seat, elsewhere by the report."""
    over = Attempt.objects.filter(table__stage__in=stages).exclude(state=Attempt.State.PLAYING)
    # A bot's seat has no player either: nobody must not be taken for a bot.
    online = Q(place=Attempt.Place.ONLINE, table__in=Seat.objects.filter(player=player).values("table"))
    sat = Q(pk__in=Sitting.objects.filter(player=player).values("attempt"))
    return set(over.filter(online | sat).values_list("table__stage", "number"))


def _deals_to_come(crews: QuerySet[Crew], deals: Collection[DealKey]) -> set[DealKey]:
    """Those of these deals which one of these crews can still be dealt, or is playing now."""
    if not deals:
        return set()
    stages = {stage for stage, _number in deals}
    together = Stage.objects.filter(pk__in=stages).exclude(challenge__rivals=Challenge.Rivals.BOTS)
    clubs = dict(together.values_list("pk", "challenge__club"))
    entered = set(ClubCrew.objects.filter(crew__in=crews, club__in=clubs.values()).values_list("club", "crew"))
    tables = Table.objects.filter(stage__in=stages, crew__in=crews)
    over = set(tables.filter(state__in=OVER).values_list("stage", "crew"))
    ended = Attempt.objects.filter(table__in=tables).exclude(state=Attempt.State.PLAYING)
    done = set(ended.values_list("table__stage", "table__crew", "number"))
    return {
        (stage, number)
        for stage, number in deals
        for club, crew in entered
        if club == clubs.get(stage) and (stage, crew) not in over and (stage, crew, number) not in done
    }
