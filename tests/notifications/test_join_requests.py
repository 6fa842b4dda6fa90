"""Mails to organizers about requests to join."""

from __future__ import annotations

import pytest
from django.core import mail

from logbook.clubs.models import Club, JoinRequest
from logbook.clubs.services import clubs
from logbook.notifications.models import OutboxMail
from logbook.notifications.services import mails
from logbook.people.models.players import Player
from tests.notifications.scenes import told

pytestmark = pytest.mark.django_db


def test_organizers_hear_that_somebody_asks_to_join(club: Club, olga: Player, charlie: Player) -> None:
    clubs.ask_to_join(club=club, player=charlie, text="I play on Tuesdays.")
    clubs.ask_to_join(club=club, player=charlie, text="Once more.")
    organizing = club.members.exclude(role="member").values_list("player", flat=True)
    asked = OutboxMail.objects.filter(event="join-asked")
    assert sorted(asked.values_list("player", flat=True)) == sorted(organizing)
    mails.send_outbox_mail(outbox_mail_id=asked.get(player=olga).pk)
    assert told() == [("olga", "Night Watch: Charlie wants to join")]
    assert "I play on Tuesdays." in str(mail.outbox[0].body)


def test_a_knock_that_is_answered_already_is_not_told(club: Club, olga: Player, charlie: Player) -> None:
    clubs.ask_to_join(club=club, player=charlie, text="")
    clubs.answer_join_request(request=JoinRequest.objects.get(), by=olga, accept=True)
    mails.send_outbox_mail(outbox_mail_id=OutboxMail.objects.get(event="join-asked", player=olga).pk)
    assert mail.outbox == []
