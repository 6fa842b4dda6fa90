"""Devices that have signed in to an account: strangers' wrong passwords do not lock them out.

A signed cookie names the account and its password's hash, so a new password forgets all devices. Source: OWASP, "Device
cookies", https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies.
"""

from __future__ import annotations

from typing import Any, Final

from django.conf import settings
from django.contrib.auth.models import User
from django.core import signing
from django.http import HttpRequest, HttpResponse

COOKIE: Final = "device"
SALT: Final = "logbook.people.known-device"
KEPT_SECONDS: Final = 365 * 24 * 60 * 60
MOST_ACCOUNTS: Final = 5
"""A family shares a device."""


def remember(request: HttpRequest, response: HttpResponse, user: User) -> None:
    """Have the browser keep that this account has signed in there."""
    others = {key: mark for key, mark in _marks(request).items() if key != str(user.pk)}
    marks = dict(list(others.items())[-MOST_ACCOUNTS + 1 :]) | {str(user.pk): _mark_of(user)}
    response.set_cookie(
        COOKIE,
        signing.dumps(marks, salt=SALT),
        max_age=KEPT_SECONDS,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def is_known(request: HttpRequest, user: User) -> bool:
    """Return whether the account has signed in there since its last new password."""
    return _marks(request).get(str(user.pk)) == _mark_of(user)


def _mark_of(user: User) -> str:
    return user.get_session_auth_hash()[:16]


def _marks(request: HttpRequest) -> dict[str, Any]:
    try:
        marks = signing.loads(request.COOKIES.get(COOKIE, ""), salt=SALT, max_age=KEPT_SECONDS)
    except signing.BadSignature:
        return {}
    return marks if isinstance(marks, dict) else {}
