"""Tasks of notifications: send mails, digests, webhooks and push messages.

Mails have a queue and a worker of their own, and so have calls to hosts that users choose (`CELERY_TASK_ROUTES`).
A person's devices, and a club's webhooks, are called one at a time: a silent host holds one place.
"""

from __future__ import annotations

from typing import Final

from celery import shared_task

from logbook.clubs.services import mailed_invitations
from logbook.lib import fair_queue, queue
from logbook.notifications.services import (
    decision_messages,
    digests,
    mails,
    messages,
    outbox,
    push_messages,
    turns,
    webhooks,
)
from logbook.people.services import account_mails, idempotency

CALLS: Final = "calls"


@shared_task
def fan_out_event(club_event_id: int) -> None:
    """Fan out a club event."""
    outbox.fan_out_event(club_event_id=club_event_id)


@shared_task
def tell_day_closing(deal_id: int) -> None:
    """Tell the players whose streak is about to end that a deal of the day closes."""
    messages.tell_day_closing(deal_id=deal_id)


@shared_task
def tell_day_counted(deal_id: int) -> None:
    """Tell the players of a deal of the day that its places are in."""
    messages.tell_day_counted(deal_id=deal_id)


@shared_task
def tell_ruled(ruling_id: int, crews: list[int], undone: bool) -> None:
    """Tell the members of crews whose result a ruling, or its end, has changed."""
    decision_messages.tell_ruled(ruling_id=ruling_id, crews=crews, undone=undone)


@shared_task
def send_outbox_mail(outbox_mail_id: int) -> None:
    """Send a mail of the outbox."""
    mails.send_outbox_mail(outbox_mail_id=outbox_mail_id)


@shared_task
def deliver(delivery_id: int) -> None:
    """Post a delivery to its webhook."""
    job = fair_queue.Job("notifications.deliver", (delivery_id,))
    with fair_queue.turn(CALLS, webhooks.owner_of(delivery_id), job) as is_mine:
        if is_mine:
            webhooks.deliver(delivery_id=delivery_id)


@shared_task
def send_push_message(push_message_id: int) -> None:
    """Send a push message to its device."""
    job = fair_queue.Job("notifications.send_push_message", (push_message_id,))
    with fair_queue.turn(CALLS, push_messages.owner_of(push_message_id), job) as is_mine:
        if is_mine:
            push_messages.send_push_message(push_message_id=push_message_id)


@shared_task
def send_due_push_messages() -> None:
    """Tell players whose turn has begun, delete what is overtaken, and send what is due."""
    messages.tell_turns()
    messages.delete_overtaken()
    for push_message_id in push_messages.due_messages():
        queue.send("notifications.send_push_message", push_message_id)


@shared_task
def send_overlooked_notifications() -> None:
    """Record challenges that close soon and turns that wait, and send what lost tasks left unsent."""
    outbox.find_events()
    turns.write_turn_mails()
    turns.write_turn_digests()
    for club_event_id in outbox.unsent_events():
        outbox.fan_out_event(club_event_id=club_event_id)
    for task, unsent in (
        ("notifications.send_outbox_mail", outbox.unsent_outbox_mails()),
        ("clubs.send_invitation", mailed_invitations.unsent_invitations()),
        ("people.send_account_mail", account_mails.unsent_account_mails()),
        ("notifications.deliver", webhooks.due_deliveries()),
    ):
        for key in unsent:
            queue.send(task, key)


@shared_task
def send_due_digests() -> None:
    """Write the digests of zones where Monday morning has come; delete old notifications and idempotency records."""
    digests.write_digests()
    outbox.delete_old_notifications()
    push_messages.delete_old_messages()
    messages.delete_old_messages()
    idempotency.delete_old_answers()
