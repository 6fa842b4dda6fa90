"""Tasks of notifications: mails, digests and webhooks are sent."""

from __future__ import annotations

from celery import shared_task

from logbook.clubs.services import mailed_invitations
from logbook.lib import queue
from logbook.notifications.services import digests, mails, outbox, webhooks
from logbook.people.services import account_mails, idempotency


@shared_task
def happening_spread(happening_id: int) -> None:
    """Pass on what happened in a club."""
    outbox.happening_spread(happening_id=happening_id)


@shared_task
def notice_send(notice_id: int) -> None:
    """Send a mail of the outbox."""
    mails.notice_send(notice_id=notice_id)


@shared_task
def delivery_make(delivery_id: int) -> None:
    """Tell a webhook."""
    webhooks.delivery_make(delivery_id=delivery_id)


@shared_task
def clubs_sweep() -> None:
    """Note what closes soon, and send what lost tasks left unsent."""
    outbox.happenings_find()
    for happening_id in outbox.happenings_unspread():
        outbox.happening_spread(happening_id=happening_id)
    for task, waiting in (
        ("notifications.notice_send", outbox.notices_unsent()),
        ("clubs.invitation_send", mailed_invitations.invites_unsent()),
        ("people.account_mail_send", account_mails.account_mails_unsent()),
        ("notifications.delivery_make", webhooks.deliveries_due()),
    ):
        for key in waiting:
            queue.send(task, key)


@shared_task
def digests_tick() -> None:
    """Write the digests of those for whom Monday morning has come; forget what was sent or answered long ago."""
    digests.digests_write()
    outbox.notices_forget()
    idempotency.answers_forget()
