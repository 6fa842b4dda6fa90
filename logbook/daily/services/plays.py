"""Services that open a table at a deal of the day: alone, or for a crew."""

from __future__ import annotations

from typing import Final

from django.db import transaction

from logbook.challenges.models.challenges import Deal, Stage
from logbook.daily.exceptions import AlreadyPlayed, DealNotOpen, DealStillOpen, TooLateToStart, TooManyPlays
from logbook.daily.models import DailyDeal, DailySeat
from logbook.daily.services import results
from logbook.lib import quotas
from logbook.lib.quotas import HOUR, Quota
from logbook.people.models.players import Player
from logbook.tables.models import Table
from logbook.tables.services import deals, first_table, tables

PLAYS: Final = Quota("daily-plays", 20, HOUR, TooManyPlays)


@transaction.atomic
def play_alone(*, deal: DailyDeal, player: Player | None, address: str, by_program: bool = False) -> Table:
    """Return the player's own table at the deal, dealt; a visitor becomes a guest. A second press finds the first's.

    A table that a program opens is on the board of programs.

    Raises DealNotOpen, TooLateToStart, TooManyFirstTables.
    """
    if player is not None:
        Player.objects.select_for_update().get(pk=player.pk)
        seat = DailySeat.objects.filter(deal=deal, player=player, alone=True).select_related("result__table").first()
        if seat is not None:
            return seat.result.table
    _ensure_may_start(deal)
    player = player or first_table.visitor(address)
    table = _table(deal, DailyDeal.ALONE, player, soloist=player)
    deals.start_attempt(table_id=table.pk, player=player)
    if player.is_guest:
        results.mark_guest(table_id=table.pk, address=address)
    if by_program:
        results.mark_program(table_id=table.pk)
    return table


@transaction.atomic
def open_for_crew(*, deal: DailyDeal, player: Player | None, address: str) -> Table:
    """Return the player's table for a crew at the deal: the one where they sit, or a new one.

    Raises AlreadyPlayed, DealNotOpen, TooLateToStart, TooManyFirstTables, TooManyPlays.
    """
    if player is not None:
        Player.objects.select_for_update().get(pk=player.pk)
        crews = Stage.objects.filter(challenge=deal.challenge_id, number=DailyDeal.CREWS)
        own = Table.objects.filter(stage__in=crews, seats__player=player)
        if (existing := own.order_by("pk").first()) is not None:
            return existing
        if DailySeat.objects.filter(deal=deal, player=player, alone=False).exists():
            raise AlreadyPlayed(player=player.name)
    _ensure_may_start(deal)
    player = player or first_table.visitor(address)
    quotas.take(PLAYS, player.pk)
    return _table(deal, DailyDeal.CREWS, player, soloist=None)


@transaction.atomic
def play_archive(*, deal: DailyDeal, player: Player | None, address: str) -> Table:
    """Return a table of the player's own at a deal that has closed, dealt, outside all rankings.

    Raises DealStillOpen, TooManyFirstTables, TooManyPlays.
    """
    if not deal.is_over or not (seed := _seed_of(deal)):
        raise DealStillOpen
    player = player or first_table.visitor(address)
    Player.objects.select_for_update().get(pk=player.pk)
    own = Table.objects.filter(opened_by=player, daily=True, stage=None, base_seed=seed)
    if (existing := own.exclude(state__in=(Table.State.WON, Table.State.ENDED)).first()) is not None:
        return existing
    quotas.take(PLAYS, player.pk)
    stage = deal.challenge.stages.get(number=DailyDeal.ALONE)
    table = Table.objects.create(
        game=stage.game,
        mission=stage.mission,
        players=deal.challenge.players,
        daily=True,
        base_seed=seed,
        opened_by=player,
    )
    tables.create_seats(table, [player], bot=deal.challenge.bot)
    deals.start_attempt(table_id=table.pk, player=player)
    return table


def _seed_of(deal: DailyDeal) -> str:
    stages = Deal.objects.filter(stage__challenge=deal.challenge_id, stage__number=DailyDeal.ALONE)
    return stages.values_list("seed", flat=True).first() or ""


def _ensure_may_start(deal: DailyDeal) -> None:
    if not deal.is_open:
        raise DealNotOpen
    if not deal.may_start:
        raise TooLateToStart


def _table(deal: DailyDeal, number: int, player: Player, *, soloist: Player | None) -> Table:
    stage = Stage.objects.filter(challenge=deal.challenge_id, number=number).first()
    if stage is None:  # A race has no stage for crews.
        raise DealNotOpen
    table = Table.objects.create(
        game=stage.game,
        mission=stage.mission,
        players=deal.challenge.players,
        stage=stage,
        daily=True,
        opened_by=player,
        soloist=soloist,
        stand_ins=False,
    )
    tables.create_seats(table, [player], bot=deal.challenge.bot if soloist else "")
    return table
