"""Beats and presence: who has a table's page open and in sight."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from typing import Any

import pytest
import time_machine
from django.urls import reverse
from pytest_django.fixtures import Settings
from redis import Redis

from crewsite import upload_limits
from crewsite.asgi_handler import Application
from logbook.people.models.players import Player
from logbook.tables import beats, presence
from logbook.tables.exceptions import PresenceUnknown
from tests.conftest import SignedIn
from tests.tables.attempts_scenes import open_table, started
from tests.tables.presence_scenes import Answer, beat, one


@pytest.fixture(autouse=True)
def real_redis(settings: Settings, redis_url: str) -> None:
    settings.REDIS_URL = redis_url
    presence._redis.cache_clear()


def test_a_beat_says_how_long_ago_each_page_of_the_table_was_in_sight() -> None:
    first, second = presence.presence_key(7, 1), presence.presence_key(7, 2)
    assert beat(presence.beat_token(7, 1)) == (200, {first: 0})
    assert presence.is_here(7, 1)
    assert not presence.is_here(7, 2)
    status, ages = beat(presence.beat_token(7, 2))
    assert (status, set(ages)) == (200, {first, second})
    assert beat(presence.beat_token(8, 1))[1].keys() == {presence.presence_key(8, 1)}, (
        "of another table nothing is said"
    )


def test_a_player_is_away_half_a_minute_after_the_last_beat() -> None:
    with time_machine.travel("2026-11-16 20:00", tick=False) as clock:
        token = presence.beat_token(7, 1)
        beat(token)
        clock.shift(presence.HERE_SECONDS)
        assert presence.is_here(7, 1)
        clock.shift(1)
        assert not presence.is_here(7, 1)
        assert presence.seconds_away(7, 1) == presence.HERE_SECONDS + 1
        clock.shift(-3600)
        assert presence.seconds_away(7, 1) == 0, "a clock that was set back is no age below zero"


def test_beats_of_one_moment_go_together() -> None:
    async def many() -> list[Answer]:
        return await asyncio.gather(
            *(one(presence.beat_token(table, player)) for table in (7, 8) for player in (1, 2, 3))
        )

    answers = asyncio.run(many())
    assert {status for status, _ages in answers} == {200}
    assert all(len(ages) == 3 for _status, ages in answers)


@pytest.mark.parametrize("change", [str.upper, lambda token: token[:-1], lambda token: token.replace("7:", "8:", 1)])
def test_a_forged_beat_is_refused(change: Callable[[str], str], cache_server: Redis) -> None:
    assert beat(change(presence.beat_token(7, 1))) == (403, beats.INVALID)
    assert cache_server.keys("presence:*") == []


@pytest.mark.parametrize("body", [b"", b"\xff\xfe", b"7:abc", b"x" * 100_000])
def test_what_is_no_token_is_refused(body: bytes) -> None:
    assert beat(body) == (403, beats.INVALID)


def test_the_beat_of_a_page_older_than_a_day_is_refused() -> None:
    with time_machine.travel("2026-11-16 20:00", tick=False) as clock:
        token = presence.beat_token(7, 1)
        clock.shift(presence.LONGEST_PAGE_SECONDS + 1)
        assert beat(token) == (403, beats.INVALID)


def test_only_a_post_is_a_beat() -> None:
    assert beat(b"", "GET")[0] == 405


def test_beat_is_answered_with_nothing_without_redis(settings: Settings) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    presence._redis.cache_clear()
    assert beat(presence.beat_token(7, 1)) == (204, None)
    with pytest.raises(PresenceUnknown):
        presence.seconds_away(7, 1)
    assert not presence.is_here(7, 1)


@pytest.mark.django_db
@pytest.mark.parametrize("playing", [False, True])
def test_the_page_has_its_readers_token_and_a_key_a_seat(
    playing: bool, alice: Player, bob: Player, olga: Player, signed_in: SignedIn
) -> None:
    table = open_table(alice, bob, olga)
    if playing:
        started(table, alice)
    address = reverse("table", args=(table.pk,))
    html = signed_in(alice).get(address).text
    token = re.search(r'data-beat="([^"]+)"', html)
    assert token is not None
    assert presence.read_token(token[1]) == (table.pk, presence.presence_key(table.pk, alice.pk))
    others = {presence.presence_key(table.pk, player.pk) for player in (bob, olga)}
    assert set(re.findall(r'data-presence="([^"]+)"', html)) == others
    assert others.isdisjoint(presence.presence_key(table.pk + 1, player.pk) for player in (bob, olga)), (
        "no one is followed"
    )


def test_a_beat_whose_body_never_comes_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(upload_limits, "SECONDS", 0.05)
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        await asyncio.sleep(60)
        raise AssertionError("it is not waited for")

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    async def request() -> None:
        await Application()({"type": "http", "method": "POST", "path": beats.PATH}, receive, send)

    asyncio.run(asyncio.wait_for(request(), 5))
    assert sent[0]["status"] == 403
