"""Tasks of people: send account mails, delete expired sessions, addresses and accounts."""

from __future__ import annotations

from allauth.account import app_settings
from celery import shared_task

from logbook.people.services import account_mails, addresses
from logbook.people.session_store import SessionStore


@shared_task
def send_account_mail(mail_id: int) -> None:
    """Send an account mail."""
    account_mails.send_account_mail(mail_id=mail_id)


@shared_task
def delete_expired_sessions() -> None:
    """Delete the sessions that have expired. A browser that still has one is signed out already."""
    SessionStore.clear_expired()


@shared_task
def expire_addresses() -> None:
    """Delete links of addresses that have ended, and accounts that were never confirmed."""
    addresses.expire(mandatory=app_settings.EMAIL_VERIFICATION == app_settings.EmailVerificationMethod.MANDATORY)
