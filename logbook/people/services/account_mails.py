"""Services of account mails: stored with the request, sent by a worker, retried while the mail server refuses."""

from __future__ import annotations

import logging
from datetime import timedelta
from typing import Final

from django.db.models import F, Q
from django.utils import timezone

from logbook.lib import leases, queue
from logbook.lib.mail import MailRefused, postpone, send_text_mail
from logbook.people.models.account_mails import AccountMail

logger = logging.getLogger(__name__)

MOST_TRIES: Final = 9
"""Spread over some eight hours; the links in the mails last for three days."""
CLAIM: Final = timedelta(minutes=10)
LONGEST_WAIT: Final = timedelta(hours=6)
FRESH: Final = timedelta(seconds=90)


def post_account_mail(*, to: str, subject: str, body: str) -> AccountMail:
    """Store the mail, and have a worker send it. The request neither waits for the mail server nor fails with it."""
    mail = AccountMail.objects.create(to=to, subject=subject[:200], body=body)
    queue.later("people.send_account_mail", mail.pk)
    return mail


def send_account_mail(*, mail_id: int) -> None:
    """Send the mail once; a failure is retried later, and given up in the end. Idempotent."""
    mail = _claim(mail_id)
    if mail is None:
        return
    if mail.tries > MOST_TRIES:  # A mail that breaks its worker is not retried for ever.
        mail.delete()
        return
    try:
        send_text_mail(to=mail.to, subject=mail.subject, body=mail.body, key=f"account-{mail.pk}")
    except MailRefused:
        logger.warning("Mail %s about an account was refused by the mail server", mail.pk)
    except OSError as error:  # SMTP errors are among them.
        if mail.tries < MOST_TRIES:
            postpone(mail, error)
            return
        logger.warning("Mail %s about an account was given up after %s tries", mail.pk, mail.tries)
    mail.delete()


def unsent_account_mails() -> list[int]:
    """Return mails whose task was lost, or whose next try is due."""
    fresh = Q(claimed_until=None) & ~leases.before("made_at", timezone.now() - FRESH)
    mails = AccountMail.objects.filter(leases.is_expired("claimed_until", LONGEST_WAIT) & ~fresh)
    return list(mails.order_by("pk").values_list("pk", flat=True))


def _claim(mail_id: int) -> AccountMail | None:
    free = AccountMail.objects.filter(leases.is_expired("claimed_until", LONGEST_WAIT), pk=mail_id)
    if not free.update(claimed_until=timezone.now() + CLAIM, tries=F("tries") + 1):
        return None
    return AccountMail.objects.get(pk=mail_id)
