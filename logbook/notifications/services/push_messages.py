"""Services of push messages: written for each device of a person, and sent unless they are overtaken by then.

A message is written when it is a player's turn and they are not at the table, at a nudge, and at half time. In the
player's quiet times it waits for their end. It is sent only if the table still waits for the player, who is not there.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import transaction
from django.db.models import F, Max, Q
from django.utils import timezone, translation

from logbook.lib import leases, queue, safe_http, web_push
from logbook.lib import quotas as lib_quotas
from logbook.notifications import quotas as notifications_quotas
from logbook.notifications.models import MessageKind, PushMessage, PushSubscription
from logbook.notifications.push_texts import PushText, tag_of, text_of
from logbook.notifications.services import choices, turns
from logbook.people.models.players import Player
from logbook.people.services import site_identity
from logbook.people.services.quiet_times import quiet_times_of
from logbook.people.time_zones import time_zone_of
from logbook.tables import presence
from logbook.tables.models import Attempt, Event, Seat, Table

WAITED: Final = timedelta(seconds=20)
"""The time for which a table waits before its player is told: the next player often acts at once."""
GIVEN_UP: Final = timedelta(hours=1)
"""A turn that began longer ago is not announced: the mail, the nudge and the reminder are left."""
CLAIM: Final = timedelta(minutes=2)
WAITS: Final = tuple(timedelta(minutes=minutes) for minutes in (1, 4, 16))
"""The waits before each further try."""
LONGEST_WAIT: Final = timedelta(days=30)
"""No message waits for longer: holidays, one after the other, with quiet hours around them."""
MOST_FAILURES: Final = 5
"""The number of failed messages in a row that ends a subscription."""
MOST_A_SWEEP: Final = 1000
REMEMBERED: Final = timedelta(days=7)
GONE: Final = (404, 410)
"""The push service has forgotten the browser."""
Kind = PushMessage.Kind


# --- writing


def write_turn_messages() -> None:
    """Write the messages to players for whom a table has waited for 20 seconds. Idempotent; called every 20 seconds."""
    now = timezone.now()
    tables = Seat.objects.filter(player__push_subscriptions__isnull=False).values("table")
    moved = Q(table__moved_at__range=(now - GIVEN_UP, now - WAITED), table__in=tables)
    attempts = list(turns.running_attempts(moved))
    last = _last_events(attempts)
    for attempt, seat, player in turns.awaited_players(attempts):
        if not presence.is_here(attempt.table_id, player.pk):
            # A player has another turn once they have acted.
            subject = f"turn:{attempt.pk}:{last.get((attempt.pk, seat.number), 0)}"
            _write(Kind.YOUR_TURN, subject, table=attempt.table, player=player)


def notify_nudge(*, table: Table, player: Player, by: Player) -> None:
    """Tell the player at once that another player nudged them."""
    subject = f"nudge:{table.pk}:{by.pk}:{timezone.now():%Y%m%dT%H%M}"
    _write(Kind.NUDGED, subject, table=table, player=player, by=by)


def remind(*, table: Table, player: Player) -> None:
    """Tell the player that half of their time by turns is over."""
    _write(Kind.HALF_TIME, f"half:{table.pk}:{table.version}", table=table, player=player)


def send_test(*, subscription: PushSubscription) -> None:
    """Send a test to a device, also in quiet times. Raises TooManyPushTests."""
    lib_quotas.take(notifications_quotas.PUSH_TESTS, subscription.player_id)
    now = timezone.now()
    message = PushMessage.objects.create(
        subscription=subscription, kind=Kind.TEST, subject=f"test:{now:%Y%m%dT%H%M%S%f}", due_at=now
    )
    queue.later("notifications.send_push_message", message.pk)


def _last_events(attempts: Collection[Attempt]) -> dict[tuple[int, int], int]:
    """Return the number of the last event of each seat, by attempt and seat."""
    events = Event.objects.filter(attempt__in=attempts).order_by().values("attempt", "seat")
    return {(one["attempt"], one["seat"]): one["last"] for one in events.annotate(last=Max("sequence"))}


@transaction.atomic
def _write(kind: Kind, subject: str, *, table: Table, player: Player, by: Player | None = None) -> None:
    """Write a message for each device of a player who wants it; it replaces what still waits about the same table."""
    if not choices.channels_of(player, _choice_of(kind)).push:
        return
    subscriptions = list(PushSubscription.objects.filter(player=player).exclude(messages__subject=subject))
    if not subscriptions:
        return
    now = timezone.now()
    due = quiet_times_of(player).end_of_quiet(now)
    PushMessage.objects.filter(subscription__in=subscriptions, table=table, ended_at=None, due_at__gt=now).delete()
    for subscription in subscriptions:
        message, new = PushMessage.objects.get_or_create(
            subscription=subscription,
            subject=subject,
            defaults={"kind": kind, "table": table, "by": by, "due_at": due},
        )
        if new and due <= now:
            queue.later("notifications.send_push_message", message.pk)


def _choice_of(kind: Kind) -> MessageKind:
    return MessageKind.NUDGED if kind == Kind.NUDGED else MessageKind.YOUR_TURN


# --- sending


def due_messages() -> list[int]:
    """Return the messages whose task was lost, whose next try is due, or that waited for the end of quiet times."""
    due = PushMessage.objects.filter(_is_due(), ended_at=None)
    return list(due.order_by("pk").values_list("pk", flat=True)[:MOST_A_SWEEP])


def send_push_message(*, push_message_id: int) -> None:
    """Send the message, once. Idempotent; a failed message is tried again later, if it still matters then."""
    message = _claimed(push_message_id)
    if message is None:
        return
    player = message.subscription.player
    if message.kind != Kind.TEST:
        if not _still_matters(message, player):
            _end(message, "no longer up to date")
            return
        now = timezone.now()
        if (end := quiet_times_of(player).end_of_quiet(now)) > now:
            _wait_until(message, end)
            return
    with timezone.override(time_zone_of(player)), translation.override(player.reads):
        text = text_of(message, player)
    _judge(message, *_post(message, text))


def delete_old_messages() -> None:
    """Delete messages that ended a week ago."""
    PushMessage.objects.filter(ended_at__lt=timezone.now() - REMEMBERED).delete()


def _is_due() -> Q:
    return leases.is_expired("due_at", LONGEST_WAIT)


def _claimed(push_message_id: int) -> PushMessage | None:
    due = PushMessage.objects.filter(_is_due(), pk=push_message_id, ended_at=None)
    if not due.update(due_at=timezone.now() + CLAIM, tries=F("tries") + 1):
        return None
    messages = PushMessage.objects.select_related("subscription__player__user", "table", "by")
    return messages.filter(pk=push_message_id).first()


def _still_matters(message: PushMessage, player: Player) -> bool:
    """Return whether the table waits for the player, who is not there."""
    if message.table is None or presence.is_here(message.table.pk, player.pk):
        return False
    attempts = turns.running_attempts(Q(table=message.table))
    return any(awaited.pk == player.pk for _attempt, _seat, awaited in turns.awaited_players(attempts))


def _post(message: PushMessage, text: PushText) -> tuple[int | None, str]:
    """Return the response's status, or None with the error."""
    subscription = message.subscription
    receiver = web_push.Receiver(subscription.endpoint, subscription.public_key, subscription.secret)
    try:
        target = safe_http.target_of(receiver.address, longest=web_push.LONGEST_ADDRESS)
        body = web_push.encrypted(receiver, json.dumps(text.as_dict()).encode())
        return safe_http.post(target, body, _headers(message, receiver)), ""
    except safe_http.UnknownHost:
        return None, "host not found"
    except safe_http.AddressRefused:
        return 403, "address not allowed"
    except OSError as error:
        return None, f"connection failed: {type(error).__name__}"


