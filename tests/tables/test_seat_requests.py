"""Requests for a seat: a late player asks, and the table's players give one or decline."""

from __future__ import annotations

import pytest
from django.test import Client

from logbook.notifications.message_texts import message_text
from logbook.notifications.models import Message, MessageKind
from logbook.people.models.invitations import Invite
from logbook.people.models.players import Player
from logbook.tables import quotas
from logbook.tables.exceptions import (
    AllPeople,
    NotSeated,
    SeatNotAsked,
    SeatsFixed,
)
from logbook.tables.models import Seat, SeatRequest, Table
from logbook.tables.services import attempts, deals, other_missions, seat_requests, tables
from tests.conftest import SignedIn
from tests.tables.going_on_scenes import link, lost, seats_of, won

__all__ = ["link", "lost", "won"]  # Fixtures.

pytestmark = pytest.mark.django_db


def test_who_comes_late_asks_for_a_seat_and_gets_one(
    lost: Table, link: Invite, alice: Player, bob: Player, signed_in: SignedIn, client: Client
) -> None:
    deals.start_attempt(table_id=lost.pk, player=alice)
    address = f"/join/{link.token}/"
    assert "Mission 4 is in progress. You can ask for a seat in the next attempt." in client.get(address).text
    assert "Ask Alice for a seat" in client.get(address).text
    assert client.post(f"{address}ask/", {"name": ""}).status_code == 422
    assert client.post(f"{address}ask/", {"name": "Cleo"}).headers["Location"] == address
    waiting = client.get(address).text
    assert "You’ve asked Alice for a seat." in waiting
    assert "Ask Alice for a seat" not in waiting
    message = Message.objects.get(kind=MessageKind.SEAT_ASKED)
    assert (message.player, message_text(message).sentence) == (
        alice, "Cleo asks you for a seat: Mission 4, Planet Nine."
    )  # fmt: skip
    client.post(f"{address}ask/")
    assert SeatRequest.objects.count() == 1
    lost.refresh_from_db()
    with pytest.raises(SeatsFixed):
        seat_requests.grant(table_id=lost.pk, by=alice, player_id=SeatRequest.objects.get().player_id)
    attempts.abandon_attempt(table_id=lost.pk, player=alice, seen=lost.version)
    browser = signed_in(bob)
    assert "Cleo asks for a seat." in browser.get(f"/tables/{lost.pk}/").text
    cleo = SeatRequest.objects.get().player_id
    browser.post(f"/tables/{lost.pk}/seats/", {"action": "grant", "player": str(cleo)})
    assert seats_of(lost) == ["Alice", "Bob", "careful", "Cleo"]
    assert not SeatRequest.objects.exists()
    assert client.get(address).headers["Location"] == f"/tables/{lost.pk}/"
    polled = client.get(address, headers={"HX-Request": "true"})
    assert (polled.status_code, polled.headers["HX-Redirect"]) == (204, f"/tables/{lost.pk}/")


def test_late_player_goes_on_to_the_next_mission_after_a_win(
    won: Table, link: Invite, alice: Player, charlie: Player, signed_in: SignedIn
) -> None:
    seat_requests.ask(table_id=won.pk, player=charlie, of=alice)
    seat_requests.grant(table_id=won.pk, by=alice, player_id=charlie.pk)
    new = tables.open_next_table(table_id=won.pk, player=alice)
    assert seats_of(new) == ["Alice", "Bob", "careful", "Charlie"]
    assert new.attempts.count() == 1


def test_a_request_goes_along_to_the_next_table(
    won: Table, link: Invite, alice: Player, charlie: Player, signed_in: SignedIn
) -> None:
    seat_requests.ask(table_id=won.pk, player=charlie, of=alice)
    new = other_missions.open_other_table(table_id=won.pk, player=alice, mission="9", players=4)
    browser = signed_in(charlie)
    assert "You’ve asked Alice for a seat." in browser.get(f"/join/{link.token}/").text
    assert "Charlie asks for a seat." in signed_in(alice).get(f"/tables/{new.pk}/").text
    with pytest.raises(SeatsFixed):
        seat_requests.grant(table_id=won.pk, by=alice, player_id=charlie.pk)
    seat_requests.grant(table_id=new.pk, by=alice, player_id=charlie.pk)
    assert browser.get(f"/join/{link.token}/").headers["Location"] == f"/tables/{new.pk}/"
    message = Message.objects.get(player=charlie, kind=MessageKind.SEAT_GIVEN)
    assert message_text(message).sentence == "Alice gave you a seat: Mission 9, Planet Nine."
    assert message_text(message).path == f"/tables/{new.pk}/"


