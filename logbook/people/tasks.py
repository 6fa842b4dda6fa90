"""Tasks of people: send account mails, delete expired sessions."""

from __future__ import annotations

from celery import shared_task

from logbook.people.services import account_mails
from logbook.people.session_store import SessionStore


@shared_task
def send_account_mail(mail_id: int) -> None:
    """Send an account mail."""
    account_mails.send_account_mail(mail_id=mail_id)


@shared_task
def delete_expired_sessions() -> None:
    """Delete the sessions that have expired. A browser that still has one is signed out already."""
    SessionStore.clear_expired()
