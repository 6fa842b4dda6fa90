"""Uploads cannot fill the disk: a body that is too large is refused before it is stored, with or without its length."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.test import Client

from crewsite import upload_limits
from crewsite.asgi_handler import Application
from crewsite.request_bodies import Bodies
from logbook.exchange.formats.unpacking import MOST_UNPACKED, MOST_UPLOADED
from logbook.people.models.players import Player
from tests.api.world import bearer
from tests.conftest import SignedIn

Head = tuple[bytes, bytes]
TOO_MUCH = (b"content-length", str(upload_limits.MOST_OF_STRANGERS + 1).encode())
ENDLESS = (b"transfer-encoding", b"chunked")


def told(pieces: Iterator[bytes], *headers: Head, path: str = "/accounts/login/") -> tuple[list[Any], int]:
    """What is answered to a form sent in these pieces, and how many of them were read."""
    sent: list[Any] = []
    read = 0

    async def receive() -> dict[str, Any]:
        nonlocal read
        read += 1
        return {"type": "http.request", "body": next(pieces), "more_body": True}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    scope = {"type": "http", "method": "POST", "path": path, "query_string": b"", "headers": headers}
    asyncio.run(Application()(scope, receive, send))
    return sent, read


def endless() -> Iterator[bytes]:
    while True:
        yield b"x" * 1000


def test_what_says_that_it_is_too_large_is_not_read() -> None:
    sent, read = told(endless(), TOO_MUCH)
    assert (sent[0]["status"], read) == (413, 0)
    assert b"without signing in" in sent[1]["body"]


def test_programs_are_told_as_programs_are() -> None:
    sent, _read = told(endless(), TOO_MUCH, path="/api/v1/imports/")
    problem = json.loads(sent[1]["body"])
    assert (problem["status"], problem["code"]) == (413, "too-large")
    assert dict(sent[0]["headers"])[b"content-type"] == b"application/problem+json"


def test_what_does_not_say_its_length_is_read_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(upload_limits, "MOST_OF_STRANGERS", 10_000)
    for headers in ((), (ENDLESS,)):
        assert told(endless(), *headers) == ([], 11)


def test_a_whole_file_is_let_in() -> None:
    messages = [{"type": "http.request", "body": b"x" * 5000, "more_body": more} for more in (True, False)]

    async def receive() -> Any:
        return messages.pop(0)

    with Bodies().of("ana") as held:
        body = asyncio.run(held.read(upload_limits.counted(receive, 10_000)))
    assert len(body.read()) == 10_000
    body.close()


def test_the_largest_file_of_an_import_fits() -> None:
    assert max(MOST_UPLOADED, MOST_UNPACKED) < upload_limits.MOST_BYTES


def test_small_bodies_ask_nobody_who_they_are_of() -> None:
    small = (b"content-length", str(upload_limits.MOST_OF_STRANGERS).encode())
    assert [upload_limits.may_be_large({"headers": heads}) for heads in ((), (small,), (TOO_MUCH,), (ENDLESS,))] == [
        *(False, False),
        *(True, True),
    ]


@pytest.mark.django_db
def test_files_are_of_people_with_an_account(alice: Player, guest: Player, signed_in: SignedIn) -> None:
    def most(*heads: Head) -> int:
        return upload_limits.most_of({"headers": heads})

    def cookie(browser: Client) -> Head:
        return b"cookie", f"csrftoken=x; sessionid={browser.cookies['sessionid'].value}".encode()

    def token(key: str) -> Head:
        return b"authorization", key.encode()

    assert most(cookie(signed_in(alice))) == most(token(bearer(alice)["authorization"])) == upload_limits.MOST_BYTES
    nobody: list[Callable[[], Head]] = [
        lambda: cookie(signed_in(guest)),
        lambda: (b"cookie", b"sessionid=forged"),
        lambda: token("Bearer crew_forged"),
        lambda: token("Basic YTpi"),
    ]
    assert {most(heads()) for heads in nobody} == {upload_limits.MOST_OF_STRANGERS}
