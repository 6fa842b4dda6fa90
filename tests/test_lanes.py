"""No sender holds the lanes that another one needs, and no request holds its own for ever."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.db import connection, transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import include, path
from pytest_django.fixtures import Settings

from crewsite import asgi_handler, lanes, senders
from crewsite.lanes import Claim, Full, Lanes, Late
from logbook.lib.responses import Download
from logbook.people.models.players import Player
from tests.asgi_handler_scenes import ask, text_of

PATIENCE = 30.0
ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"

release = threading.Event()


def of(sender: str, lanes: int = 2, waiting: int = 60) -> tuple[Claim, ...]:
    return (Claim(sender, lanes, waiting),)


@pytest.fixture(autouse=True)
def released() -> None:
    release.clear()


# --- the queue


class Work:
    """Work that notes its names as it begins, and waits for `release`."""

    def __init__(self, of_lanes: Lanes) -> None:
        self.lanes, self.begun = of_lanes, list[str]()

    def ask(self, name: str, *claims: Claim) -> asyncio.Task[None]:
        return asyncio.create_task(self.lanes.run(self._work, claims or of(name), PATIENCE, name))

    def _work(self, name: str) -> None:
        self.begun.append(name)
        release.wait(PATIENCE)

    async def until_begun(self, number: int) -> None:
        async with asyncio.timeout(PATIENCE):
            while len(self.begun) < number:  # noqa: ASYNC110 - threads note it
                await asyncio.sleep(0.01)


def test_one_sender_holds_two_lanes_and_leaves_the_others() -> None:
    async def main() -> list[str]:
        work = Work(Lanes(3))
        tasks = [work.ask("mallory") for _number in range(9)]
        await work.until_begun(2)
        tasks.append(work.ask("ana"))
        await work.until_begun(3)
        begun = list(work.begun)
        release.set()
        await asyncio.gather(*tasks)
        return begun

    assert sorted(asyncio.run(main())) == ["ana", "mallory", "mallory"]


def test_senders_take_turns() -> None:
    async def main() -> list[str]:
        work = Work(Lanes(1))
        tasks = [work.ask("first")]
        await work.until_begun(1)
        tasks += [work.ask(name) for name in ("mallory", "mallory", "mallory", "ana", "ben", "ana")]
        await asyncio.sleep(0)
        release.set()
        await asyncio.gather(*tasks)
        return work.begun

    assert asyncio.run(main()) == ["first", "mallory", "ana", "ben", "mallory", "ana", "mallory"]


def test_a_claim_of_a_kind_leaves_lanes_to_other_kinds() -> None:
    hashing = Claim("passwords", 1, 3)

    async def main() -> list[str]:
        work = Work(Lanes(2))
        tasks = [work.ask(f"{number}", *of(f"{number}"), hashing) for number in range(3)]
        await work.until_begun(1)
        tasks.append(work.ask("page"))
        await work.until_begun(2)
        begun = list(work.begun)
        release.set()
        await asyncio.gather(*tasks)
        return begun

    assert asyncio.run(main()) == ["0", "page"]


def test_a_crowded_queue_refuses_the_sender_who_crowds_it() -> None:
    hashing = Claim("passwords", 1, 3)

    async def main() -> tuple[list[str], list[Any]]:
        work = Work(Lanes(1))
        crowd = [work.ask("mallory", *of("mallory"), hashing) for _number in range(6)]
        await work.until_begun(1)
        ana = work.ask("ana", *of("ana"), hashing)
        await asyncio.sleep(0)
        release.set()
        results = await asyncio.gather(*crowd, return_exceptions=True)
        await ana
        return work.begun, results

    begun, results = asyncio.run(main())
    assert begun in (["mallory", "ana", "mallory", "mallory"], ["mallory", "mallory", "ana", "mallory"])
    assert sum(isinstance(result, Full) for result in results) == 3


def test_the_wait_for_a_lane_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lanes, "WAIT_SECONDS", 0.05)

    async def main() -> None:
        work = Work(Lanes(1))
        first = work.ask("ana")
        await work.until_begun(1)
        with pytest.raises(Full):
            await work.ask("ben")
        release.set()
        await first
        await work.ask("ben")

    asyncio.run(main())


def test_who_leaves_the_queue_takes_no_lane() -> None:
    async def main() -> int:
        work = Work(Lanes(1))
        first, second = work.ask("ana"), work.ask("ben")
        await work.until_begun(1)
        second.cancel()
        await asyncio.gather(second, return_exceptions=True)
        release.set()
        await first
        await work.ask("charlie")
        return len(work.lanes.idle)

    assert asyncio.run(main()) == 1


def test_a_refused_request_uses_up_no_turn() -> None:
    """A neighbour who sends hundreds of requests puts nobody else at the address last."""

    async def main() -> tuple[list[Any], int]:
        work = Work(Lanes(1))
        first = work.ask("first")
        await work.until_begun(1)
        crowd = [work.ask("unknown", *of("unknown", waiting=2)) for _number in range(50)]
        await asyncio.sleep(0)
        turn = work.lanes._turns["unknown"]
        release.set()
        results = await asyncio.gather(*crowd, return_exceptions=True)
        await first
        return results, turn

    results, turn = asyncio.run(main())
    assert sum(isinstance(result, Full) for result in results) == 48
    assert turn == 3, "the first request's, and two that wait"


# --- requests past their time


def counts_for_ever() -> None:
    try:
        while True:
            pass
    finally:
        release.set()


def queries_for_ever() -> None:
    try:
        with connection.cursor() as cursor:
            cursor.execute(ENDLESS)
    finally:
        release.set()


@pytest.mark.parametrize("work", [counts_for_ever, pytest.param(queries_for_ever, marks=pytest.mark.django_db)])
def test_work_past_its_time_is_stopped_and_its_lane_is_replaced(work: Callable[[], None]) -> None:
    async def main() -> tuple[int, int]:
        here = Lanes(1)
        with pytest.raises(Late):
            await here.run(work, of("mallory"), 0.2)
        idle = len(here.idle)
        assert await here.run(lambda: "next", of("ana"), PATIENCE) == "next"
        assert await asyncio.to_thread(release.wait, PATIENCE)
        async with asyncio.timeout(PATIENCE):
            while here._stuck:  # noqa: ASYNC110 - a thread ends
                await asyncio.sleep(0.01)
        return idle, len(here.idle)

    assert asyncio.run(main()) == (1, 1)


def test_unstoppable_threads_are_few_and_count_for_their_sender(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lanes, "MOST_STUCK", 1)

    async def main() -> None:
        here = Lanes(2)
        for _number in range(2):
            with pytest.raises(Late):
                await here.run(release.wait, of("mallory"), 0.05, PATIENCE)
        assert len(here.idle) == 1  # The second is replaced once a thread ends.
        monkeypatch.setattr(lanes, "WAIT_SECONDS", 0.05)
        with pytest.raises(Full):
            await here.run(len, of("mallory"), PATIENCE, "")
        assert await here.run(len, of("ana"), PATIENCE, "four") == 4
        release.set()
        async with asyncio.timeout(PATIENCE):
            while len(here.idle) < 2:  # noqa: ASYNC110 - threads end
                await asyncio.sleep(0.01)

    asyncio.run(main())


# --- the site


def plain(request: HttpRequest) -> HttpResponse:
    return HttpResponse("plain")


def slow(request: HttpRequest) -> HttpResponse:
    release.wait(PATIENCE)
    return HttpResponse("slow")


def endless(request: HttpRequest) -> HttpResponse:
    while True:
        pass


def writes(request: HttpRequest) -> HttpResponse:
    with transaction.atomic():
        Player.objects.create(name="half")
        try:
            endless(request)
        except Exception as error:  # What a careless view does, too
            raise AssertionError from error
    return HttpResponse()


def file(request: HttpRequest) -> Download:
    return Download(iter([b"one", b"two"]), "file.csv", "text/csv")


def own(request: HttpRequest) -> JsonResponse:
    request.player = Player(pk=int(request.COOKIES["sessionid"]))  # type: ignore[attr-defined]
    return JsonResponse({})


views = [path(f"{view.__name__}/", view, name=view.__name__) for view in (plain, slow, endless, writes, file, own)]
urlpatterns = [*views, path("api/", include(views)), path("accounts/", include(views))]


@pytest.fixture
def application(settings: Settings) -> asgi_handler.Application:
    settings.ROOT_URLCONF = __name__
    settings.MIDDLEWARE = []
    settings.REQUEST_SECONDS = PATIENCE
    return asgi_handler.Application()


def test_a_request_past_its_time_is_answered_and_logged_by_its_route(
    application: asgi_handler.Application, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    settings.REQUEST_SECONDS = 0.1
    caplog.set_level(logging.WARNING)
    page = asyncio.run(ask(application, "endless"))
    api = asyncio.run(ask(application, "endless", prefix="/api"))
    assert (page[0]["status"], text_of(page)) == (503, asgi_handler.LATE + "\n")
    assert (api[0]["status"], json.loads(text_of(api))["code"]) == (503, "cut")
    assert "GET endless 503: cut, it took too long" in caplog.text


@pytest.mark.django_db(transaction=True)
def test_what_a_cut_request_has_written_is_rolled_back(
    application: asgi_handler.Application, settings: Settings
) -> None:
    settings.REQUEST_SECONDS = 0.3

    async def main() -> int:
        sent = await ask(application, "writes")
        async with asyncio.timeout(PATIENCE):
            while application._lanes._stuck:  # noqa: ASYNC110 - a thread ends
                await asyncio.sleep(0.01)
        return int(sent[0]["status"])

    assert asyncio.run(main()) == 503
    assert not Player.objects.filter(name="half").exists()


def test_the_health_check_stands_in_no_queue(application: asgi_handler.Application) -> None:
    async def main() -> None:
        addresses = [f"192.0.2.{number}" for number in range(asgi_handler.LANES)]
        tasks = [asyncio.create_task(ask(application, "slow", address=address)) for address in addresses]
        async with asyncio.timeout(PATIENCE):
            while application._lanes.idle:  # noqa: ASYNC110 - threads begin
                await asyncio.sleep(0.01)
        assert json.loads(text_of(await ask(application, "healthz"))) == {"alive": True}
        release.set()
        await asyncio.gather(*tasks)

    asyncio.run(main())


def test_a_crowd_is_told_to_come_again(application: asgi_handler.Application, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(senders, "UNKNOWN", (2, 3))

    async def main() -> list[Any]:
        tasks = [asyncio.create_task(ask(application, "slow")) for _number in range(7)]
        async with asyncio.timeout(PATIENCE):
            while len(application._lanes._waiting) < 3:  # noqa: ASYNC110 - requests arrive
                await asyncio.sleep(0.01)
        await asyncio.sleep(0)
        release.set()
        return await asyncio.gather(*tasks)

    answers = asyncio.run(main())
    refused = [sent for sent in answers if sent[0]["status"] == 503]
    assert len(refused) == 2
    assert {text_of(sent) for sent in refused} == {asgi_handler.BUSY + "\n"}
    assert dict(refused[0][0]["headers"])[b"retry-after"] == b"5"


def test_files_of_one_person_are_two_at_a_time(application: asgi_handler.Application) -> None:
    application._downloads["unknown 192.0.2.1"] = asgi_handler.MOST_DOWNLOADS

    async def main() -> tuple[int, str]:
        refused = await ask(application, "file")
        other = await ask(application, "file", address="192.0.2.2")
        return refused[0]["status"], text_of(other)

    assert asyncio.run(main()) == (503, "onetwo")
    assert application._downloads == {"unknown 192.0.2.1": asgi_handler.MOST_DOWNLOADS}


# --- who sends


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
