"""Play now: one press without a field deals the first mission; what a guest plays stays theirs."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from games.bots import strongest_bot
from logbook.lib import quotas as lib_quotas
from logbook.people.models.invitations import Invite
from logbook.people.models.players import Player
from logbook.people.services import players
from logbook.tables import quotas
from logbook.tables.models import Attempt, Table
from tests.conftest import SignedIn

pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.fixture(autouse=True)
def _no_presses_before() -> None:
    cache.clear()


def press(client: Client, status: int = 302) -> str:
    answer = client.post(reverse("play-now"))
    assert answer.status_code == status
    return answer.headers.get("Location", "")


def test_one_press_deals_the_first_mission_to_a_visitor(client: Client) -> None:
    assert 'action="/play/"' in client.get("/").text
    page = client.get(press(client))
    table = Table.objects.get()
    assert page.context["page"].moment.table_id == table.pk
    assert (table.game, table.mission, table.state) == ("planet-nine", "1", Table.State.PLAYING)
    guest = table.seats.get(number=0).player
    assert guest is not None
    assert guest.is_guest
    assert guest.name.startswith("Guest ")
    assert list(table.seats.exclude(number=0).values_list("bot", flat=True)) == [strongest_bot("planet-nine").slug] * 3


def test_a_guest_is_named_in_the_sites_language(client: Client) -> None:
    assert client.post("/play/", HTTP_ACCEPT_LANGUAGE="fr").status_code == 302
    guest = Table.objects.get().seats.get(number=0).player
    assert guest is not None
    assert guest.name.startswith("Guest ")


def test_a_second_press_goes_on_with_the_round(client: Client) -> None:
    first = press(client)
    assert press(client) == first
    Attempt.objects.update(state=Attempt.State.SUCCESS)
    Table.objects.update(state=Table.State.WON)
    assert press(client) != first
    assert Player.objects.count() == 1


def test_an_account_plays_as_itself(alice: Player, signed_in: SignedIn) -> None:
    press(signed_in(alice))
    assert Table.objects.get().opened_by == alice


def test_a_flood_from_one_address_is_held_off(client: Client) -> None:
    for _ in range(quotas.VISITORS.most):
        press(Client())
    answer = Client().post(reverse("play-now"))
    assert answer.status_code == 429
    assert "30 tables in the last hour" in answer.text
    assert Player.objects.count() == quotas.VISITORS.most


def test_a_flood_from_one_guest_is_held_off(client: Client) -> None:
    for _ in range(quotas.FIRST_TABLES.most):
        press(client)
        Attempt.objects.update(state=Attempt.State.ABANDONED)
        Table.objects.update(state=Table.State.ENDED)
    press(client, 429)


def test_a_get_deals_nothing(client: Client) -> None:
    assert client.get(reverse("play-now")).status_code == 405
    assert not Table.objects.exists()


def test_an_account_keeps_what_the_guest_has_played(client: Client) -> None:
    press(client)
    guest = Player.objects.get()
    user = User.objects.create_user("new@example.org", "new@example.org")
    assert players.open_player(user=user, guest=guest) == guest
    assert Table.objects.get().seats.get(number=0).player == guest


# --- the name


def rename(client: Client, name: str, page: str) -> str:
    answer = client.post(reverse("guest-name"), {"name": name, "next": page}, follow=True)
    assert answer.redirect_chain[-1][0] == page
    return answer.text


def test_a_guest_chooses_a_name_at_the_table(client: Client) -> None:
    page = press(client)
    html = client.get(page).text
    assert "You’re playing as Guest" in html
    assert "Others now see you as Zoé." in rename(client, "Zoé", page)
    assert "Enter a name for others to see." in rename(client, " ", page)
    assert Player.objects.get().name == "Zoé"


def test_a_guest_who_gave_a_name_is_not_asked_again(client: Client) -> None:
    page = press(client)
    html = rename(client, "Zoé", page)
    assert "You’re playing as" not in html
    assert "to keep what you’ve played and find it on every device" in html


def test_only_a_guest_has_the_form(alice: Player, signed_in: SignedIn) -> None:
    for client in (Client(), signed_in(alice)):
        assert client.post(reverse("guest-name"), {"name": "X"}).status_code == 404
    assert "You’re playing as" not in signed_in(alice).get(press(signed_in(alice))).text


# --- a table of one's choice


FIELDS = {"game": "planet-nine", "mission": "3", "players": "4", "pace": "relaxed", "bot_speed": "normal"}


def test_a_visitor_opens_a_table_of_their_choice_and_invites(client: Client) -> None:
    page = client.get(reverse("table-new") + "?mission=3")
    assert page.status_code == 200
    assert "No account needed." in page.text
    answer = client.post(reverse("table-new"), FIELDS)
    table = Table.objects.get()
    assert answer.headers["Location"] == reverse("table", args=(table.pk,))
    guest = table.opened_by
    assert guest is not None
    assert guest.is_guest
    assert table.mission == "3"
    assert client.post(reverse("table-invite", args=(table.pk,))).status_code == 303
    link = Invite.objects.get()
    assert link.table == table
    friend = Client()
    assert friend.post(reverse("invite", args=(link.token,)), {"name": "Bea"}).status_code == 302
    assert table.seats.filter(player__name="Bea").exists()


def test_a_guest_opens_another_table_as_the_same_guest(client: Client) -> None:
    press(client)
    client.post(reverse("table-new"), FIELDS)
    assert Player.objects.count() == 1
    assert Table.objects.count() == 2


def test_a_table_that_is_refused_makes_no_guest(client: Client) -> None:
    answer = client.post(reverse("table-new"), FIELDS | {"mission": "nonsense"})
    assert answer.status_code == 422
    assert not Player.objects.exists()


def test_visitors_tables_are_counted_with_their_first_ones(client: Client) -> None:
    for _ in range(quotas.VISITORS.most):
        lib_quotas.take_at_address(quotas.VISITORS, "127.0.0.1")
    answer = client.post(reverse("table-new"), FIELDS)
    assert answer.status_code == 429
    assert "tables in the last hour" in answer.text
    assert not Player.objects.exists()
