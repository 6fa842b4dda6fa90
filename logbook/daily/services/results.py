"""Services of results: a first attempt begins, attempts end, guests become accounts."""

from __future__ import annotations

from datetime import date
from typing import Any, Final

from django.db import IntegrityError, transaction

from logbook.daily import ranking
from logbook.daily.exceptions import AlreadyPlayed
from logbook.daily.models import DailyDeal, DailyResult, DailySeat
from logbook.lib import queue
from logbook.people import site_identity
from logbook.people.models.players import Player
from logbook.tables import event_replay
from logbook.tables.kinds import kind_of
from logbook.tables.models import Attempt, Table

DONE: Final = "done"


def begin(deal: DailyDeal, table: Table, *, alone: bool) -> DailyResult:
    """Note who plays the deal at this table. The caller's transaction has locked the table. Raises AlreadyPlayed."""
    players = [seat.player for seat in table.seats.select_related("player") if seat.player]
    try:
        with transaction.atomic():
            result = DailyResult.objects.create(deal=deal, table=table, people=len(players))
            DailySeat.objects.bulk_create(
                DailySeat(result=result, deal=deal, player=player, alone=alone) for player in players
            )
    except IntegrityError as error:  # Two tables were dealt at the same moment.
        raise AlreadyPlayed(player=players[0].name) from error
    return result


def note_end(table: Table, attempt: Attempt) -> None:
    """Add an ended attempt to the table's result. The caller's transaction has locked the table. Idempotent."""
    result = DailyResult.objects.select_for_update().filter(table=table).first()
    if result is None or attempt.number <= len(result.tries):
        return
    row = _row_of(table, attempt)
    result.tries = [*result.tries, row]
    if row["won"] and result.solved_on is None:
        result.solved_on = attempt.number
    if attempt.number == 1:
        result.won_first, result.rank_key = bool(row["won"]), _key_of(table, attempt, row)
    result.save(update_fields=("tries", "solved_on", "won_first", "rank_key"))


def is_won(table: Table, attempt: Attempt) -> bool:
    """Return whether the table's player, or its crew, has won this attempt."""
    return kind_of(table.game).is_won_by(attempt, _own_seat(table))


def mark_program(*, table_id: int) -> None:
    """Move a result to the board of programs: an action of its first attempt, which ranks, came by the API."""
    DailyResult.objects.filter(table=table_id, by_program=False, rank_key=None).update(by_program=True)


def mark_guest(*, table_id: int, address: str) -> None:
    """Note by which address a guest plays: the mark says no more than that two guests of a deal have the same one."""
    for result in DailyResult.objects.filter(table=table_id):
        result.guest_mark = site_identity.derive("daily-guest", result.deal_id, address).hex()
        result.save(update_fields=["guest_mark"])


def hand_over(guest: Player, player: Player) -> None:
    """Give the player the guest's results. Of two results at one deal, one counts (`_keep_one`).

    Deals that are counted already are counted again, from the guest's first day on: a place needs finished days before.
    """
    seats = list(DailySeat.objects.filter(player=guest).select_related("result").order_by("pk"))
    deals = {seat.deal_id for seat in seats}
    for seat in seats:
        own = DailySeat.objects.filter(player=player, deal=seat.deal_id, alone=seat.alone)
        other = own.select_related("result").first()
        if other is None:
            DailySeat.objects.filter(pk=seat.pk).update(player=player)
        else:
            _keep_one(seat, other, player)
    if deals:
        _count_again(player, since=DailyDeal.objects.filter(pk__in=deals).earliest("date").date)


def _count_again(player: Player, *, since: date) -> None:
    counted = DailySeat.objects.filter(player=player, deal__counted_at__isnull=False, deal__date__gte=since)
    for deal_id in counted.order_by("deal").values_list("deal", flat=True).distinct():
        queue.later("daily.count_day", deal_id)


def _keep_one(guests: DailySeat, own: DailySeat, player: Player) -> None:
    """Drop one of two results; a crew's result stays, without this player."""
    dropped = guests if _counts_before(own, guests) else own
    if dropped.alone:
        dropped.result.delete()
    else:
        dropped.delete()
    DailySeat.objects.filter(pk=guests.pk).update(player=player)


def _counts_before(own: DailySeat, guests: DailySeat) -> bool:
    """Return whether the account's own result counts rather than the guest's: the one that saw its cards first."""
    return own.result_id < guests.result_id


def _row_of(table: Table, attempt: Attempt) -> dict[str, Any]:
    """Return what a try came to: never which task, card or seat."""
    if kind_of(table.game).has_points:
        return _row_of_points(table, attempt)
    view = event_replay.state_of(_with_table(attempt, table)).view(None)
    tasks, is_broken_off = view["tasks"], view["outcome"] is None
    return {
        "won": attempt.state == Attempt.State.SUCCESS,
        "distress": attempt.distress,
        "trick": attempt.tricks + is_broken_off,
        "done": sum(task["status"] == DONE for task in tasks),
        "tasks": len(tasks),
    }


def _row_of_points(table: Table, attempt: Attempt) -> dict[str, Any]:
    seat, scores = _own_seat(table), attempt.scores
    if not scores:
        return {"won": False, "points": 0, "margin": 0, "given_up": True}
    return {
        "won": is_won(table, attempt),
        "points": scores[seat],
        "margin": ranking.margin_of(scores, seat),
    }


def _key_of(table: Table, attempt: Attempt, row: dict[str, Any]) -> int:
    if not kind_of(table.game).has_points:
        return ranking.key_of_mission(won=row["won"], distress=row["distress"], tasks_done=row["done"])
    return ranking.key_of_race(attempt.scores, _own_seat(table)) if attempt.scores else ranking.GIVEN_UP


def _own_seat(table: Table) -> int:
    return table.seats.filter(player__isnull=False).values_list("number", flat=True).first() or 0


def _with_table(attempt: Attempt, table: Table) -> Attempt:
    attempt.table = table
    return attempt
