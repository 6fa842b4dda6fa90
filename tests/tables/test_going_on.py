"""Going on after an attempt: the others follow, and seats and the mission change."""

from __future__ import annotations

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games import GAMES
from logbook.crews.models.crews import Crew
from logbook.people.models.invitations import Invite
from logbook.people.models.players import Player
from logbook.replays.selectors.replays import faces_at
from logbook.tables.exceptions import (
    AttemptFirst,
    NextInChallenge,
    SeatsFixed,
    TooFewSeats,
)
from logbook.tables.models import Seat, Table
from logbook.tables.selectors import seats as selectors_of_seats
from logbook.tables.selectors import tables as table_selectors
from logbook.tables.services import attempts, deals, other_missions, seat_requests, tables
from tests.conftest import SignedIn
from tests.tables.going_on_scenes import link, lost, seats_of, won

__all__ = ["link", "lost", "won"]  # Fixtures.

pytestmark = pytest.mark.django_db


def test_the_others_read_who_has_moved_on_and_follow(
    won: Table, alice: Player, bob: Player, signed_in: SignedIn
) -> None:
    before = won.version
    new = tables.open_next_table(table_id=won.pk, player=alice)
    won.refresh_from_db()
    assert won.version == before + 1  # Open pages ask for their part.
    part = signed_in(bob).get(f"/tables/{won.pk}/round/").text
    assert "Alice has moved on: Mission 5." in part
    assert f'href="/tables/{new.pk}/"' in part
    assert "Follow Alice" in part
    assert f"/tables/{won.pk}/next/" not in part
    assert "Go on to Mission 5" in " ".join(signed_in(alice).get(f"/tables/{won.pk}/").text.split())


def test_seats_and_the_invitation_change_on_the_attempts_page(
    lost: Table, alice: Player, bob: Player, charlie: Player, signed_in: SignedIn, client: Client
) -> None:
    browser = signed_in(alice)
    html = browser.get(f"/tables/{lost.pk}/").text
    assert 'id="end-title"' in html
    for control in ('id="clear-2"', 'id="leave"', 'id="make-link"', 'id="open-other"'):
        assert control in html
    assert 'id="clear-1"' in html  # Alice has opened the table.
    assert 'id="clear-0"' not in signed_in(bob).get(f"/tables/{lost.pk}/").text
    browser.post(f"/tables/{lost.pk}/seats/", {"action": "clear", "number": "2"})
    browser.post(f"/tables/{lost.pk}/seats/", {"action": "bot", "number": "2", "bot": "solver"})
    assert seats_of(lost) == ["Alice", "Bob", "solver", "careful"]
    browser.post(f"/tables/{lost.pk}/seats/", {"action": "clear", "number": "3"})
    browser.post(f"/tables/{lost.pk}/invite/")
    token = Invite.objects.get(table=lost).token
    signed_in(charlie).post(f"/join/{token}/")
    assert seats_of(lost) == ["Alice", "Bob", "solver", "Charlie"]
    assert 'id="end-title"' in browser.get(f"/tables/{lost.pk}/").text
    assert 'id="make-link"' not in client.get(f"/tables/{lost.pk}/").text


def test_another_mission_is_chosen_on_the_page_of_the_attempt(
    lost: Table, alice: Player, bob: Player, signed_in: SignedIn
) -> None:
    answer = signed_in(alice).post(f"/tables/{lost.pk}/other/", {"mission": "12", "players": "5"})
    new = Table.objects.get(follows=lost)
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/tables/{new.pk}/")
    assert (new.mission, new.players, new.state) == ("12", 5, Table.State.GATHERING)
    assert seats_of(new) == ["Alice", "Bob", "careful", "careful", ""]
    assert "Alice has moved on: Mission 12." in signed_in(bob).get(f"/tables/{lost.pk}/").text
    assert other_missions.open_other_table(table_id=lost.pk, player=bob, mission="7", players=4) == new


