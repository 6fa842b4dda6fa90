"""Helpers of the tests of mails and digests."""

from __future__ import annotations

from datetime import timedelta

import time_machine
from django.core import mail
from django.core.mail import EmailMessage, EmailMultiAlternatives

from logbook.clubs.models import Club
from logbook.notifications import tasks as notifications_tasks
from logbook.notifications.services import outbox
from logbook.people import tasks as people_tasks
from logbook.people.models.account_mails import AccountMail
from logbook.people.models.players import Player

DAY = timedelta(days=1)


def choose(player: Player, club: Club, how: str) -> None:
    """Set the person's choice of notifications from the club."""
    outbox.set_choices(player=player, choices={club.pk: how})


def letters() -> list[EmailMessage]:
    """Return the sent mails, after a worker has sent the account mails."""
    for pk in AccountMail.objects.values_list("pk", flat=True):
        people_tasks.send_account_mail(pk)
    return list(mail.outbox)


def told() -> list[tuple[str, str]]:
    """Return the recipients and subjects of sent mails."""
    return sorted((message.to[0].partition("@")[0], str(message.subject)) for message in mail.outbox)


def settle(clock: time_machine.Traveller) -> None:
    """Run the sweeps a few times, as if every task were lost."""
    for _ in range(4):
        notifications_tasks.send_overlooked_notifications()
        clock.shift(timedelta(minutes=1))


def stop_of(message: object) -> str:
    """Return the unsubscribe address in a mail's header."""
    header: str = message.extra_headers["List-Unsubscribe"]  # type: ignore[attr-defined]
    return header.strip("<>").partition("//")[2].partition("/")[2].join(("/", ""))


def html_of(message: object) -> str:
    """Return the HTML part of a mail."""
    assert isinstance(message, EmailMultiAlternatives)
    ((html, kind),) = message.alternatives
    assert kind == "text/html"
    return str(html)
