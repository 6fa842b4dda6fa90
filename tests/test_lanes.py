"""No sender holds the lanes that another one needs, and no request holds its own for ever."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from pytest_django.fixtures import Settings

from crewsite import asgi_handler, lanes, senders
from crewsite.lanes import Claim, Full, Lanes, Late
from logbook.people.models.players import Player
from tests.asgi_handler_scenes import ask, text_of
from tests.lanes_scenes import PATIENCE, Work, application, of, release, released

__all__ = ["application", "released"]  # Fixtures.

ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"


# --- the queue


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
