"""Foundation of the API: authentication, scopes and problem responses."""

from __future__ import annotations

from base64 import b64encode
from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.test import APIRequestFactory

from logbook.api.pagination import KeysetPagination
from logbook.people.exceptions import TooManyTokens
from logbook.people.models.players import Player
from logbook.people.models.tokens import ApiToken
from logbook.people.services import tokens
from logbook.replays.selectors.positions import facts_now
from logbook.tables.models import Table
from logbook.tables.services import deals, tables
from tests.conftest import SignedIn
from tests.tables.attempts_scenes import act_on, open_table, started

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(alice: Player) -> Table:
    """Return a dealt table of Alice and two bots."""
    table = tables.open_table(player=alice, game="planet-nine", mission="1", players=3)
    for number in (1, 2):
        tables.put_bot(table_id=table.pk, by=alice, number=number, bot="random")
    deals.start_attempt(table_id=table.pk, player=alice)
    return Table.objects.get(pk=table.pk)


def bearer(player: Player, *scopes: str, days: int = 30) -> dict[str, str]:
    _token, key = tokens.create_token(player=player, name="bot", scopes=scopes, days=days)
    return {"authorization": f"Bearer {key}"}


def test_a_token_reads_what_its_person_reads(client: Client, alice: Player, bob: Player, table: Table) -> None:
    answer = client.get(f"/api/v1/tables/{table.pk}/view/", headers=bearer(alice))
    assert answer.status_code == 200
    assert answer.json()["view"]["seat"] == 0
    assert answer.json()["seen"] == table.version
    answer = client.get(f"/api/v1/tables/{table.pk}/view/", headers=bearer(bob))
    assert (answer.status_code, answer.json()["code"]) == (404, "not-found")
    assert answer["Content-Type"] == "application/problem+json"


