"""Facts that all pages of a deal share."""

from __future__ import annotations

from django.db.models import OuterRef, QuerySet, Subquery
from django.db.models.expressions import OrderBy
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from logbook.challenges.models.challenges import Deal
from logbook.challenges.outcomes import ActiveRulings
from logbook.crews.access import crews_of
from logbook.people.models.players import Player
from logbook.tables.counting import PlayedFor
from logbook.tables.missions import options_of
from logbook.tables.models import Attempt, Seat, Table
from logbook.tables.selectors.seat_labels import mission_text_of


def deal_text(deal: Deal) -> str:
    """Return the mission in words, with its players and options."""
    stage, challenge = deal.stage, deal.stage.challenge
    options = " ".join(options_of(stage.game, challenge.options))
    return mission_text_of(stage.game, stage.mission, challenge.players, options)


def ended_attempts(deal: Deal) -> QuerySet[Attempt]:
    """Return the attempts on the deal that are over."""
    return Attempt.objects.filter(table__stage=deal.stage, number=deal.attempt).exclude(state=Attempt.State.PLAYING)


def entrant_name(table: Table) -> str:
    """Return the name of the table's crew, or "" once it is gone; at a deal of the day, of the people at the table."""
    if table.played_for is not PlayedFor.DAY:
        return table.crew.name if table.crew else ""
    people = [seat.player.name for seat in sorted_seats(table) if seat.player]
    return ", ".join(people) or _("a former player")


def name_order() -> OrderBy:
    """Return the order of attempts by the crew's name; at a deal of the day, by the name of the first person."""
    people = Seat.objects.filter(table=OuterRef("table"), player__isnull=False).order_by("number")
    return Coalesce("table__crew__name", Subquery(people.values("player__name")[:1])).asc(nulls_last=True)


def sorted_seats(table: Table) -> list[Seat]:
    """Return the seats of the table, which the caller has read already."""
    return sorted(table.seats.all(), key=lambda seat: seat.number)


def own_tables(deal: Deal, player: Player | None) -> frozenset[int]:
    """Return the tables of the player's crews at the deal; at a deal of the day, those where the player sat."""
    if player is None:
        return frozenset()
    tables = Table.objects.filter(stage=deal.stage_id).values_list("pk", flat=True)
    of_crews = frozenset(tables.filter(crew__in=crews_of(player)))
    return of_crews | frozenset(tables.filter(seats__player=player)) if deal.is_daily else of_crews


def is_void(deal: Deal, rulings: ActiveRulings) -> bool:
    """Return whether a director has declared the deal void, by itself or with its stage."""
    return deal.stage_id in rulings.void_stages or (deal.stage_id, deal.attempt) in rulings.void_deals
