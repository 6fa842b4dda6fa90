"""Rules of every API response: problems, pages, ETags, throttles, no CORS, and a fixed number of queries."""

from __future__ import annotations

from itertools import count
from random import Random
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

import games
from logbook.api.throttles import AddressThrottle, CallerThrottle
from logbook.api.view_schemas import VIEWS
from logbook.clubs.models import Club
from logbook.crews.models.crews import Crew
from logbook.people.models.players import Player
from tests.api.world import a_table, bearer, finished
from tests.conftest import SignedIn

JSON = "application/json"
NOWHERE = ("", "v2/", "v1/nothing/", "v1/tables", "v1/tables/x/", f"v1/tables/{10**22}/view/")


@pytest.fixture
def key(alice: Player) -> dict[str, str]:
    return bearer(alice)


@pytest.mark.parametrize("address", NOWHERE)
@pytest.mark.parametrize("method", ["get", "post", "delete"])
def test_an_address_that_is_none_is_a_problem_like_others(address: str, method: str, client: Client) -> None:
    if (address, method) == ("", "get"):
        return
    answer = getattr(client, method)(f"/api/{address}")
    assert (answer.status_code, answer["Content-Type"]) == (404 if address else 405, "application/problem+json")


def test_wrong_methods_kinds_and_bodies_are_problems(client: Client, key: dict[str, str]) -> None:
    def code(answer: Any) -> tuple[int, str]:
        assert answer["Content-Type"] == "application/problem+json"
        return answer.status_code, answer.json()["code"]

    put = client.put("/api/v1/clubs/", {}, JSON, headers=key)
    assert code(put) == (405, "method-not-allowed")
    assert put["Allow"] == "GET, HEAD, POST"
    assert code(client.options("/api/v1/clubs/", headers=key)) == (405, "method-not-allowed")
    assert code(client.get("/api/v1/clubs/", headers={**key, "accept": "text/csv"})) == (406, "not-acceptable")
    assert code(client.post("/api/v1/clubs/", {"name": "x"}, headers=key)) == (415, "media-type-unknown")
    assert code(client.post("/api/v1/clubs/", "[]", JSON, headers=key)) == (400, "unreadable")
    assert code(client.post("/api/v1/clubs/", "{", JSON, headers=key)) == (400, "unreadable")
    assert code(client.post("/api/v1/clubs/", "[" * 100_000, JSON, headers=key)) == (400, "unreadable")
    huge = {"name": "x" * 3_000_000}
    assert code(client.post("/api/v1/clubs/", huge, JSON, headers=key)) == (413, "too-large")
    assert code(client.post("/api/v1/clubs/", {"name": "\x00"}, JSON, headers=key)) == (422, "invalid")


def test_problems_are_told_in_the_callers_language(client: Client) -> None:
    answer = client.get("/api/v1/clubs/", headers={"accept-language": "fr"})
    assert answer.json()["detail"].startswith("Authentification requise")
    assert answer["Content-Language"] == "fr"


def test_nothing_invites_pages_of_other_sites(client: Client, key: dict[str, str]) -> None:
    for address in ("/api/v1/clubs/", "/api/v1/games/", "/api/v1/schema/"):
        answer = client.get(address, headers={**key, "origin": "https://elsewhere.example"})
        assert not [name for name in answer.headers if name.lower().startswith("access-control")]
        assert answer["Cache-Control"] == "private, no-cache"
        assert {"Authorization", "Cookie"} <= set(answer["Vary"].split(", "))