def _headers(message: PushMessage, receiver: web_push.Receiver) -> dict[str, str]:
    by_turns = message.table is not None and message.table.turn_seconds is not None
    return web_push.headers(
        receiver,
        private_key=site_identity.push_key(),
        contact=settings.SITE_ADDRESS,
        topic=tag_of(message),
        seconds=int(timedelta(days=1 if by_turns else 0, hours=1).total_seconds()),
    )


def _judge(message: PushMessage, status: int | None, note: str) -> None:
    """Record what came of a try."""
    if status is not None and 200 <= status < 300:
        PushSubscription.objects.filter(pk=message.subscription_id).update(failures=0)
        _end(message)
    elif status in GONE:
        PushSubscription.objects.filter(pk=message.subscription_id).delete()
    elif (status is None or status == 429 or status >= 500) and message.tries <= len(WAITS):
        _wait_until(message, timezone.now() + WAITS[message.tries - 1], tried=True)
    else:
        _end(message, note or f"the push service answered {status}")
        _count_failure(message.subscription)


def _wait_until(message: PushMessage, due: datetime, *, tried: bool = False) -> None:
    tries = message.tries if tried else message.tries - 1
    PushMessage.objects.filter(pk=message.pk).update(due_at=due, tries=tries)


def _end(message: PushMessage, note: str = "") -> None:
    PushMessage.objects.filter(pk=message.pk).update(ended_at=timezone.now(), note=note)


def _count_failure(subscription: PushSubscription) -> None:
    """Count a message that did not arrive; several in a row end the subscription."""
    PushSubscription.objects.filter(pk=subscription.pk).update(failures=F("failures") + 1)
    PushSubscription.objects.filter(pk=subscription.pk, failures__gte=MOST_FAILURES).delete()
