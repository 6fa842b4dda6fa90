"""Tasks of people: send account mails."""

from __future__ import annotations

from celery import shared_task

from logbook.people.services import account_mails


@shared_task
def send_account_mail(mail_id: int) -> None:
    """Send an account mail."""
    account_mails.send_account_mail(mail_id=mail_id)
