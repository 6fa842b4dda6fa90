"""Services of the mails that say whose turn it is: after ten minutes, at once for a nudge, and daily at relaxed tables.

A person gets one such mail an hour at most. It lists every table that waits for them when it is sent; none is sent to a
person who has played by then, or is at the table.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Max, Q, QuerySet
from django.utils import timezone

from logbook.lib import queue
from logbook.notifications.models import MessageKind, OutboxMail
from logbook.notifications.services import choices
from logbook.people.models.players import Player
from logbook.tables import presence
from logbook.tables.models import Attempt, Seat, Table

WAITED: Final = timedelta(minutes=10)
"""The time for which a table waits before its player is mailed."""
GIVEN_UP: Final = timedelta(days=1)
"""No mail is begun about tables that have waited for longer, except a turn-based reminder and the digest."""
RELAXED_GIVEN_UP: Final = timedelta(days=7)
"""A relaxed table is in the daily digest for so long."""
ONE_MAIL_A: Final = timedelta(hours=1)
Event = OutboxMail.Event


def write_turn_mails() -> None:
    """Write the mails to people for whom a table has waited for ten minutes. Idempotent; called every minute."""
    now = timezone.now()
    tables = defaultdict[int, list[Table]](list)
    for attempt, _seat, player in awaited_players(
        running_attempts(Q(table__moved_at__range=(now - GIVEN_UP, now - WAITED)))
    ):
        tables[player.pk].append(attempt.table)
    last_mails, pending = _last_mails(tables), _pending(tables)
    channels = choices.channels_by_player(MessageKind.YOUR_TURN, tables)
    for player_id, waiting in tables.items():
        last = last_mails.get(player_id)
        fresh = [table for table in waiting if last is None or table.moved_at > last]
        too_soon = player_id in pending or (last is not None and last > now - ONE_MAIL_A)
        if not channels[player_id].mail or too_soon or all(presence.is_here(table.pk, player_id) for table in fresh):
            continue
        _write(player_id, Event.YOUR_TURN, f"turn:{now:%Y%m%dT%H%M}")


def write_turn_digests() -> None:
    """Write to people for whom relaxed tables have waited for a day, once a day for a week. Idempotent."""
    now = timezone.now()
    waiting = Q(table__pace=Table.Pace.RELAXED, table__moved_at__range=(now - RELAXED_GIVEN_UP, now - GIVEN_UP))
    people = {player.pk for _attempt, _seat, player in awaited_players(running_attempts(waiting))}
    last_mails, pending = _last_mails(people), _pending(people)
    channels = choices.channels_by_player(MessageKind.YOUR_TURN, people)
    for player_id in people - pending:
        last = last_mails.get(player_id)
        if channels[player_id].mail and (last is None or last <= now - GIVEN_UP):
            _write(player_id, Event.YOUR_TURN, f"digest:{now:%Y%m%dT%H}")


def notify_nudge(*, table: Table, player: Player, by: Player) -> None:
    """Mail the person at once that another player nudged them, unless a mail of the last hour says so already."""
    last = _last_mails([player.pk]).get(player.pk)
    too_soon = bool(_pending([player.pk])) or (last is not None and last > timezone.now() - ONE_MAIL_A)
    if player.user_id is not None and not too_soon and choices.channels_of(player, MessageKind.NUDGED).mail:
        _write(player.pk, Event.NUDGED, f"nudge:{table.pk}:{by.pk}:{timezone.now():%Y%m%dT%H}")


def remind(*, table: Table, player: Player) -> None:
    """Mail the person that half of their time for a turn is over, unless they get no such mails or are at the table."""
    if player.user_id is not None and wants_turn_mails(player) and not presence.is_here(table.pk, player.pk):
        _write(player.pk, Event.YOUR_TURN, f"half:{table.pk}:{table.version}")


def tables_waiting_for(player: Player) -> list[Table]:
    """Return the tables that wait for this person, who has none of their pages in sight; the longest wait first."""
    now = timezone.now()
    lately = Q(table__moved_at__gte=now - GIVEN_UP) | Q(table__pace__in=Table.TURN_HOURS)
    lately |= Q(table__pace=Table.Pace.RELAXED, table__moved_at__gte=now - RELAXED_GIVEN_UP)
    awaited = awaited_players(running_attempts(lately).filter(table__seats__player=player))
    tables = {attempt.table_id: attempt.table for attempt, _seat, one in awaited if one.pk == player.pk}
    away = [table for table in tables.values() if not presence.is_here(table.pk, player.pk)]
    return sorted(away, key=lambda table: table.moved_at)


def wants_turn_mails(player: Player) -> bool:
    """Return whether the person gets mails when it is their turn."""
    return choices.channels_of(player, MessageKind.YOUR_TURN).mail


def running_attempts(condition: Q) -> QuerySet[Attempt]:
    """Return the running attempts that meet the condition, seats and people fetched."""
    running = Attempt.objects.filter(condition, state=Attempt.State.PLAYING, place=Attempt.Place.ONLINE)
    return running.select_related("table").prefetch_related("table__seats__player")


def awaited_players(attempts: Iterable[Attempt]) -> Iterator[tuple[Attempt, Seat, Player]]:
    """Yield the people with an account for whom these attempts wait, each with the attempt and their seat."""
    for attempt in attempts:
        for seat in attempt.table.seats.all():
            if seat.number not in attempt.waiting_on or seat.stand_in:
                continue
            if seat.player is not None and seat.player.user_id is not None:
                yield attempt, seat, seat.player


def _last_mails(player_ids: Collection[int]) -> dict[int, datetime]:
    mails = _mails_to(player_ids)
    return dict(mails.order_by().values("player").annotate(last=Max("created_at")).values_list("player", "last"))


def _pending(player_ids: Collection[int]) -> set[int]:
    """Return the people whose mail waits, perhaps for the end of their quiet times: it will list all their tables."""
    return set(_mails_to(player_ids).filter(sent_at=None, tries=0).values_list("player", flat=True))


def _mails_to(player_ids: Collection[int]) -> QuerySet[OutboxMail]:
    return OutboxMail.objects.filter(player__in=player_ids, event__in=(Event.YOUR_TURN, Event.NUDGED))


def _write(player_id: int, event: str, subject: str) -> None:
    mail, new = OutboxMail.objects.get_or_create(player_id=player_id, event=event, subject=subject)
    if new:
        queue.later("notifications.send_outbox_mail", mail.pk)
