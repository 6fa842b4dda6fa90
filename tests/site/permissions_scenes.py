"""Scenes that the tests of permissions share with others."""

from __future__ import annotations

from copy import copy
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError, connections, router, transaction
from django.test import Client

from crewsite.postgresql.router import Router
from logbook.lib import replica
from logbook.lib.replica import REPLICA, Source

ROWS = Path(__file__).parent / "permissions.txt"


def answered(browser: Client, method: str, address: str) -> int:
    """Return the status of a response, and roll back its changes."""
    return int(asked(browser, method, address).status_code)


def asked(browser: Client, method: str, address: str) -> Any:
    """Return the response, and roll back its changes."""
    browser.raise_request_exception = False
    before = copy(browser.cookies)
    with transaction.atomic():
        answer = browser.get(address) if method == "GET" else _sent(browser, method, address)
        transaction.set_rollback(True)
    browser.cookies = before
    return answer


def _sent(browser: Client, method: str, address: str) -> Any:
    """Send an empty form, or an empty object to the API."""
    if address.startswith("/api/"):
        return browser.generic(method, address, "{}", content_type="application/json")
    return browser.post(address)


def asked_while_the_primary_is_away(browser: Client, address: str, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return the response of a site that has only its replica: it reads over the test's own connection.

    The primary's connection refuses each statement and each transaction.
    """
    browser.raise_request_exception = False

    def refuse(*_given: object) -> None:
        raise OperationalError("The primary is away.")

    before, primary = copy(browser.cookies), connections["default"]
    connections[REPLICA] = copy(primary)
    connections[REPLICA].alias, connections[REPLICA].execute_wrappers = REPLICA, []
    try:
        with monkeypatch.context() as patched, primary.execute_wrapper(refuse):
            patched.setattr(router, "routers", [Router()])
            patched.setattr(transaction.Atomic, "__enter__", refuse)
            with replica.reading_from(Source.REPLICA):
                return browser.get(address)
    finally:
        primary.needs_rollback = False  # Nothing that was refused has reached the database.
        del connections[REPLICA]
        browser.cookies = before
