"""Services that count a day: turning points, places and percentiles, each inside the database in one statement."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db import connection, transaction
from django.db.models import Count, Exists, F, Min, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from logbook.challenges.models.challenges import Challenge
from logbook.daily import ranking
from logbook.daily.models import DailyDeal, DailyResult, DailySeat
from logbook.daily.signals import day_counted
from logbook.people.selectors import unconfirmed_addresses
from logbook.replays.models.analyses import Analysis
from logbook.tables.models import Attempt

NEW_ACCOUNT: Final = timedelta(days=7)
"""Places are for accounts that confirmed their address so long before the day."""
FINISHED_DAYS: Final = 3
"""Places are for players with so many finished days, this one included."""
RECOUNTED_FOR: Final = timedelta(days=2)
"""Analyses that come later than the close still move places for so long."""

_PROGRAM_IN_A_CREW: Final = Q(by_program=True, people__gt=1)
"""The board of programs is for those that play alone, the boards of crews are for people."""

PLACES: Final = """
UPDATE logbook_dailyresult SET place = ranked.place, percentile = COALESCE(ranked.percentile, 0)
FROM (
  SELECT id,
    CASE WHEN is_placed THEN RANK() OVER (PARTITION BY people, by_program, is_placed ORDER BY rank_key) END AS place,
    CAST(ROUND(100.0 * COALESCE(worse, 0) / NULLIF(everyone - own, 0)) AS integer) AS percentile
  FROM (
    SELECT id, people, by_program, is_placed, rank_key, CASE WHEN in_field THEN 1 ELSE 0 END AS own,
      SUM(CASE WHEN in_field THEN 1 ELSE 0 END) OVER (PARTITION BY people, by_program) AS everyone,
      SUM(CASE WHEN in_field THEN 1 ELSE 0 END) OVER (
        PARTITION BY people, by_program ORDER BY rank_key DESC
        RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW EXCLUDE GROUP
      ) AS worse
    FROM logbook_dailyresult WHERE deal_id = %s AND rank_key IS NOT NULL
  ) AS counted
) AS ranked
WHERE logbook_dailyresult.id = ranked.id
"""
"""Places among accounts, and the share of all others in the field who did worse (0 for one result alone), by board."""


@transaction.atomic
def count(*, deal_id: int) -> None:
    """Count a deal that is over: everyone's place and percentile, and how many won. Idempotent.

    The first count announces the places.
    """
    deal = DailyDeal.objects.select_for_update().get(pk=deal_id)
    own = DailyResult.objects.filter(deal=deal)
    _read_turning_points(own)
    own.update(is_placed=False, place=None, percentile=None)
    _choose_field(own)
    whole = own.alias(left=Count("seats")).filter(left=F("people"))  # A merge may have taken someone out.
    eligible = own.filter(~_PROGRAM_IN_A_CREW, ~Exists(_seats_without_place(deal)))
    eligible.filter(pk__in=whole.values("pk")).update(is_placed=True)
    with connection.cursor() as cursor:
        cursor.execute(PLACES, [deal.pk])
    alone = own.filter(people=1, by_program=False, rank_key__isnull=False)
    totals = alone.aggregate(
        plays=Count("pk"), wins=Count("pk", filter=Q(won_first=True)), places=Count("pk", filter=Q(is_placed=True))
    )
    DailyDeal.objects.filter(pk=deal.pk).update(counted_at=timezone.now(), **totals)
    if deal.counted_at is None:
        day_counted.send(sender=DailyDeal, deal=deal)


def _choose_field(own: QuerySet[DailyResult]) -> None:
    """Say which results count for the others' percentiles: those of accounts, and of guests the first an address.

    A guest's counts if it was played to its end. A crew's does with an account at the table.
    """
    seats = DailySeat.objects.filter(result=OuterRef("pk"))
    of_guests = own.filter(~Exists(seats.filter(player__user__isnull=False)), rank_key__isnull=False)
    given_up = Attempt.objects.filter(table=OuterRef("table"), number=1, state=Attempt.State.ABANDONED)
    finished = of_guests.filter(~Exists(given_up), people=1)
    marked = finished.exclude(guest_mark="").order_by().values("guest_mark").annotate(first=Min("pk"))
    unmarked = finished.filter(guest_mark="")  # Of a version before 0.3.0.
    kept = {*marked.values_list("first", flat=True), *unmarked.values_list("pk", flat=True)}
    own.update(in_field=True)
    of_guests.exclude(pk__in=kept).update(in_field=False)


def count_all() -> int:
    """Count every deal that is over anew; return their number."""
    over = DailyDeal.objects.filter(challenge__state__in=Challenge.OVER, challenge__counted_at__isnull=False)
    keys = list(over.order_by("pk").values_list("pk", flat=True))
    for key in keys:
        count(deal_id=key)
    return len(keys)


def due(*, now: datetime) -> list[int]:
    """Return the deals to count: closed ones never counted, and recent ones with turning points that came later."""
    over = DailyDeal.objects.filter(challenge__state__in=Challenge.OVER, challenge__counted_at__isnull=False)
    unknown = Q(rank_key__gt=ranking.LOST_AT_ONCE, rank_key__lte=ranking.LOST)
    late = DailyResult.objects.filter(unknown, deal=OuterRef("pk"))
    recent = Q(counted_at__gt=now - RECOUNTED_FOR) & Exists(_with_turning_point(late))
    return list(over.filter(Q(counted_at=None) | recent).order_by("pk").values_list("pk", flat=True))


def _with_turning_point(results: QuerySet[DailyResult]) -> QuerySet[DailyResult]:
    known = Analysis.objects.filter(attempt__table=OuterRef("table"), attempt__number=1, lost_in__isnull=False)
    return results.filter(Exists(known))


def _read_turning_points(results: QuerySet[DailyResult]) -> None:
    """Give lost first attempts the key of their turning point, where the solver knows it."""
    known = Analysis.objects.filter(attempt__table=OuterRef("table"), attempt__number=1).values("lost_in")[:1]
    lost = _with_turning_point(results.filter(won_first=False, rank_key__lte=ranking.LOST))
    lost.update(rank_key=ranking.LOST_AT_ONCE - Subquery(known))


def _seats_without_place(deal: DailyDeal) -> QuerySet[DailySeat]:
    """Return the seats, of the result in question, of players who get a percentile alone."""
    finished = DailySeat.objects.filter(player=OuterRef("player"), result__rank_key__isnull=False)
    closed = finished.filter(deal__challenge__closes_at__lte=deal.challenge.closes_at)
    days = closed.order_by().values("player")
    enough = days.annotate(days=Count("deal__date", distinct=True)).filter(days__gte=FINISHED_DAYS)
    seats = DailySeat.objects.alias(confirmed=Coalesce("player__confirmed_at", "player__user__date_joined"))
    old = Q(player__user__isnull=False, confirmed__lte=deal.challenge.opens_at - NEW_ACCOUNT)
    unconfirmed = unconfirmed_addresses().filter(user=OuterRef("player__user"))
    return seats.filter(~old | Exists(unconfirmed) | ~Exists(enough), result=OuterRef("pk"))
