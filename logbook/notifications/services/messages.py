"""Services of messages: what a person is told about tables and challenges, once, by the channels that they chose.

A message is a row. The list on the site shows it, and a notification on each device and an email may follow it. Emails
about turns and nudges are bundled (`turns`), those about challenges follow the choice for the club (`outbox`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import timedelta
from typing import Final

from django.db import transaction
from django.db.models import Count, Max, Q, QuerySet
from django.utils import timezone

from logbook.challenges.models.challenges import Challenge
from logbook.daily.models import DailyDeal, DailySeat
from logbook.daily.selectors.calendar import streaks_to_save
from logbook.lib import announcements, queue
from logbook.notifications.models import ClubEvent, Message, MessageKind, OutboxMail
from logbook.notifications.services import choices, push_messages, relevance, turns
from logbook.people.models.players import Player
from logbook.tables import presence
from logbook.tables.models import Attempt, Event, Table

WAITED: Final = timedelta(seconds=20)
"""The time for which a table waits before its player is told: the next player often acts at once."""
GIVEN_UP: Final = timedelta(hours=1)
"""A turn that began longer ago is not announced: the mail, the nudge and the reminder are left."""
PEOPLE_PER_BATCH: Final = 500
KEPT: Final = timedelta(days=30)
MOST: Final = 100
"""The most messages of a player that are kept."""
Kind = MessageKind
KIND_OF: Final = {
    ClubEvent.Kind.OPENED: Kind.CHALLENGE_OPENS,
    ClubEvent.Kind.CLOSING: Kind.CHALLENGE_CLOSES,
    ClubEvent.Kind.RESULTS: Kind.CHALLENGE_DONE,
}
OWN_MAILS: Final = tuple(kind for kind in choices.MAILED if kind not in relevance.TURNS)
"""The kinds whose emails are written here, one a message."""


# --- what happens at tables and in clubs


def tell_turns() -> None:
    """Tell players for whom a table has waited for 20 seconds, and who are not there. Called every 20 seconds."""
    now = timezone.now()
    moved = Q(table__moved_at__range=(now - GIVEN_UP, now - WAITED))
    awaited = turns.awaited_players(turns.running_attempts(moved))
    away = [one for one in awaited if not presence.is_here(one[0].table_id, one[2].pk)]
    last = _last_events({attempt.pk for attempt, _seat, _player in away})
    # A player has another turn once they have acted.
    subjects = {(a.pk, seat.pk): f"turn:{a.pk}:{last.get((a.pk, seat.number), 0)}" for a, seat, _player in away}
    told_before = Message.objects.filter(
        player__in={player.pk for *_rest, player in away}, subject__in=subjects.values()
    )
    told = set(told_before.values_list("player", "subject"))
    for attempt, seat, player in away:
        subject = subjects[attempt.pk, seat.pk]
        if (player.pk, subject) not in told:
            tell(Message(kind=Kind.YOUR_TURN, subject=subject, table=attempt.table), [player])


def tell_nudged(*, table: Table, player: Player, by: Player) -> None:
    """Tell the player at once that another player nudged them."""
    subject = f"nudge:{table.pk}:{by.pk}:{timezone.now():%Y%m%dT%H%M}"
    tell(Message(kind=Kind.NUDGED, subject=subject, table=table, by=by), [player])


def tell_stood_in(*, table: Table, attempt: Attempt, player: Player, by: Player | None) -> None:
    """Tell the player that a bot decides for them: once, as their time was over, or from now on, as `by` wanted."""
    subject = f"stood-in:{attempt.pk}:{attempt.length}"
    tell(Message(kind=Kind.STOOD_IN, subject=subject, table=table, by=by), [player])


def tell_seat_asked(*, table: Table, player: Player, by: Player, request_id: int) -> None:
    """Tell the player that another one asks them for a seat: once for each request, also after an earlier one ended."""
    tell(Message(kind=Kind.SEAT_ASKED, subject=f"seat-asked:{table.pk}:{request_id}", table=table, by=by), [player])


def tell_seat_given(*, table: Table, player: Player, by: Player) -> None:
    """Tell the player that they have the seat that they asked for."""
    tell(Message(kind=Kind.SEAT_GIVEN, subject=f"seat-given:{table.pk}", table=table, by=by), [player])


def tell_talk_said(*, table: Table, by: Player, readers: Collection[Player]) -> None:
    """Tell those of these players who want it, and are not at the table, that another one wrote: once an hour."""
    kept = choices.channels_by_player(Kind.TALK_SAID, [player.pk for player in readers])
    wanted = [player for player in readers if kept[player.pk].page or kept[player.pk].push]
    away = [player for player in wanted if not presence.is_here(table.pk, player.pk)]
    subject = f"talk:{table.pk}:{timezone.now():%Y%m%dT%H}"
    tell(Message(kind=Kind.TALK_SAID, subject=subject, table=table, by=by), away)


def tell_talk_reported(*, table: Table, by: Player, report_id: int, moderators: Collection[Player]) -> None:
    """Tell those who moderate the table that a line was reported."""
    message = Message(kind=Kind.TALK_REPORTED, subject=f"talk-reported:{report_id}", table=table, by=by)
    tell(message, moderators)


def tell_table_full(*, table: Table, player: Player) -> None:
    """Tell the players at the table that it is full, except the one who sat down last, and those who are there."""
    others = [one for one in _people_away(table) if one.pk != player.pk]
    tell(Message(kind=Kind.TABLE_FULL, subject=f"full:{table.pk}", table=table), others)


def tell_attempt_over(*, table: Table, attempt: Attempt) -> None:
    """Tell the players at the table, except those who are there, that the attempt is over."""
    _delete(Message.objects.filter(table=table, kind__in=relevance.TURNS))
    if attempt.place == Attempt.Place.ONLINE:
        message = Message(kind=Kind.ATTEMPT_OVER, subject=f"over:{attempt.pk}", table=table, attempt=attempt)
        tell(message, _people_away(table))


def tell_members(*, club_event: ClubEvent, challenge: Challenge, players: Collection[Player]) -> None:
    """Tell these people that the club's challenge opens, closes soon or is done; nothing at another event."""
    kind = KIND_OF.get(ClubEvent.Kind(club_event.kind))
    if kind is not None:
        tell(Message(kind=kind, subject=f"club-event:{club_event.pk}", challenge=challenge), players)