@pytest.mark.parametrize("moves", [1, 99])
def test_a_number_and_its_view_are_of_one_moment(
    moves: int, client: Client, alice: Player, bob: Player, olga: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A move between the two reads leads to another try; a table that always moves is read a few times only."""
    table = open_table(alice, bob, olga)
    attempt, looks = started(table, alice), []

    def meanwhile(then: Table, player: Player) -> object:
        looks.append(then.version)
        if len(looks) <= moves:
            act_on(table, attempt)
        return facts_now(then, player)

    monkeypatch.setattr("logbook.tables.api.views.facts_now", meanwhile)
    told = client.get(f"/api/v1/tables/{table.pk}/view/", headers=bearer(alice)).json()
    assert told["view"] == facts_now(Table.objects.get(pk=table.pk), alice)
    assert (len(looks), told["seen"]) == ((2, table.version + 1) if moves == 1 else (5, table.version))


def test_caller_without_a_token_is_asked_for_it(client: Client, table: Table) -> None:
    answer = client.get(f"/api/v1/tables/{table.pk}/view/")
    assert (answer.status_code, answer.json()["code"]) == (401, "token-missing")
    assert answer["WWW-Authenticate"].startswith("Bearer")
    answer = client.get(f"/api/v1/tables/{table.pk}/view/", headers={"authorization": "Bearer crew_nothing"})
    assert (answer.status_code, answer.json()["code"]) == (401, "token-unknown")


def test_a_token_does_only_what_it_was_made_for(client: Client, alice: Player, table: Table) -> None:
    body = {"action": "ask", "seen": table.version}
    address = f"/api/v1/tables/{table.pk}/act/"
    answer = client.post(address, body, content_type="application/json", headers=bearer(alice))
    assert (answer.status_code, answer.json()["code"]) == (403, "scope-missing")
    answer = client.post(address, body, content_type="application/json", headers=bearer(alice, "play"))
    assert answer.status_code in (200, 422)


def test_a_refusal_has_its_code_and_a_stale_action_does_nothing(client: Client, alice: Player, table: Table) -> None:
    key = bearer(alice, "play")
    address = f"/api/v1/tables/{table.pk}/act/"
    answer = client.post(address, {"action": "dance", "seen": table.version}, "application/json", headers=key)
    assert (answer.status_code, answer.json()["code"]) == (400, "action-unreadable")
    answer = client.post(address, {"action": "play B1", "seen": table.version + 7}, "application/json", headers=key)
    assert (answer.status_code, answer.json()["code"]) == (409, "stale")
    answer = client.post(address, {"seen": "x"}, "application/json", headers=key)
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid")
    assert set(answer.json()["errors"]) == {"action", "seen"}
    answer = client.post(address, "{", "application/json", headers=key)
    assert (answer.status_code, answer.json()["code"]) == (400, "unreadable")


def test_a_session_changes_nothing_without_its_csrf_token(alice: Player, table: Table) -> None:
    client = Client(enforce_csrf_checks=True)
    assert alice.user is not None
    client.force_login(alice.user, backend="django.contrib.auth.backends.ModelBackend")
    assert client.get(f"/api/v1/tables/{table.pk}/view/").status_code == 200
    answer = client.post(f"/api/v1/tables/{table.pk}/act/", {"action": "ask", "seen": 1}, "application/json")
    assert answer.status_code == 403


def test_tokens_expire_and_are_revoked(client: Client, alice: Player, table: Table) -> None:
    address = f"/api/v1/tables/{table.pk}/view/"
    short, other = bearer(alice, days=1), bearer(alice, days=900)
    with time_machine.travel(timezone.now() + timedelta(days=2)):
        assert client.get(address, headers=short).status_code == 401
        assert client.get(address, headers=other).status_code == 200
    with time_machine.travel(timezone.now() + timedelta(days=367)):
        assert client.get(address, headers=other).status_code == 401
    token = ApiToken.objects.latest("pk")
    tokens.revoke_token(player=alice, pk=token.pk)
    assert client.get(address, headers=other).status_code == 401


def test_a_key_is_not_kept(alice: Player) -> None:
    token, key = tokens.create_token(player=alice, name="bot", scopes=["play", "nonsense"], days=3)
    assert key not in str(ApiToken.objects.filter(pk=token.pk).values())
    assert token.scopes == "read play"


def test_nobody_has_endless_tokens(alice: Player) -> None:
    for _number in range(tokens.MOST_TOKENS):
        tokens.create_token(player=alice, name="bot", scopes=[], days=1)
    with pytest.raises(TooManyTokens):
        tokens.create_token(player=alice, name="bot", scopes=[], days=1)


def test_tokens_are_made_shown_once_and_revoked_on_a_page(alice: Player, signed_in: SignedIn) -> None:
    browser = signed_in(alice)
    page = "/profile/tokens/"
    assert "No tokens yet" in browser.get(page).text
    assert browser.post(page, {"name": "", "days": "90"}).status_code == 422
    answer = browser.post(page, {"name": "<b>my bot", "days": "90", "scopes": ["read", "play"]})
    token = ApiToken.objects.get(player=alice)
    assert answer.status_code == 201
    assert 'value="crew_' in answer.text
    assert "no-store" in answer["Cache-Control"]
    again = browser.get(page).text
    assert 'value="crew_' not in again
    assert "&lt;b&gt;my bot" in again
    browser.post(f"{page}{token.pk}/revoke/")
    token.refresh_from_db()
    assert not token.is_open


def test_nobody_revokes_the_token_of_another(alice: Player, bob: Player, signed_in: SignedIn) -> None:
    token, _key = tokens.create_token(player=alice, name="bot", scopes=[], days=1)
    signed_in(bob).post(f"/profile/tokens/{token.pk}/revoke/")
    token.refresh_from_db()
    assert token.is_open


def test_a_page_may_begin_after_thousands_of_rows_that_rank_equally() -> None:
    cursor = b64encode(b"o=60000&p=1").decode()
    request = Request(APIRequestFactory().get("/", {"cursor": cursor}))
    found = KeysetPagination("place", "pk").decode_cursor(request)
    assert found is not None
    assert found.offset == 60_000
