"""What the tests of mails and digests do again and again."""

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
    """The person says how they want to hear of the club."""
    outbox.set_choices(player=player, choices={club.pk: how})


def letters() -> list[EmailMessage]:
    """What has been sent, once a worker has seen to the mails about accounts."""
    for pk in AccountMail.objects.values_list("pk", flat=True):
        people_tasks.send_account_mail(pk)
    return list(mail.outbox)


def told() -> list[tuple[str, str]]:
    """Who was written to, and of what."""
    return sorted((message.to[0].partition("@")[0], str(message.subject)) for message in mail.outbox)


def settle(clock: time_machine.Traveller) -> None:
    """A few beats of the sweeps, as if every task of theirs were lost."""
    for _ in range(4):
        notifications_tasks.send_overlooked_notifications()
        clock.shift(timedelta(minutes=1))


def stop_of(message: object) -> str:
    """The address in a mail's header that ends such mails."""
    header: str = message.extra_headers["List-Unsubscribe"]  # type: ignore[attr-defined]
    return header.strip("<>").partition("//")[2].partition("/")[2].join(("/", ""))


def html_of(message: object) -> str:
    """The other form of a mail."""
    assert isinstance(message, EmailMultiAlternatives)
    ((html, kind),) = message.alternatives
    assert kind == "text/html"
    return str(html)
