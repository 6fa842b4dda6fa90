"""Services that tell whether a message still matters: what is overtaken is not sent, and leaves the list."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from django.db.models import Exists, OuterRef, Q, QuerySet

from logbook.challenges.models.challenges import Challenge
from logbook.daily import schedule
from logbook.daily.models import DailyDeal, DailySeat
from logbook.daily.selectors.calendar import streaks_to_save
from logbook.notifications.models import Message, MessageKind
from logbook.notifications.services import turns
from logbook.people.models.players import Player
from logbook.tables import presence
from logbook.tables.models import Seat, Table

Kind = MessageKind
TURNS: Final = (Kind.YOUR_TURN, Kind.NUDGED)
LASTING: Final = (Kind.CHALLENGE_DONE, Kind.DAY_COUNTED, Kind.RESULT_RULED, Kind.REMOVED)
"""The kinds about challenges and clubs that are news at any time."""
PASSING: Final = (*TURNS, Kind.TABLE_FULL)
"""The kinds that are of use only until something has been done."""


def waits_for(table: Table, player: Player) -> bool:
    """Return whether the table waits for the player, who is not there."""
    return not presence.is_here(table.pk, player.pk) and (table.pk, player.pk) in _awaited([table.pk])


def still_matters(message: Message) -> bool:
    """Return whether the message is worth a notification or an email now."""
    if message.table is None:
        open_now = message.challenge is not None and message.challenge.state == Challenge.State.OPEN
        if message.kind == Kind.DAY_CLOSES:
            return open_now and _has_streak_to_save(message)
        return open_now or message.kind in LASTING
    if presence.is_here(message.table.pk, message.player_id):
        return False
    if message.kind == Kind.ATTEMPT_OVER and message.attempt is not None:
        return not message.table.attempts.filter(number__gt=message.attempt.number).exists()
    return message not in overtaken([message])


def _has_streak_to_save(message: Message) -> bool:
    """Return whether the player can still solve the day, and has not."""
    deal = DailyDeal.objects.select_related("challenge").get(challenge=message.challenge_id)
    tables = Table.objects.filter(daily_result__seats__player=message.player_id, daily_result__deal__date=deal.date)
    can_go_on = tables.filter(state__in=(Table.State.PLAYING, Table.State.BETWEEN)).exists()
    player = Player.objects.filter(pk=message.player_id)
    return (deal.may_start or can_go_on) and bool(streaks_to_save(deal.date, player))


def passed_days() -> QuerySet[Message]:
    """Return the messages about streaks whose day has closed, or was solved."""
    told = Message.objects.filter(kind=Kind.DAY_CLOSES)
    solved = DailySeat.objects.filter(
        player=OuterRef("player"),
        deal__date=OuterRef("challenge__daily_deal__date"),
        deal__game__in=schedule.GAMES,
        result__solved_on__isnull=False,
    )
    return told.filter(~Q(challenge__state=Challenge.State.OPEN) | Exists(solved))


def overtaken(messages: Iterable[Message]) -> list[Message]:
    """Return the messages of turns that were taken, and of full tables that were dealt or lost a player."""
    passing = [message for message in messages if message.kind in PASSING]
    awaited = _awaited(_tables(passing, TURNS))
    full = _full(_tables(passing, [Kind.TABLE_FULL]))
    return [
        message
        for message in passing
        if (message.table_id, message.player_id) not in (awaited if message.kind in TURNS else full)
    ]


def _tables(messages: Iterable[Message], kinds: Collection[str]) -> set[int]:
    return {message.table_id for message in messages if message.kind in kinds and message.table_id is not None}


def _awaited(table_ids: Collection[int]) -> set[tuple[int, int]]:
    """Return the tables and players for whom they wait."""
    if not table_ids:
        return set()
    attempts = turns.running_attempts(Q(table__in=table_ids))
    return {(attempt.table_id, player.pk) for attempt, _seat, player in turns.awaited_players(attempts)}


def _full(table_ids: Collection[int]) -> set[tuple[int, int | None]]:
    """Return the lobbies without a free seat, with each of their players."""
    if not table_ids:
        return set()
    free = Seat.objects.filter(player=None, bot="").values("table")
    tables = Table.objects.filter(pk__in=table_ids, state=Table.State.GATHERING).exclude(pk__in=free)
    return set(tables.values_list("pk", "seats__player"))
