"""Guests by link: they end no attempt of others, and do not come back after a removal."""

from __future__ import annotations

import pytest

from logbook.people.exceptions import InvitationEnded
from logbook.people.models.invitations import Invite
from logbook.people.models.players import Player
from logbook.people.services import invitations
from logbook.tables.exceptions import GuestCannotGiveUp
from logbook.tables.models import Attempt, Table
from logbook.tables.services import attempts, tables
from tests.tables.attempts_scenes import open_table, started

pytestmark = pytest.mark.django_db


def test_a_guest_does_not_give_up_for_players_with_accounts(alice: Player, bob: Player) -> None:
    guest = Player.objects.create(name="Gus")
    table = open_table(alice, bob, guest)
    started(table, alice)
    with pytest.raises(GuestCannotGiveUp):
        attempts.abandon_attempt(table_id=table.pk, player=guest, seen=table.version)
    assert table.attempts.get().state == Attempt.State.PLAYING
    attempts.abandon_attempt(table_id=table.pk, player=alice, seen=table.version)
    assert table.attempts.get().state == Attempt.State.ABANDONED


def test_a_guest_gives_up_at_a_table_of_their_own(alice: Player) -> None:
    guest = Player.objects.create(name="Gus")
    table = open_table(guest, alice, bots=1)
    started(table, guest)
    attempts.abandon_attempt(table_id=table.pk, player=guest, seen=table.version)
    assert table.attempts.get().state == Attempt.State.ABANDONED


def test_a_removed_player_does_not_come_back_by_the_same_link(alice: Player, bob: Player) -> None:
    table = tables.open_table(player=alice, game="planet-nine", mission="1", players=4)
    link = invitations.create_invitation(by=alice, table=table)
    guest = invitations.accept_as_guest(invite=link, name="Gus")
    number = table.seats.get(player=guest).number
    tables.clear_seat(table_id=table.pk, by=alice, number=number)
    old = Invite.objects.get(pk=link.pk)
    for back in (lambda: invitations.accept_as_guest(invite=old, name="Gus again"), lambda: _back(old, guest)):
        with pytest.raises(InvitationEnded):
            back()
    assert not Table.objects.get(pk=table.pk).seats.filter(player=guest).exists()
    new = invitations.create_invitation(by=alice, table=table)
    invitations.accept_invitation(invite=new, player=bob)
    assert table.seats.filter(player=bob).exists()


def _back(invite: Invite, guest: Player) -> None:
    invitations.accept_invitation(invite=invite, player=guest)