@pytest.mark.parametrize(
    ("mission", "players", "status", "words"),
    [
        ("77777", "4", 422, "Mission"),
        ("", "4", 422, ""),
        ("4", "9", 422, ""),
        ("4", "many", 400, ""),
    ],
)
def test_a_wrong_mission_is_answered_on_the_page(
    lost: Table, alice: Player, signed_in: SignedIn, mission: str, players: str, status: int, words: str
) -> None:
    answer = signed_in(alice).post(f"/tables/{lost.pk}/other/", {"mission": mission, "players": players})
    assert answer.status_code == status
    assert 'class="message message--error"' in answer.text
    assert words in answer.text
    assert not Table.objects.filter(follows=lost).exists()


def test_what_forbids_another_mission(lost: Table, alice: Player, bob: Player, charlie: Player) -> None:
    Seat.objects.filter(table=lost, number=2).update(player=charlie, bot="")
    with pytest.raises(TooFewSeats, match="3 people"):
        other_missions.open_other_table(table_id=lost.pk, player=alice, mission="5", players=2)
    deals.start_attempt(table_id=lost.pk, player=alice)
    with pytest.raises(AttemptFirst):
        other_missions.open_other_table(table_id=lost.pk, player=bob, mission="5", players=4)
    Table.objects.filter(pk=lost.pk).update(daily=True)
    with pytest.raises(NextInChallenge):
        other_missions.open_other_table(table_id=lost.pk, player=bob, mission="5", players=4)


def test_a_member_who_left_the_crew_does_not_come_along(lost: Table, alice: Player, bob: Player, crew: Crew) -> None:
    Table.objects.filter(pk=lost.pk).update(crew=crew)
    crew.members.filter(player=bob).update(left_at=lost.created_at)
    new = other_missions.open_other_table(table_id=lost.pk, player=alice, mission="5", players=4)
    assert seats_of(new) == ["Alice", "careful", "careful", ""]


def test_page_of_a_win_changes_the_seats_of_the_next_mission(
    lost: Table, alice: Player, charlie: Player, signed_in: SignedIn
) -> None:
    Table.objects.update(state=Table.State.WON)
    browser = signed_in(alice)
    page = browser.get(f"/tables/{lost.pk}/")
    assert '<select id="other-mission"' in page.text
    assert "<summary>Change seats, bots or the mission</summary>" in page.text
    assert 'id="make-link"' in page.text
    browser.post(f"/tables/{lost.pk}/seats/", {"action": "clear", "number": 3})
    browser.post(f"/tables/{lost.pk}/invite/")
    link = Invite.objects.get(table=lost)
    signed_in(charlie).post(f"/join/{link.token}/")
    assert lost.seats.get(number=3).player == charlie
    assert "You have a seat from the next mission on." in signed_in(charlie).get(f"/tables/{lost.pk}/").text
    following = tables.open_next_table(table_id=lost.pk, player=alice)
    assert following.seats.get(number=3).player == charlie


def test_seats_are_fixed_once_the_players_went_on(lost: Table, alice: Player) -> None:
    Table.objects.update(state=Table.State.WON)
    tables.open_next_table(table_id=lost.pk, player=alice)
    with pytest.raises(SeatsFixed):
        tables.clear_seat(table_id=lost.pk, by=alice, number=3)


def test_the_other_mission_is_chosen_from_a_list(lost: Table, alice: Player, signed_in: SignedIn) -> None:
    page = signed_in(alice).get(f"/tables/{lost.pk}/").text
    assert "<summary>Change seats, bots or the mission</summary>" in page
    assert '<optgroup label="Missions 1–10">' in page
    assert '<option value="4" selected>' in page
    assert '<option value="50">' in page
    Table.objects.update(mission="tasks=2 tokens=1")
    custom = signed_in(alice).get(f"/tables/{lost.pk}/").text
    assert '<optgroup label="Custom missions">' in custom
    assert '<option value="tasks=2 tokens=1" selected>' in custom


