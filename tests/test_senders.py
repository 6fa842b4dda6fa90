"""Senders of requests: who they are, and what they may claim of the lanes."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest
from pytest_django.fixtures import Settings

from crewsite import asgi_handler, senders
from crewsite.lanes import Lanes
from tests.asgi_handler_scenes import ask
from tests.lanes_scenes import Work, application, release, released

__all__ = ["application", "released"]  # Fixtures.


def scope_of(
    address: str = "192.0.2.1", cookie: str = "", method: str = "GET", path: str = "/", forwarded: str = ""
) -> Any:
    headers = [(b"cookie", cookie.encode())] if cookie else []
    if forwarded:
        headers.append((b"x-forwarded-for", forwarded.encode()))
    return {"client": (address, 1), "headers": headers, "method": method, "path": path}


def sender_of(known: senders.Senders, **parts: str) -> str:
    return known.claims_of(scope_of(**parts))[0].key


def test_a_session_that_was_answered_counts_for_its_player(application: asgi_handler.Application) -> None:
    asyncio.run(ask(application, "own", cookie="sessionid=7"))
    claims = application._senders.claims_of(scope_of(cookie="sessionid=7"))
    assert [claim.key for claim in claims] == ["player 7", "address 192.0.2.1"]
    assert [claim.lanes for claim in claims] == [2, 4]
    asyncio.run(ask(application, "plain", cookie="sessionid=7"))  # No view has asked who it is.
    assert sender_of(application._senders, cookie="sessionid=7") == "player 7"


def test_lanes_of_known_people_ignore_unknown_ones_at_their_address() -> None:
    """Two known people hold a lane each: unknown ones at their address may hold two more."""
    known = senders.Senders()
    for number in (1, 2):
        known.learn(scope_of(cookie=f"sessionid={number}"), number)

    async def main() -> list[str]:
        work = Work(Lanes(6))
        tasks = [
            work.ask(f"{number}", *known.claims_of(scope_of(cookie=f"sessionid={number}")))
            for number in (1, 2, 3, 4, 5)
        ]
        await work.until_begun(4)
        await asyncio.sleep(0.05)
        begun = list(work.begun)
        release.set()
        await asyncio.gather(*tasks)
        return begun

    assert sorted(asyncio.run(main())) == ["1", "2", "3", "4"], "four lanes for all people at one address"


def test_an_invented_session_counts_for_its_address() -> None:
    known = senders.Senders()
    assert sender_of(known, cookie="sessionid=invented") == "unknown 192.0.2.1"
    known.learn(scope_of(cookie="sessionid=7"), 7)
    known.learn(scope_of(cookie="sessionid=7"), 0)  # It has ended.
    assert sender_of(known, cookie="sessionid=7") == "unknown 192.0.2.1"


def test_sessions_are_not_remembered_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(senders, "MOST_KNOWN", 2)
    known = senders.Senders()
    for number in (1, 2, 3):
        known.learn(scope_of(cookie=f"sessionid={number}"), number)
    found = [sender_of(known, cookie=f"sessionid={number}") for number in (1, 2, 3)]
    assert found == ["unknown 192.0.2.1", "player 2", "player 3"]


def test_a_network_of_ipv6_is_one_sender(settings: Settings) -> None:
    known = senders.Senders()
    assert {sender_of(known, address=f"2001:db8:1:2::{number}") for number in range(5)} == {"unknown 2001:db8:1:2::"}
    claims = known.claims_of(scope_of(address="2001:db8:1:2::7"))
    assert [(claim.key, claim.lanes) for claim in claims][2:] == [("network 2001:db8:1::/48", 4)]
    settings.TRUSTED_PROXY_COUNT = 1
    assert sender_of(known, address="10.0.0.1", forwarded="2001:db8:1:3::9") == "unknown 2001:db8:1:3::"


@pytest.mark.parametrize(
    ("method", "path", "hashes"),
    [
        ("POST", "/accounts/signup/", True),
        ("POST", "/accounts/login/", True),
        ("POST", "/admin/login/", True),
        ("GET", "/accounts/login/", False),
        ("POST", "/tables/1/", False),
    ],
)
def test_forms_with_passwords_share_one_lane(method: str, path: str, hashes: bool) -> None:
    claims = senders.Senders().claims_of(scope_of(method=method, path=path))
    assert (senders.PASSWORDS in claims) is hashes
    assert senders.PASSWORDS.lanes == 1


def test_nothing_else_hashes_a_password() -> None:
    """The demo's command does; a new page that does needs its address in `HASHING`."""
    hashing = re.compile(r"\b(make_password|check_password|set_password|create_user|authenticate)\(")
    here = Path(__file__).resolve().parent.parent
    files = [path for part in ("logbook", "crewsite") for path in (here / part).rglob("*.py")]
    found = {str(path.relative_to(here)) for path in files if hashing.search(path.read_text(encoding="utf-8"))}
    known = {
        "logbook/people/forms/addresses.py",
        "logbook/people/forms/profile.py",
        "logbook/site/services/demo.py",
        "logbook/api/authentication.py",
    }
    assert found == known, "the API's authentication compares digests of tokens"
