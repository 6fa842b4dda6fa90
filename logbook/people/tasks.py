"""Tasks of people: mails about accounts are sent."""

from __future__ import annotations

from celery import shared_task

from logbook.people.services import account_mails


@shared_task
def account_mail_send(mail_id: int) -> None:
    """Send a mail about an account."""
    account_mails.account_mail_send(mail_id=mail_id)