def tell_day_closing(*, deal_id: int) -> None:
    """Tell everyone with an account whose streak ends with this day, unless they solve one of its deals. Idempotent."""
    deal = DailyDeal.objects.select_related("challenge").get(pk=deal_id)
    keys = streaks_to_save(deal.date, Player.objects.filter(user__isnull=False))
    tell_many(Message(kind=Kind.DAY_CLOSES, subject=f"streak:{deal.date}", challenge=deal.challenge), keys)


def tell_day_counted(*, deal_id: int) -> None:
    """Tell everyone with an account who played this deal of the day that its places are in. Idempotent."""
    deal = DailyDeal.objects.select_related("challenge").get(pk=deal_id)
    played = DailySeat.objects.filter(deal=deal, result__percentile__isnull=False).values("player")
    people = Player.objects.filter(pk__in=played, user__isnull=False)
    # One query finds all of them: it reads the whole day, so one for each batch would take the longest.
    keys = list(people.order_by("pk").values_list("pk", flat=True))
    tell_many(Message(kind=Kind.DAY_COUNTED, subject=f"day:{deal.pk}", challenge=deal.challenge), keys)


def tell_many(message: Message, keys: Sequence[int]) -> None:
    """Write and send the message to each of these people, batch by batch."""
    for first in range(0, len(keys), PEOPLE_PER_BATCH):
        tell(message, Player.objects.filter(pk__in=keys[first : first + PEOPLE_PER_BATCH]))


def _people_away(table: Table) -> list[Player]:
    players = Player.objects.filter(seats__table=table, user__isnull=False)
    return [player for player in players if not presence.is_here(table.pk, player.pk)]


