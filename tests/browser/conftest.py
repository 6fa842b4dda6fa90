"""Fixtures of browser tests: Chromium against a running site, uvicorn in a thread, on the test database, with its own
Redis.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from django.conf import settings
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect, sync_playwright
from pytest_django.fixtures import Settings

from crewsite import server
from crewsite.asgi_handler import Application
from logbook.lib import announcements
from logbook.people.models.players import Player
from logbook.tables import presence
from tests.conftest import SignedIn

CHROMIUMS = ("chromium", "chromium-browser", "google-chrome")
HEADLESS = "chromium-headless-shell"
"""The same browser without windows and menus: a new page takes a fifth of the processor time."""
SWITCHES = ("--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking", "--disable-sync",
            "--disable-component-update", "--no-first-run")  # fmt: skip
NO_CHROMIUM = "no Chromium here (apt install chromium)"
PATIENCE = 30.0
"""Seconds before a wait fails; long, because several processes may share a core."""
expect.set_options(timeout=PATIENCE * 1000)


def wait_for_promise(page: Page, function: str, argument: object = None) -> Any:
    """Call an async function of the page until it resolves to something true, and return that.

    `page.wait_for_function` takes the promise itself for true, whatever it resolves to.
    """
    end = time.monotonic() + PATIENCE
    while not (value := page.evaluate(function, argument)):
        assert time.monotonic() < end, f"this stayed false for {PATIENCE} s: {function}"
        page.wait_for_timeout(50)
    return value


def chromium_path(*preferred: str) -> str | None:
    """Return the machine's Chromium; nothing is ever downloaded."""
    names = [os.environ.get("CHROMIUM", ""), *preferred, *CHROMIUMS]
    return next((path for name in names if name and (path := shutil.which(name))), None)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test in this folder as a browser test, in one group, so that one worker runs them."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    """Yield Playwright for this folder, and close its event loop: other tests have loops of their own."""
    if chromium_path(HEADLESS) is None:
        pytest.skip(NO_CHROMIUM)  # Without its libraries Playwright itself would not start.
    # The loop lives in this thread, so the tests' own queries need this permission.
    with pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
        yield playwright


@pytest.fixture(scope="package")
def chromium(playwright: Playwright) -> Iterator[Browser]:
    """Yield one browser for this folder."""
    with launched(playwright, chromium_path(HEADLESS)) as browser:
        yield browser


@contextmanager
def launched(playwright: Playwright, path: str | None) -> Iterator[Browser]:
    """Yield the browser of this path; skip the test where there is none."""
    if path is None:
        pytest.skip(NO_CHROMIUM)
    browser = playwright.chromium.launch(executable_path=path, args=list(SWITCHES))
    yield browser
    browser.close()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def wait_for(port: int) -> None:
    """Wait until a server listens."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            with socket.create_connection(("127.0.0.1", port), timeout=1):
                return
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.05)


@pytest.fixture
def site(transactional_db: None, redis_url: str, settings: Settings) -> Iterator[str]:
    """Yield the address of the running site."""
    settings.REDIS_URL = redis_url
    announcements._publisher.cache_clear()
    presence._redis.cache_clear()
    server = _Server()
    server.start()
    yield server.address
    server.stop()
    announcements._publisher.cache_clear()
    presence._redis.cache_clear()


class _Server(threading.Thread):
    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        config = server.config(Application(), port=self.port, log_level="warning", timeout_graceful_shutdown=1)
        self.server = uvicorn.Server(config)

    def run(self) -> None:
        asyncio.run(self.server.serve())

    def start(self) -> None:
        super().start()
        wait_for(self.port)

    def stop(self) -> None:
        self.server.should_exit = True
        self.join(PATIENCE)


Visit = Callable[..., Page]


@pytest.fixture
def service_workers() -> str:
    """Whether pages may have service workers: in tests about them. Their requests would reach into the next test."""
    return "block"


@pytest.fixture
def visit(chromium: Browser, site: str, signed_in: SignedIn, service_workers: str) -> Iterator[Visit]:
    """Open the site in a separate browser context, as a player or as a new visitor. A script error fails the test."""
    contexts: list[BrowserContext] = []
    failures: list[str] = []

    def open_browser(path: str = "/", *, player: Player | None = None, width: int = 1280, **options: object) -> Page:
        options = {"viewport": {"width": width, "height": 800}, "service_workers": service_workers, **options}
        context = chromium.new_context(base_url=site, **options)  # type: ignore[arg-type]
        contexts.append(context)
        if player is not None:
            _carry_session(context, signed_in(player).cookies[settings.SESSION_COOKIE_NAME].value, site)
        page = context.new_page()
        page.set_default_timeout(PATIENCE * 1000)
        page.on("pageerror", lambda error: failures.append(str(error)))
        page.goto(path)
        return page

    yield open_browser
    for context in contexts:
        for page in context.pages:
            page.unroute_all(behavior="wait")  # A delayed request must not reach into the next test.
        context.close()
    assert not failures


def _carry_session(context: BrowserContext, key: str, site: str) -> None:
    context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": key, "url": site}])
