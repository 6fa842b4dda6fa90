"""Doubled requests, at once, in the wrong order, from two tabs or devices: done once; a late one gets a reason."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client

import games
from logbook.campaigns.models import Campaign
from logbook.clubs.models import Club, News
from logbook.crews.models.crews import Crew
from logbook.exchange.models import Import
from logbook.lib import queue
from logbook.lib.exceptions import Refusal
from logbook.people.models.idempotency import IdempotencyRecord
from logbook.people.models.players import Player
from logbook.people.services import tokens
from logbook.seasons.models.seasons import Season
from logbook.tables.models import Attempt, Event, Table
from logbook.tables.services import attempts, bots
from tests.exchange.files import HEADER
from tests.exchange.hostile_files_scenes import CLUB
from tests.site.at_once_scenes import kinds
from tests.tables.attempts_scenes import open_table, started, state_of, verify, waited_for

pytestmark = pytest.mark.django_db

TABLE = {"game": "planet-nine", "mission": "1", "players": "3"}
FORMS: list[tuple[str, dict[str, str], type[object]]] = [
    ("/tables/new/", TABLE, Table),
    ("/crews/new/", {"name": "Twins"}, Crew),
    ("/clubs/new/", {"name": "Twins"}, Club),
    ("/crews/aurora/campaigns/new/", {"game": "planet-nine", "name": "Twins", "in_order": "yes"}, Campaign),
    ("/clubs/night-watch/news/new/", {"title": "Twins", "text": "Two of them."}, News),
    (
        "/clubs/night-watch/seasons/new/",
        {"name": "S", "starts_on": "2040-11-01", "ends_on": "2040-12-01", "best_n": "3"},
        Season,
    ),
]


def browser(player: Player) -> Client:
    """Return a separate browser: another device, unless its session is shared."""
    client = Client(enforce_csrf_checks=True)
    client.get("/accounts/login/")
    assert player.user is not None
    client.force_login(player.user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def token_of(client: Client, page: str) -> dict[str, str]:
    """Return the keys that make this rendering of a form unique."""
    shown = client.get(page).text
    found = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', shown)
    assert found is not None
    key = re.search(r'name="form_key" value="([0-9a-f-]{36})"', shown)
    return {"csrfmiddlewaretoken": found[1]} | ({"form_key": key[1]} if key else {})


def at_once(*doings: Callable[[], object]) -> list[object]:
    ready = Barrier(len(doings))

    def one(do: Callable[[], object]) -> object:
        ready.wait()
        try:
            return do()
        except (Refusal, games.GameError) as error:
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(len(doings)) as pool:
        return list(pool.map(one, doings))


@pytest.mark.parametrize(("page", "told", "model"), FORMS, ids=[form[0] for form in FORMS])
def test_a_form_sent_twice_makes_one_thing(
    page: str, told: dict[str, str], model: type[object], club: Club, alice: Player
) -> None:
    client, count = browser(alice), model.objects.count()  # type: ignore[attr-defined]
    form = told | token_of(client, page)
    first, second = (client.post(page, form) for _ in range(2))
    assert (first.status_code, second.status_code) == (302, 302)
    assert first.headers["Location"] == second.headers["Location"]
    assert model.objects.count() == count + 1  # type: ignore[attr-defined]
    again = client.post(page, told | token_of(client, page))
    assert again.status_code == 302, "another page's form is another wish"
    assert model.objects.count() == count + 2  # type: ignore[attr-defined]


FILES = {
    "/crews/aurora/files/new/": ("/crews/aurora/files/", f"{HEADER}1,2024-03-01,won,no,2,Alice; Zoe,\n"),
    "/club-files/": ("/club-files/", json.dumps(CLUB)),
}


@pytest.mark.parametrize("address", FILES)
def test_a_file_sent_twice_comes_in_once(address: str, crew: Crew, alice: Player) -> None:
    client, (page, content) = browser(alice), FILES[address]
    form = token_of(client, page)

    def bring(said: str) -> str:
        answer = client.post(address, form | {"file": SimpleUploadedFile("file", said.encode())})
        assert answer.status_code == 302
        return answer.headers["Location"]

    assert bring(content) == bring(content)
    assert Import.objects.count() == 1
    assert bring(content) != bring(f"{content} "), "another file from the same page is another wish"


@pytest.mark.parametrize(
    "page", ["/clubs/night-watch/", "/clubs/night-watch/challenges/new/", "/seasons/{}/series/new/"]
)
def test_other_forms_that_make_something_have_a_key_too(page: str, club: Club, olga: Player) -> None:
    season = Season.objects.create(club=club, name="S", starts_on="2026-11-01", ends_on="2026-12-01")
    assert "form_key" in token_of(browser(olga), page.format(season.pk))


@pytest.mark.parametrize("key", ["", "x", "9" * 400])
def test_a_form_without_its_key_is_answered_like_any_other(key: str, alice: Player) -> None:
    client = browser(alice)
    form = {"name": "Twins"} | token_of(client, "/crews/new/") | {"form_key": key}
    assert [client.post("/crews/new/", form).status_code for _ in range(2)] == [302, 302]
    assert Crew.objects.filter(name="Twins").count() == 2


def test_each_person_has_form_keys_of_their_own(alice: Player, bob: Player) -> None:
    ours, theirs = browser(alice), browser(bob)
    form = {"name": "Twins"} | token_of(ours, "/crews/new/")
    ours.post("/crews/new/", form)
    assert theirs.post("/crews/new/", form | token_of(theirs, "/") | {"form_key": form["form_key"]}).status_code == 302
    assert Crew.objects.filter(name="Twins").count() == 2


def test_a_form_is_done_once_and_its_row_stands_once(alice: Player) -> None:
    client = browser(alice)
    form = {"name": "Twins"} | token_of(client, "/crews/new/")
    for said in ({"name": ""}, {}, {}):
        client.post("/crews/new/", form | said)
    (kept,) = IdempotencyRecord.objects.all()
    assert (kept.player, kept.body) == (alice, "/crews/twins/"), "what was refused left no row"


def test_a_token_made_twice_is_one_and_its_key_was_shown(alice: Player) -> None:
    """The first response may have been lost: the last one shows the valid key."""
    client = browser(alice)
    form = {"name": "bot", "scopes": ["read"], "days": "30"} | token_of(client, "/profile/tokens/")
    pages = [client.post("/profile/tokens/", form) for _ in range(2)]
    assert [page.status_code for page in pages] == [201, 201]
    assert ["sent twice" in page.text for page in pages] == [False, True]
    first, second = (tokens.open_token(re.findall(r'value="(crew_[^"]+)"', page.text)[0]) for page in pages)
    assert first is None
    assert second is not None
    client.post("/profile/tokens/", form | token_of(client, "/profile/tokens/"))
    assert sum(token.is_open for token in alice.api_tokens.all()) == 2, "another page's form is another wish"


def test_a_form_that_was_refused_may_be_sent_again(alice: Player) -> None:
    client = browser(alice)
    form = {"name": ""} | token_of(client, "/crews/new/")
    assert [client.post("/crews/new/", form).status_code for _ in range(2)] == [422, 422]
    assert client.post("/crews/new/", form | {"name": "Late"}).status_code == 302


@pytest.mark.django_db(transaction=True)
def test_a_double_click_makes_one_thing_on_two_processes(alice: Player) -> None:
    client = browser(alice)
    form = {"name": "Twins"} | token_of(client, "/crews/new/")
    cookies = {name: morsel.value for name, morsel in client.cookies.items()}

    def click() -> str:
        process = Client(enforce_csrf_checks=True)
        process.cookies.load(cookies)
        return process.post("/crews/new/", form).headers["Location"]

    assert at_once(click, click) == ["/crews/twins/"] * 2
    assert Crew.objects.count() == 1


# --- at a table


@pytest.fixture
def table(alice: Player, bob: Player, olga: Player) -> Table:
    return open_table(alice, bob, olga)


def acting(table: Table, client: Client, text: str, seen: int) -> int:
    page = {"action": text, "seen": str(seen)} | token_of(client, f"/tables/{table.pk}/")
    return client.post(f"/tables/{table.pk}/act/", page).status_code


def whose_turn(table: Table, attempt: Attempt) -> tuple[Player, str]:
    seat, text = waited_for(attempt)
    player = table.seats.get(number=seat).player
    assert player is not None
    return player, text


def test_an_outdated_tab_does_nothing_and_shows_the_state(table: Table, alice: Player) -> None:
    attempt = started(table, alice)
    player, text = whose_turn(table, attempt)
    ahead, behind = browser(player), browser(player)
    assert acting(table, ahead, text, table.version) == 303
    assert acting(table, behind, text, table.version) == 409
    assert list(Event.objects.values_list("text", flat=True)) == [text]


def test_requests_in_the_wrong_order_are_ordered_or_refused(table: Table, alice: Player) -> None:
    """The second click arrives before the first: it refers to a table state that does not exist yet."""
    attempt = started(table, alice)
    player, text = whose_turn(table, attempt)
    client, seen = browser(player), table.version
    assert acting(table, client, text, seen + 1) == 409
    assert acting(table, client, text, seen) == 303
    assert acting(table, client, text, seen) == 409
    assert Event.objects.count() == 1
    verify(attempt)


@pytest.mark.django_db(transaction=True)
def test_two_devices_on_one_seat_act_once(table: Table, alice: Player) -> None:
    attempt = started(table, alice)
    player, text = whose_turn(table, attempt)
    one, other = browser(player), browser(player)
    answers = at_once(*(partial(acting, table, device, text, table.version) for device in (one, other)))
    assert sorted(map(str, answers)) == ["303", "409"]
    assert Event.objects.count() == 1
    verify(attempt)


@pytest.mark.django_db(transaction=True)
def test_a_person_and_a_bot_at_the_same_moment(alice: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    """A player speaks while a bot's card is on its way: one is first, the other finds the table moved."""
    monkeypatch.setattr(queue, "send", lambda *_arguments, **_named: None)  # The test calls the bots itself.
    table = open_table(alice, bots=2, mission="20")
    attempt = started(table, alice)
    while True:
        table.refresh_from_db()
        state = state_of(attempt)
        assert state.outcome is None, "both may act at some moment"
        if 0 not in state.waiting_on and state.legal_actions(0):
            break
        if 0 in state.waiting_on:
            first = state.legal_actions(0)[0].text
            attempts.act(table_id=table.pk, player=alice, text=first, seen=table.version)
        else:
            bots.play_bot_step(attempt_id=attempt.pk, seen=table.version, hurried=True)
    before, seen = Event.objects.count(), table.version
    text = state.legal_actions(0)[0].text
    answers = at_once(
        lambda: attempts.act(table_id=table.pk, player=alice, text=text, seen=seen),
        lambda: bots.play_bot_step(attempt_id=attempt.pk, seen=seen, hurried=True),
    )
    assert kinds(answers) in (["ActionResult", "NoneType"], ["ActionResult", "Stale"])
    assert Event.objects.count() == before + 1
    verify(attempt)