def _last_events(attempt_ids: Collection[int]) -> dict[tuple[int, int], int]:
    """Return the number of the last event of each seat, by attempt and seat."""
    events = Event.objects.filter(attempt__in=attempt_ids).order_by().values("attempt", "seat")
    return {(one["attempt"], one["seat"]): one["last"] for one in events.annotate(last=Max("sequence"))}


# --- telling


@transaction.atomic
def tell(pattern: Message, players: Iterable[Player]) -> None:
    """Write the message for each of these people with an account who has none of its subject, and send it."""
    people = {player.pk: player for player in players if player.user_id is not None}
    told = Message.objects.filter(player__in=people, subject=pattern.subject).values_list("player", flat=True)
    new = [pk for pk in people if pk not in set(told)]
    if not new:
        return
    kind = MessageKind(pattern.kind)
    channels = choices.channels_by_player(kind, new)
    if kind in relevance.TURNS:
        # A newer one stands for them in the list; the rows stay, because they record that the person was told.
        older = Message.objects.filter(player__in=new, table=pattern.table, kind__in=relevance.TURNS)
        older.update(on_page=False)
    Message.objects.bulk_create((_copy(pattern, pk, channels[pk].page) for pk in new), ignore_conflicts=True)
    announcements.announce_messages(new)
    messages = Message.objects.filter(player__in=new, subject=pattern.subject).select_related("player")
    push_messages.write([message for message in messages if channels[message.player_id].push])
    if kind in OWN_MAILS:
        _write_mails(message for message in messages if channels[message.player_id].mail)


def _copy(pattern: Message, player_id: int, on_page: bool) -> Message:
    return Message(
        player_id=player_id,
        kind=pattern.kind,
        subject=pattern.subject,
        on_page=on_page,
        table=pattern.table,
        attempt=pattern.attempt,
        challenge=pattern.challenge,
        ruling=pattern.ruling,
        removal=pattern.removal,
        crew_removal=pattern.crew_removal,
        by=pattern.by,
    )


def _write_mails(messages: Iterable[Message]) -> None:
    for message in messages:
        mail, new = OutboxMail.objects.get_or_create(
            player=message.player, event=OutboxMail.Event.MESSAGE, subject=f"message:{message.pk}"
        )
        if new:
            queue.later("notifications.send_outbox_mail", mail.pk)


# --- the list


def read_all(*, player: Player) -> None:
    """Mark all messages of the person as read. Idempotent."""
    _mark_read(Message.objects.filter(player=player, read_at=None), player)


def read_at_table(*, player: Player, table_id: int) -> None:
    """Mark the person's messages about a table as read: its page says more. Idempotent."""
    _mark_read(Message.objects.filter(player=player, table=table_id, read_at=None), player)


def _mark_read(unread: QuerySet[Message], player: Player) -> None:
    if unread.update(read_at=timezone.now()):
        announcements.announce_messages([player.pk])


def _delete(messages: QuerySet[Message]) -> None:
    """Delete these messages; the bells of their players then show one less."""
    unread = messages.filter(on_page=True, read_at=None).order_by()
    players = list(unread.values_list("player", flat=True).distinct())
    messages.delete()
    announcements.announce_messages(players)


def delete_overtaken() -> None:
    """Delete the messages that what has been done since has made useless."""
    passing = Message.objects.filter(kind__in=relevance.PASSING)
    _delete(Message.objects.filter(pk__in=[message.pk for message in relevance.overtaken(passing)]))
    relevance.passed_days().delete()


def delete_old_messages() -> None:
    """Delete messages after 30 days, and the oldest of a player who has more than a hundred."""
    Message.objects.filter(at__lt=timezone.now() - KEPT).delete()
    counted = Message.objects.order_by().values("player").annotate(number=Count("pk"))
    for player_id in counted.filter(number__gt=MOST).values_list("player", flat=True):
        newest = Message.objects.filter(player=player_id).values_list("pk", flat=True)[:MOST]
        Message.objects.filter(player=player_id).exclude(pk__in=list(newest)).delete()
