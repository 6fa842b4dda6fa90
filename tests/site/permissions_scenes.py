"""Scenes that the tests of permissions share with others."""

from __future__ import annotations

from copy import copy
from pathlib import Path
from typing import Any

from django.db import transaction
from django.test import Client

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