def test_what_has_not_changed_is_not_told_again(client: Client, alice: Player, key: dict[str, str]) -> None:
    table = a_table(alice)
    address = f"/api/v1/tables/{table.pk}/view/"
    first = client.get(address, headers=key)
    again = client.get(address, headers={**key, "if-none-match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    client.post(f"/api/v1/tables/{table.pk}/abandon/", {"seen": table.version}, JSON, headers=key)
    moved = client.get(address, headers={**key, "if-none-match": first["ETag"]})
    assert moved.status_code == 200
    assert moved.json()["view"]["legal"] == []
    assert moved.json()["view"]["outcome"]["success"] is False


def test_lists_come_by_the_page_and_every_row_once(client: Client, alice: Player, key: dict[str, str]) -> None:
    made = {a_table(alice, dealt=False).pk for _number in range(5)}
    assert _all(client, "/api/v1/tables/?limit=2", key) == sorted(made, reverse=True)
    assert len(_all(client, "/api/v1/games/planet-nine/missions/?limit=20", key, "mission")) == 50
    for wrong in ("cursor=!", "cursor=bj0teA==", "cursor=cD1hYmM=", "cursor=cD0yMDI2"):
        answer = client.get(f"/api/v1/tables/?{wrong}", headers=key)
        assert (answer.status_code, answer.json()["code"]) == (404, "page-unknown"), wrong
    assert client.get("/api/v1/tables/?limit=0", headers=key).status_code == 422


def _all(client: Client, address: str, key: dict[str, str], name: str = "id") -> list[Any]:
    found = []
    following: str | None = address
    while following:
        page = client.get(following, headers=key).json()
        found += [row[name] for row in page["results"]]
        following = page["next"]
    return found


def test_filters_choose(client: Client, alice: Player, crew: Crew, key: dict[str, str]) -> None:
    with_crew, without = a_table(alice, crew=crew), a_table(alice, dealt=False)
    assert _all(client, f"/api/v1/tables/?crew={crew.slug}", key) == [with_crew.pk]
    assert _all(client, "/api/v1/tables/?state=gathering", key) == [without.pk]
    assert client.get("/api/v1/tables/?state=sleeping", headers=key).status_code == 422
    assert _all(client, "/api/v1/attempts/?state=playing", key) == [with_crew.attempts.get().pk]


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set the throttles to three requests a minute."""
    for throttle in (CallerThrottle, AddressThrottle):
        monkeypatch.setattr(throttle, "THROTTLE_RATES", {"caller": "3/min", "address": "3/min"})


@pytest.mark.usefixtures("counted")
def test_too_many_requests_are_told_when_to_come_again(client: Client, bob: Player, key: dict[str, str]) -> None:
    answers = [client.get("/api/v1/me/", headers=key) for _number in range(4)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    assert answers[-1].json()["code"] == "too-many-requests"
    assert 0 < int(answers[-1]["Retry-After"]) <= 60
    assert client.get("/api/v1/me/", headers=bearer(bob)).status_code == 200


@pytest.mark.usefixtures("counted")
def test_another_token_gives_nobody_more(client: Client, alice: Player, bob: Player, signed_in: SignedIn) -> None:
    """Throttles count the player, over all tokens and sessions."""
    answers = [client.get("/api/v1/me/", headers=bearer(alice)) for _number in range(2)]
    answers += [signed_in(alice).get("/api/v1/me/") for _number in range(2)]
    answers += [client.get("/api/v1/me/", headers=bearer(alice))]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429, 429]
    assert client.get("/api/v1/me/", headers=bearer(bob)).status_code == 200


@pytest.mark.usefixtures("counted", "db")
def test_nobody_guesses_keys(client: Client) -> None:
    guesses = [client.get("/api/v1/me/", headers={"authorization": f"Bearer crew_{n}"}) for n in range(5)]
    assert [answer.status_code for answer in guesses] == [401, 401, 401, 429, 429]
    assert "Retry-After" in guesses[-1].headers


def test_a_list_asks_equally_often_however_long_it_is(
    client: Client, alice: Player, club: Club, crew: Crew, key: dict[str, str]
) -> None:
    addresses = ["tables/", "attempts/", "clubs/", "crews/", "challenges/", "campaigns/", f"clubs/{club.slug}/members/"]
    a_table(alice, crew=crew)
    finished(alice)
    client.get("/api/v1/me/", headers=key)  # The use of a token is stored once a minute.
    few = [_asked(client, address, key) for address in addresses]
    for _number in range(4):
        a_table(alice, crew=crew)
        finished(alice)
        Club.objects.create(name="More", slug=f"more-{_number}").members.create(player=alice, role="owner")
    assert [_asked(client, address, key) for address in addresses] == few


def _asked(client: Client, address: str, key: dict[str, str]) -> int:
    with CaptureQueriesContext(connection) as asked:
        assert client.get(f"/api/v1/{address}", headers=key).status_code == 200
    return len(asked)


def test_guests_read_their_table_and_learn_what_needs_an_account(guest: Player, signed_in: SignedIn) -> None:
    table, browser = a_table(guest), signed_in(guest)
    assert browser.get(f"/api/v1/tables/{table.pk}/view/").json()["view"]["seat"] == 0
    answer = browser.get("/api/v1/clubs/")
    assert (answer.status_code, answer.json()["code"]) == (403, "account-required")


VIEWS_OF = [("planet-nine", "12", 2), ("planet-nine", "10", 5), ("deep-sea", "14", 3), ("deep-sea", "20", 4)]


@pytest.mark.once
@pytest.mark.parametrize(
    ("game", "mission", "players"), [*VIEWS_OF, *[("deep-blue", one, 3) for one in games.GAMES["deep-blue"].missions]]
)
def test_every_view_is_as_the_schema_says(game: str, mission: str, players: int) -> None:
    shape = VIEWS["DeepBlueView" if game == "deep-blue" else "CrewView"]
    check, chance = jsonschema.Draft202012Validator(shape), Random(3)
    state = games.deal(games.Setup(game, mission, players, "a seed"))
    for moment in count():
        if state.outcome is not None:
            break
        actor = min(state.waiting_on)
        # Checks are slow, and races have hundreds of moments.
        for seat in (actor, None) if moment % 5 == 0 else ():
            check.validate(state.view(seat).as_dict())
        state = state.apply(chance.choice(state.legal_actions(actor)))
    check.validate(state.view(0).as_dict())


def test_the_schema_can_be_read_on_a_page(client: Client, db: None) -> None:
    page = client.get("/api/")
    assert page.status_code == 200
    assert "<script>" not in page.text
    assert "POST /api/v1/tables/{table_id}/act/" in page.text
    assert "JPEG, PNG or WebP" in page.text
    assert "Types de données" in client.get("/api/", headers={"accept-language": "fr"}).text


@pytest.mark.parametrize(
    ("method", "address", "known"),
    [
        ("get", "clubs/?page=2", "Choose from: cursor, limit."),
        ("get", "tables/?gaem=planet-nine", "game"),
        ("get", "me/?x=1", "takes none"),
        ("post", "clubs/?limit=3", "takes none"),
    ],
)
def test_an_unknown_parameter_is_refused(
    method: str, address: str, known: str, client: Client, key: dict[str, str]
) -> None:
    answer = getattr(client, method)(f"/api/v1/{address}", content_type=JSON, headers=key)
    assert (answer.status_code, answer.json()["code"]) == (400, "parameter-unknown")
    assert known in answer.json()["detail"]