def test_a_table_is_asked_for_a_seat_ten_times_an_hour(
    lost: Table, link: Invite, charlie: Player, signed_in: SignedIn
) -> None:
    browser, address = signed_in(charlie), f"/join/{link.token}/ask/"
    for _ in range(quotas.SEAT_REQUESTS.most):
        browser.post(address, {"change": "withdraw"})
        assert browser.post(address).status_code == 302
    browser.post(address, {"change": "withdraw"})
    refused = browser.post(address)
    assert refused.status_code == 429
    assert "This table has had 10 requests for a seat within an hour. Try again later." in refused.text
    assert not SeatRequest.objects.exists()


def test_what_forbids_a_seat(lost: Table, alice: Player, charlie: Player, olga: Player, guest: Player) -> None:
    with pytest.raises(SeatNotAsked):
        seat_requests.grant(table_id=lost.pk, by=alice, player_id=charlie.pk)
    for player in (charlie, olga, guest):
        seat_requests.ask(table_id=lost.pk, player=player, of=alice)
    for player in (charlie, olga):
        seat_requests.grant(table_id=lost.pk, by=alice, player_id=player.pk)
    with pytest.raises(AllPeople):
        seat_requests.grant(table_id=lost.pk, by=alice, player_id=guest.pk)
    seat_requests.ask(table_id=lost.pk, player=alice, of=alice)
    assert not SeatRequest.objects.filter(player=alice).exists()


def test_the_invitation_says_that_every_seat_is_taken(lost: Table, link: Invite, client: Client) -> None:
    page = client.get(f"/join/{link.token}/").text
    assert "Mission 4: every seat is taken." in page
    assert "in progress" not in page
    refused = client.post(f"/join/{link.token}/ask/", {"name": ""})
    assert "Mission 4: every seat is taken." in refused.text
    Seat.objects.filter(table=lost, number=3).update(bot="")
    Table.objects.update(state=Table.State.ENDED)
    assert "Mission 4 is over." in client.get(f"/join/{link.token}/").text


def test_a_withdrawn_request_can_be_made_again_with_a_message(
    lost: Table, link: Invite, alice: Player, charlie: Player, signed_in: SignedIn
) -> None:
    browser, address = signed_in(charlie), f"/join/{link.token}/"
    browser.post(f"{address}ask/")
    assert "Withdraw my request" in browser.get(address).text
    before = Table.objects.get(pk=lost.pk).version
    assert browser.post(f"{address}ask/", {"change": "withdraw"}).headers["Location"] == address
    assert not SeatRequest.objects.exists()
    assert Table.objects.get(pk=lost.pk).version == before + 1  # Open pages take the request away.
    assert "Ask Alice for a seat" in browser.get(address).text
    browser.post(f"{address}ask/", {"change": "withdraw"})
    assert Table.objects.get(pk=lost.pk).version == before + 1
    browser.post(f"{address}ask/")
    assert Message.objects.filter(player=alice, kind=MessageKind.SEAT_ASKED).count() == 2


def test_a_request_is_withdrawn_at_the_table_that_it_went_along_to(
    won: Table, link: Invite, alice: Player, charlie: Player
) -> None:
    seat_requests.ask(table_id=won.pk, player=charlie, of=alice)
    other_missions.open_other_table(table_id=won.pk, player=alice, mission="9", players=4)
    seat_requests.withdraw(table_id=won.pk, player=charlie)
    assert not SeatRequest.objects.exists()


def test_a_player_at_the_table_declines_a_request(
    lost: Table, link: Invite, alice: Player, bob: Player, charlie: Player, olga: Player, signed_in: SignedIn
) -> None:
    seat_requests.ask(table_id=lost.pk, player=charlie, of=alice)
    with pytest.raises(NotSeated):
        seat_requests.decline(table_id=lost.pk, by=olga, player_id=charlie.pk)
    browser, change = signed_in(bob), {"action": "decline", "player": str(charlie.pk)}
    assert "Decline Charlie’s request" in browser.get(f"/tables/{lost.pk}/").text
    browser.post(f"/tables/{lost.pk}/seats/", change)
    assert not SeatRequest.objects.exists()
    assert seats_of(lost) == ["Alice", "Bob", "careful", "careful"]
    again = browser.post(f"/tables/{lost.pk}/seats/", change)
    assert again.status_code == 409
    assert "This player isn’t asking for a seat any more." in again.text
    assert 'id="waiting"' in signed_in(charlie).get(f"/join/{link.token}/").text  # The waiting page asks for this part.
    seat_requests.ask(table_id=lost.pk, player=charlie, of=alice)
    assert Message.objects.filter(player=alice, kind=MessageKind.SEAT_ASKED).count() == 2
