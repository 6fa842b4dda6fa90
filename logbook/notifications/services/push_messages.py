"""Services of push messages: written for each device of a person, and sent unless they are overtaken by then.

It follows a message that the person is told (`messages`), or says at half time for a turn that the time is running. In
the person's quiet times it waits for their end. It is sent only if it still matters then.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any, Final

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone, translation

from logbook.lib import leases, queue, safe_http, web_push
from logbook.lib import quotas as lib_quotas
from logbook.notifications import message_texts
from logbook.notifications import quotas as notifications_quotas
from logbook.notifications.models import Message, MessageKind, PushMessage, PushSubscription
from logbook.notifications.push_texts import PushText, push_text, tag_of
from logbook.notifications.services import choices, relevance
from logbook.people.models.players import Player
from logbook.people.services import site_identity
from logbook.people.services.quiet_times import quiet_times_of
from logbook.people.time_zones import time_zone_of
from logbook.tables.models import Table

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
KINDS: Final = {MessageKind.YOUR_TURN: Kind.YOUR_TURN, MessageKind.NUDGED: Kind.NUDGED}
"""The messages that a notification says in words of its own."""


# --- writing


def write(messages: Collection[Message]) -> None:
    """Write these messages for each device of the people whom they tell."""
    devices = PushSubscription.objects.filter(player__in=[message.player_id for message in messages])
    with_device = set(devices.values_list("player", flat=True))
    for message in messages:
        if message.player_id in with_device:
            own = KINDS.get(MessageKind(message.kind))
            values = {"table": message.table, "by": message.by, "message": None if own else message}
            _write(own or Kind.MESSAGE, message.subject, player=message.player, values=values)


def remind(*, table: Table, player: Player) -> None:
    """Tell the player that half of their time for a turn is over, if they want notifications of their turns."""
    if choices.channels_of(player, MessageKind.YOUR_TURN).push:
        _write(Kind.HALF_TIME, f"half:{table.pk}:{table.version}", player=player, values={"table": table})


def send_test(*, subscription: PushSubscription) -> None:
    """Send a test to a device, also in quiet times. Raises TooManyPushTests."""
    lib_quotas.take(notifications_quotas.PUSH_TESTS, subscription.player_id)
    now = timezone.now()
    message = PushMessage.objects.create(
        subscription=subscription, kind=Kind.TEST, subject=f"test:{now:%Y%m%dT%H%M%S%f}", due_at=now
    )
    queue.later("notifications.send_push_message", message.pk)


@transaction.atomic
def _write(kind: Kind, subject: str, *, player: Player, values: dict[str, Any]) -> None:
    """Write a message for each device of the player; it replaces what still waits about the same table."""
    subscriptions = list(PushSubscription.objects.filter(player=player).exclude(messages__subject=subject))
    now = timezone.now()
    due = quiet_times_of(player).end_of_quiet(now)
    if table := values["table"]:
        waiting = PushMessage.objects.filter(subscription__in=subscriptions, table=table, ended_at=None)
        waiting.filter(due_at__gt=now).delete()
    for subscription in subscriptions:
        message, new = PushMessage.objects.get_or_create(
            subscription=subscription, subject=subject, defaults={"kind": kind, "due_at": due, **values}
        )
        if new and due <= now:
            queue.later("notifications.send_push_message", message.pk)


# --- sending


def due_messages() -> list[int]:
    """Return the messages whose task was lost, whose next try is due, or that waited for the end of quiet times."""
    due = PushMessage.objects.filter(_is_due(), ended_at=None)
    return list(due.order_by("pk").values_list("pk", flat=True)[:MOST_A_SWEEP])


def owner_of(push_message_id: int) -> str:
    """Return whose device it is for, for the fair queue."""
    owners = PushMessage.objects.filter(pk=push_message_id).values_list("subscription__player", flat=True)
    return f"player {owners.first()}"


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
        text = push_text(message, player)
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
    messages = PushMessage.objects.select_related(
        "subscription__player__user",
        "table",
        "by",
        *(f"message__{name}" for name in message_texts.READ),
    )
    return messages.filter(pk=push_message_id).first()


def _still_matters(message: PushMessage, player: Player) -> bool:
    """Return whether the person wants the message, and it is not overtaken."""
    kind = MessageKind.NUDGED if message.kind == Kind.NUDGED else MessageKind.YOUR_TURN
    if message.message is not None:
        kind = MessageKind(message.message.kind)
    if not choices.channels_of(player, kind).push:
        return False
    if message.message is not None:
        return relevance.still_matters(message.message)
    return message.table is not None and relevance.waits_for(message.table, player)


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