def test_an_ended_attempt_names_its_players_and_a_newcomer_watches(
    lost: Table, alice: Player, charlie: Player, signed_in: SignedIn
) -> None:
    before = signed_in(alice).get(f"/tables/{lost.pk}/").text
    assert "You have a seat from the next" not in before
    seat_requests.ask(table_id=lost.pk, player=charlie, of=alice)
    seat_requests.grant(table_id=lost.pk, by=alice, player_id=charlie.pk)
    newcomer = signed_in(charlie)
    page = newcomer.get(f"/tables/{lost.pk}/").text
    assert "You have a seat from the next attempt on." in page
    assert 'id="hand-title"' not in page
    felt = page.split('class="felt"')[1].split("<aside")[0]
    assert "Bot 4" in felt
    assert "Charlie" not in felt
    assert f'action="/tables/{lost.pk}/retry/"' in page
    assert 'id="leave"' in page  # The seat is theirs in the list of seats.
    assert newcomer.get(f"/tables/{lost.pk}/round/").text.count("Your hand") == 0
    others = signed_in(alice).get(f"/tables/{lost.pk}/").text
    assert "Alice’s hand" in others  # The room shows all hands.
    assert "Bot 4" in others.split('class="felt"')[1].split("<aside")[0]
    assert "Charlie" not in others.split('class="felt"')[1].split("<aside")[0]


def test_a_newcomer_has_the_watchers_view_until_the_next_deal(lost: Table, alice: Player, charlie: Player) -> None:
    watched = table_selectors.seat_view(lost, None)
    seat_requests.ask(table_id=lost.pk, player=charlie, of=alice)
    seat = seat_requests.grant(table_id=lost.pk, by=alice, player_id=charlie.pk)
    lost.refresh_from_db()
    view = table_selectors.seat_view(lost, charlie)
    assert view is not None
    assert watched is not None
    assert view.as_dict() == watched.as_dict()
    deals.start_attempt(table_id=lost.pk, player=charlie)
    lost.refresh_from_db()
    dealt = table_selectors.seat_view(lost, charlie)
    assert dealt is not None
    assert dealt.as_dict()["seat"] == seat.number


def test_a_player_who_changes_seats_sees_the_hand_that_they_held(lost: Table, alice: Player, bob: Player) -> None:
    held = table_selectors.seat_view(lost, bob)
    tables.leave_seat(table_id=lost.pk, player=bob)
    lost.refresh_from_db()
    left = table_selectors.seat_view(lost, bob)
    tables.clear_seat(table_id=lost.pk, by=alice, number=2)
    tables.take_seat(table=lost, player=bob, number=2)
    lost.refresh_from_db()
    back = table_selectors.seat_view(lost, bob)
    assert held is not None
    assert left is not None
    assert back is not None
    assert left.as_dict()["seat"] is None
    assert back.as_dict() == held.as_dict()


def test_the_replay_names_who_played_the_attempt(
    lost: Table, alice: Player, charlie: Player, signed_in: SignedIn
) -> None:
    seat_requests.ask(table_id=lost.pk, player=charlie, of=alice)
    seat_requests.grant(table_id=lost.pk, by=alice, player_id=charlie.pk)
    names = [face.name for face in faces_at(lost.attempts.get())]
    assert names == ["Alice", "Bob", "Bot 3", "Bot 4"]
    lost.attempts.get().sittings.filter(player=lost.seats.get(number=1).player).update(player=None)
    assert faces_at(lost.attempts.get())[1].name == "a former player"


def test_the_seats_of_an_ended_attempt_are_read_at_once(
    lost: Table, alice: Player, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    seats, attempt = selectors_of_seats.seats_of(lost), lost.attempts.get()
    with django_assert_num_queries(1):
        assert len(selectors_of_seats.seats_in(attempt, seats)) == 4


def test_a_race_that_is_over_names_who_raced(alice: Player, bob: Player, charlie: Player, signed_in: SignedIn) -> None:
    table = tables.open_table(
        player=alice, game="deep-blue", mission=next(iter(GAMES["deep-blue"].missions)), players=3
    )
    tables.take_seat(table=table, player=bob)
    tables.fill_with_bots(table_id=table.pk, by=alice, bot="random")
    deals.start_attempt(table_id=table.pk, player=alice)
    table.refresh_from_db()
    attempts.abandon_attempt(table_id=table.pk, player=alice, seen=table.version)
    seat_requests.ask(table_id=table.pk, player=charlie, of=alice)
    seat_requests.grant(table_id=table.pk, by=alice, player_id=charlie.pk)
    newcomer = signed_in(charlie)
    page, log = (newcomer.get(f"/tables/{table.pk}/{part}").text for part in ("", "log/"))
    assert "You have a seat from the next scenario on." in page
    assert "Bot 3" in page
    assert "Charlie (you)" not in page + log
