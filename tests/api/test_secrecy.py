"""Two worlds that differ only in hidden information give a caller the same responses, byte by byte, headers too."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, cast

import pytest
from django.test import Client

import games
from games.deep_blue.state import State
from logbook.crews.models.crews import Crew
from logbook.people.models.players import Player
from logbook.tables import event_replay
from logbook.tables.models import Attempt, Table
from logbook.tables.services import attempts, deals, tables
from tests import wide
from tests.api.world import bearer
from tests.games.deep_blue.secrecy_scenes import other_future, other_hands
from tests.site.secrecy_scenes import other_worlds
from tests.tables.attempts_scenes import act_on, open_table, started, state_of

pytestmark = [pytest.mark.django_db, pytest.mark.once]

READ = ("", "view/", "attempts/", "stream/")
NEVER_THE_SAME = {"x-request-id", "server-timing"}


def answers(client: Client, key: dict[str, str], table: Table, attempt: Attempt, tried: tuple[str, ...]) -> list[bytes]:
    """Return every response about a table, refusals included."""
    here = f"/api/v1/tables/{table.pk}/"
    asked: list[Any] = [client.get(f"{here}{what}", headers=key) for what in READ]
    asked += [client.get(f"/api/v1/{what}", headers=key) for what in _elsewhere(attempt)]
    for text in tried:
        body = {"action": text, "seen": table.version}
        asked.append(client.post(f"{here}act/", body, "application/json", headers=key))
    return [_bytes(answer) for answer in asked]


def _elsewhere(attempt: Attempt) -> Iterator[str]:
    yield from ("tables/", "attempts/", f"attempts/{attempt.pk}/")
    yield from (f"replays/{attempt.pk}/{what}" for what in ("", "moments/", "record/"))


def _bytes(answer: Any) -> bytes:
    told = sorted((name, value) for name, value in answer.headers.items() if name.lower() not in NEVER_THE_SAME)
    content: bytes = answer.content
    return f"{answer.status_code} {told}\n".encode() + content


@pytest.mark.parametrize(
    ("game", "mission"),
    [("planet-nine", "6"), ("deep-sea", "3"), *wide.of([], [("planet-nine", "5")])],
)
def test_no_seat_of_a_crew_game_can_tell_the_worlds_apart(
    game: str, mission: str, client: Client, alice: Player, bob: Player, olga: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = open_table(alice, bob, olga, mission=mission, game=game)
    attempt = started(table, alice)
    keys = [bearer(player) for player in (alice, bob, olga)]
    compared = 0
    for moment in range(20):
        for seat in range(3) if moment % 6 == 0 else ():
            compared += _compared(client, keys[seat], table, attempt, seat, monkeypatch)
        if act_on(table, attempt).over:
            break
        table.refresh_from_db()
    assert compared >= 3


def test_crew_member_who_watches_learns_no_hidden_card(
    client: Client, crew: Crew, alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = tables.open_table(player=alice, game="planet-nine", mission="4", players=3, crew=crew)
    for number in (1, 2):
        tables.put_bot(table_id=table.pk, by=alice, number=number, bot="careful")
    assert _compared(client, bearer(bob), table, started(table, alice), None, monkeypatch)


def _compared(
    client: Client,
    key: dict[str, str],
    table: Table,
    attempt: Attempt,
    seat: int | None,
    monkeypatch: pytest.MonkeyPatch,
) -> bool:
    world = next(other_worlds(state_of(attempt), seat), None)
    if world is None:
        return False
    # Only refused actions: the worlds are compared, not played.
    wild = ("play Z9", "agree", "give P1", "give B9", "signal P1 highest", "play G9", "play R4")
    tried = tuple(text for text in wild if text not in state_of(attempt).view(seat)["legal"])
    here = answers(client, key, table, attempt, tried)
    with monkeypatch.context() as there:
        there.setattr(event_replay, "setup_of", lambda _attempt: world)
        assert answers(client, key, table, attempt, tried) == here
    return True


@pytest.mark.parametrize("seat", [0, 1])
def test_racer_learns_nothing_hidden(
    seat: int, client: Client, alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = tables.open_table(player=alice, game="deep-blue", mission="troubled-waters", players=2)
    tables.take_seat(table=table, player=bob, number=1)
    deals.start_attempt(table_id=table.pk, player=alice)
    attempt, players, chance = table.attempts.get(), (alice, bob), Random(seat)
    key = bearer(players[seat])
    for moment in range(25):
        table.refresh_from_db()
        state = cast("State", state_of(attempt))
        if moment % 6 == 0:
            world = other_future(other_hands(state, seat, chance), chance)
            _race_compared(client, key, table, attempt, world, monkeypatch)
        actor = min(state.waiting_on)
        text = chance.choice(state.legal_actions(actor)).text
        attempts.act(table_id=table.pk, player=players[actor], text=text, seen=table.version)


def _race_compared(
    client: Client,
    key: dict[str, str],
    table: Table,
    attempt: Attempt,
    world: games.State,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tried = ("recruit 9 with ST_PURSER", "surface", "sail ST_NOBODY")
    here = answers(client, key, table, attempt, tried)
    with monkeypatch.context() as there:
        there.setattr(event_replay, "state_of", lambda _attempt: world)
        there.setattr(event_replay, "state_after", lambda _setup, _actions: world)
        assert answers(client, key, table, attempt, tried) == here
