"""Tasks of people: mails about accounts and invitations are sent."""

from __future__ import annotations

from celery import shared_task

from logbook.notifications.services import mails
from logbook.people.services import account_mails


@shared_task
def invitation_send(invite_id: int) -> None:
    """Send an invitation that goes by mail."""
    mails.invitation_send(invite_id=invite_id)


@shared_task
def account_mail_send(mail_id: int) -> None:
    """Send a mail about an account."""
    account_mails.account_mail_send(mail_id=mail_id)
