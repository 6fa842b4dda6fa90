"""The web server's threads: few that stay, and none for a stream."""

from __future__ import annotations

import asyncio
import http.client
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import uvicorn

from crewsite import asgi_handler
from tests.asgi_handler_scenes import application, ask, begun, left, open_doors, text_of

__all__ = ["application"]  # Fixtures.


def test_one_after_the_other_is_answered_in_the_same_thread(application: asgi_handler.Application) -> None:
    async def main() -> set[str]:
        return {text_of(await ask(application, "plain")) for _ in range(5)}

    (name,) = asyncio.run(main())
    assert name.startswith("lane-")


def test_a_form_is_read(application: asgi_handler.Application) -> None:
    assert text_of(asyncio.run(ask(application, "plain", b"card=B7"))).endswith(" B7")


def test_an_error_is_answered_and_its_lane_is_free_again(application: asgi_handler.Application) -> None:
    async def main() -> list[int]:
        answers = [await ask(application, name) for name in ("broken", "plain")]
        return [answer[0]["status"] for answer in answers]

    assert asyncio.run(main()) == [500, 200]
    assert len(application._lanes.idle) == asgi_handler.LANES


def test_requests_wait_for_a_thread_while_all_are_busy(application: asgi_handler.Application) -> None:
    async def main() -> tuple[int, set[str]]:
        senders = [f"192.0.2.{number}" for number in range(3 * asgi_handler.LANES)]
        tasks = [asyncio.create_task(ask(application, "slow", address=sender)) for sender in senders]
        await asyncio.sleep(0.05)
        waiting = sum(not task.done() for task in tasks)
        open_doors.set()
        return waiting, {text_of(sent) for sent in await asyncio.gather(*tasks)}

    waiting, lane_names = asyncio.run(main())
    assert waiting == 3 * asgi_handler.LANES
    assert len(lane_names) == len(application._lanes.idle) == asgi_handler.LANES
    assert all(name.startswith("lane-") for name in lane_names)


def test_a_stream_holds_no_thread_and_ends_with_its_reader(application: asgi_handler.Application) -> None:
    async def main() -> None:
        gone: list[bool] = []
        before = threading.active_count()
        readers = [asyncio.create_task(ask(application, "endless", leaves=lambda: bool(gone))) for _ in range(20)]
        async with asyncio.timeout(60):
            while len(begun) < 20 or len(application._lanes.idle) < asgi_handler.LANES:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        assert threading.active_count() - before < 20
        gone.append(True)
        assert {text_of(sent) for sent in await asyncio.gather(*readers)} == {"one"}

    asyncio.run(main())
    assert left == ["left"] * 20


@pytest.mark.filterwarnings("ignore:StreamingHttpResponse must consume synchronous iterators")
def test_what_is_read_bit_by_bit_is_sent_whole(application: asgi_handler.Application) -> None:
    assert text_of(asyncio.run(ask(application, "rows"))) == "ab"


def test_a_stream_that_fails_is_no_secret(application: asgi_handler.Application) -> None:
    with pytest.raises(ZeroDivisionError):
        asyncio.run(ask(application, "fails"))


@contextmanager
def served(application: asgi_handler.Application) -> Iterator[int]:
    """The application behind the real web server: its port."""
    with socket.create_server(("127.0.0.1", 0)) as door:
        server = uvicorn.Server(uvicorn.Config(application, lifespan="off", log_config=None))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [door]})
        thread.start()
        try:
            yield door.getsockname()[1]
        finally:
            server.should_exit = True
            thread.join()


@pytest.mark.parametrize("version", [(10, "HTTP/1.0"), (11, "HTTP/1.1")])
def test_a_file_that_breaks_off_is_seen_to_be_incomplete(
    application: asgi_handler.Application, version: tuple[int, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """No reader, not even a proxy that speaks HTTP/1.0, takes the cut answer for a whole one."""
    number, named = version
    with served(application) as port:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
        monkeypatch.setattr(connection, "_http_vsn", number)
        monkeypatch.setattr(connection, "_http_vsn_str", named)
        connection.request("GET", "/breaks_off/")
        answer = connection.getresponse()
        with pytest.raises(http.client.IncompleteRead) as told:
            answer.read()
        assert (answer.status, told.value.partial) == (200, b"half")
        connection.close()
