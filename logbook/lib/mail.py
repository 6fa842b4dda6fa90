"""Mails: rendered from templates, handed to the mail server, and tried again later on failure."""

from __future__ import annotations

import logging
import smtplib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Protocol
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.utils import timezone

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Mail:
    """A mail ready to send. `template` is the path of its two templates, without `.txt` and `.html`."""

    to: str
    subject: str
    template: str
    context: Mapping[str, object]
    key: str
    headers: Mapping[str, str] = field(default_factory=dict)


class MailRefused(Exception):
    """The mail server permanently refuses this mail."""


class QueuedMail(Protocol):
    """A row that stands for a mail to be sent: an AccountMail, an Invite, an OutboxMail."""

    pk: Any
    tries: Any
    claimed_until: Any

    def save(self, *, update_fields: list[str]) -> None: ...


def site_address(path: str) -> str:
    """Return the absolute address of a page of this site."""
    return f"{settings.SITE_ADDRESS}{path}"


def send_mail(letter: Mail) -> None:
    """Send the mail. A mail sent again has the same Message-ID. Raises MailRefused, or OSError to try again."""
    context = {**letter.context, "site": site_address("/")}
    mail = EmailMultiAlternatives(
        subject=" ".join(letter.subject.split()),
        body=render_to_string(f"{letter.template}.txt", context).strip() + "\n",
        to=[letter.to],
        headers={
            "Auto-Submitted": "auto-generated",
            "Message-ID": _message_id(letter.key),
            **letter.headers,
        },
    )
    mail.attach_alternative(render_to_string(f"{letter.template}.html", context), "text/html")
    _hand_over(mail)


def send_text_mail(*, to: str, subject: str, body: str, key: str) -> None:
    """Send a mail whose text is written already. Raises as `send_mail` does."""
    headers = {"Auto-Submitted": "auto-generated", "Message-ID": _message_id(key)}
    _hand_over(EmailMultiAlternatives(subject=subject, body=body, to=[to], headers=headers))


def postpone(letter: QueuedMail, error: OSError) -> None:
    """Schedule another try, with a longer wait each time."""
    logger.warning("A mail (%s %s) could not be sent: %s", type(letter).__name__, letter.pk, type(error).__name__)
    letter.claimed_until = timezone.now() + wait_after(letter.tries)
    letter.save(update_fields=["claimed_until"])


def wait_after(tries: int) -> timedelta:
    """Return the wait before the next try: 2 minutes, then twice as long each time, at most 6 hours."""
    return min(timedelta(minutes=2**tries), timedelta(hours=6))


def _message_id(key: str) -> str:
    return f"<{key}@{urlsplit(settings.SITE_ADDRESS).hostname}>"


def _hand_over(mail: EmailMultiAlternatives) -> None:
    try:
        mail.send()
    except smtplib.SMTPRecipientsRefused as error:
        codes = [code for code, _text in error.recipients.values()]
        if all(code >= 500 for code in codes):
            raise MailRefused from error
        raise
