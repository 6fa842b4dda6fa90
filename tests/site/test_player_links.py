"""Names in lobbies, ended rounds and replays lead to the players' pages that the reader may open."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from logbook.crews.models.crews import Crew
from logbook.people.models.players import Player
from logbook.tables.models import Attempt, Seat, Table
from tests.conftest import SignedIn
from tests.leaderboards.lost_rounds import play_out
from tests.races.race_scenes import race_of, raced
from tests.tables.attempts_scenes import open_table, started

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def seats_of(client: Client, address: str) -> dict[str, bool]:
    """Return the names in seats and above open hands, with whether they are links."""
    html = client.get(address).text
    return {name: f">{name}</a>" in html for name in ("Alice", "Bob", "Olga") if name in html}


def test_names_link_to_pages_that_the_reader_may_open(
    alice: Player, bob: Player, olga: Player, signed_in: SignedIn
) -> None:
    Player.objects.filter(pk=olga.pk).update(page_audience="nobody")
    table = open_table(alice, bob, olga)
    attempt = started(table, alice)
    address, browser = reverse("table", args=(table.pk,)), signed_in(alice)
    assert f'href="{reverse("player", args=(bob.pk,))}"' not in browser.get(address).text, "a press leaves no round"
    play_out(table, attempt)
    replay = reverse("replay", args=(attempt.pk,))
    for page in (address, replay):
        assert f'href="{reverse("player", args=(bob.pk,))}">Bob</a>' in browser.get(page).text
        assert not seats_of(browser, page)["Olga"]
        assert browser.get(reverse("player", args=(bob.pk,))).status_code == 200
    olgas = seats_of(signed_in(olga), replay)
    assert (olgas["Alice"], olgas["Bob"]) == (True, True), "who hides their own page may open others"


def test_a_spectator_of_a_replay_is_led_to_pages_for_everyone_alone(
    alice: Player, bob: Player, charlie: Player, signed_in: SignedIn
) -> None:
    table = open_table(alice, bob, mission="1")
    attempt = play_out(table, started(table, alice))
    Attempt.objects.filter(pk=attempt.pk).update(state="success")
    Player.objects.filter(pk=bob.pk).update(page_audience="everyone")
    replay, browser = reverse("replay", args=(attempt.pk,)), signed_in(charlie)
    assert seats_of(browser, replay) == {"Alice": False, "Bob": True}
    for player, status in ((alice, 404), (bob, 200)):
        assert browser.get(reverse("player", args=(player.pk,))).status_code == status


def test_the_lobby_leads_spectators_to_public_pages_alone(
    crew: Crew, alice: Player, bob: Player, charlie: Player, signed_in: SignedIn
) -> None:
    table = open_table(alice, charlie, count=3)
    Table.objects.filter(pk=table.pk).update(crew=crew)
    browser, address = signed_in(bob), reverse("table", args=(table.pk,))
    assert seats_of(browser, address)["Alice"], "both are in the crew"
    for player in (alice, charlie):
        link = f'href="{reverse("player", args=(player.pk,))}"'
        is_open = browser.get(reverse("player", args=(player.pk,))).status_code == 200
        assert (link in browser.get(address).text) == is_open


def test_the_final_table_of_a_race_leads_to_players(
    alice: Player, bob: Player, signed_in: SignedIn, client: Client
) -> None:
    table = race_of(alice)
    attempt = raced(table)
    Seat.objects.filter(table=table, number=1).update(player=bob, bot="")
    attempt.sittings.create(number=1, player=bob)
    link = f'href="{reverse("player", args=(bob.pk,))}"'
    for page in (reverse("table", args=(table.pk,)), f"{reverse('replay', args=(attempt.pk,))}?step=9999"):
        assert link in signed_in(alice).get(page).text
        assert f'href="{reverse("player", args=(alice.pk,))}"' not in client.get(page).text
