"""An ended invitation is not mailed, and a mail about an account is sent once."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.utils import timezone

from logbook.clubs.models import Club
from logbook.clubs.services import mailed_invitations
from logbook.crews.models.crews import Crew, CrewMember
from logbook.people.exceptions import InvitationEnded
from logbook.people.models.account_mails import AccountMail
from logbook.people.models.invitations import Invite
from logbook.people.models.players import Player
from logbook.people.services import account_mails, invitations
from tests.challenges.scenes import NOON
from tests.conftest import person
from tests.notifications.scenes import DAY

pytestmark = pytest.mark.django_db


# --- invitations


def revoked(invite: Invite) -> None:
    invitations.revoke_invitation(invite=invite)


def used(invite: Invite) -> None:
    invitations.accept_invitation(invite=invite, player=person("Zoe"))


def run_out(invite: Invite) -> None:
    Invite.objects.filter(pk=invite.pk).update(expires_at=timezone.now())


def mailed(invite: Invite) -> None:
    Invite.objects.filter(pk=invite.pk).update(mailed_at=timezone.now())


def being_sent(invite: Invite) -> None:
    assert mailed_invitations.claim_invitation(invite.pk) is not None


@pytest.mark.parametrize("end", [None, revoked, used, run_out, mailed, being_sent])
def test_an_invitation_that_has_ended_is_not_mailed(
    club: Club, olga: Player, end: Callable[[Invite], None] | None
) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        mailed_invitations.mail_invitations(club=club, by=olga, addresses=["dora@example.org"])
        invitations.create_invitation(by=olga, club=club)  # An open link is mailed to no address.
        invite = Invite.objects.exclude(mail_to="").get()
        if end is not None:
            end(invite)
        clock.shift(timedelta(minutes=2))
        assert mailed_invitations.unsent_invitations() == ([] if end else [invite.pk])
        for pk in Invite.objects.values_list("pk", flat=True):
            mailed_invitations.send_invitation(invite_id=pk)
            mailed_invitations.send_invitation(invite_id=pk)
    assert [letter.to for letter in mail.outbox] == ([] if end else [["dora@example.org"]])
    assert Invite.objects.values_list("mailed_at", "tries").get(mail_to="") == (None, 0)


@pytest.mark.parametrize("kind", ["club", "mailed", "crew"])
def test_a_link_revoked_meanwhile_lets_nobody_in(
    club: Club, crew: Crew, olga: Player, charlie: Player, kind: str
) -> None:
    mailed_invitations.mail_invitations(club=club, by=olga, addresses=["dora@example.org"])
    found = {
        "club": lambda: invitations.create_invitation(by=olga, club=club),
        "crew": lambda: invitations.create_invitation(by=olga, crew=crew),
        "mailed": lambda: Invite.objects.exclude(mail_to="").get(),
    }[kind]()
    invitations.revoke_invitation(invite=Invite.objects.get(pk=found.pk))
    with pytest.raises(InvitationEnded):
        invitations.accept_invitation(invite=found, player=charlie)
    assert not club.members.filter(player=charlie).exists()
    assert not CrewMember.objects.filter(player=charlie).exists()


# --- mails about accounts


def test_a_mail_that_breaks_its_sender_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_given: object) -> None:
        raise ValueError("no such character")

    monkeypatch.setattr(EmailBackend, "send_messages", broken)
    with time_machine.travel(NOON, tick=False) as clock:
        posted = account_mails.post_account_mail(to="dora@example.org", subject="Set a new password", body="x")
        for _try in range(account_mails.MOST_TRIES):
            clock.shift(DAY)
            assert account_mails.unsent_account_mails() == [posted.pk]
            with pytest.raises(ValueError, match="character"):
                account_mails.send_account_mail(mail_id=posted.pk)
        clock.shift(DAY)
        account_mails.send_account_mail(mail_id=posted.pk)
    assert not AccountMail.objects.exists()


def test_a_mail_about_an_account_is_sent_once(db: None) -> None:
    posted = account_mails.post_account_mail(to="dora@example.org", subject="Set a new password", body="x")
    for _ in range(3):
        account_mails.send_account_mail(mail_id=posted.pk)
    assert [letter.to for letter in mail.outbox] == [["dora@example.org"]]
