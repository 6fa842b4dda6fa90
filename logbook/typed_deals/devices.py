"""The key of a browser, which tells one phone from another without an account; rows keep its hash."""

from __future__ import annotations

from contextvars import ContextVar
from hashlib import sha256
from typing import Final

from django.http import HttpRequest

COOKIE: Final = "typed-deals"
REQUEST: Final[ContextVar[HttpRequest | None]] = ContextVar("typed_deals_request", default=None)
"""The request that is being answered: seats are taken on pages that know nothing of typed deals."""


def key_of(request: HttpRequest) -> str:
    """Return the key of the browser, "" without one; a cookie that we have not signed is none."""
    return request.get_signed_cookie(COOKIE, default="", salt=COOKIE) or ""


def hash_of(key: str) -> str:
    """Return what is stored of a key; "" without one."""
    return sha256(key.encode()).hexdigest() if key else ""


def device_now() -> str:
    """Return what is stored of the browser whose request is being answered; "" without one."""
    request = REQUEST.get()
    return hash_of(key_of(request)) if request is not None else ""
