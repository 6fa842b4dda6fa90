"""Derived keys of the site: everything that has to last longer than SECRET_KEY, which may be changed.

The secret is one row (`SiteIdentity`). It is created with the database, or on first use, and never leaves the site.
"""

from __future__ import annotations

import hmac
from contextlib import suppress
from contextvars import ContextVar
from typing import Any, Final
from uuid import UUID

from celery.signals import task_prerun
from django.apps import apps as todays_apps
from django.apps.registry import Apps
from django.core.signals import request_started
from django.db.models.signals import post_migrate

from logbook.lib import web_push
from logbook.people.models.site_identity import THE_ONE, SiteIdentity

EXPORT: Final = "export"

# A web request and a task read the row once: a restored site never continues under its former secret.
_read: ContextVar[SiteIdentity | None] = ContextVar("site_identity", default=None)


def derive(label: str, *parts: str | int | bytes) -> bytes:
    """Return 32 bytes that only this site can derive, the same each time: HMAC-SHA256 under a label of its own.

    Other parts, or the same letters divided otherwise, give other bytes.
    """
    return _hmac(bytes.fromhex(_identity().secret), label, *parts)


def export_key(kind: str, pk: int) -> str:
    """Return the key of a player, guest, campaign, table, crew or club of this site, for exports.

    It stays the same from one export to the next, hides the site's own numbers, and differs from all other sites'.
    """
    older = bytes.fromhex(_identity().export_key)
    digest = hmac.digest(older, f"{kind}/{pk}".encode(), "sha256") if older else derive(EXPORT, kind, pk)
    return str(UUID(bytes=digest[:16], version=4))


def push_key() -> str:
    """Return the site's private key for Web Push, which the first call makes.

    It is stored and not derived: browsers keep their subscriptions only as long as this very key signs.
    """
    identity = _identity()
    if not identity.push_key:
        # Of two simultaneous calls the first stores its key; the other reads it.
        SiteIdentity.objects.filter(pk=THE_ONE, push_key="").update(push_key=web_push.private_key_new())
        identity.refresh_from_db()
    return identity.push_key


def forget(**_params: Any) -> None:
    """Clear the cache, so that the next use reads the row."""
    _read.set(None)


def listen() -> None:
    """Have the row created with the database, and read once by each request and each task."""
    post_migrate.connect(_create_with_database, dispatch_uid="logbook.people.site_identity")
    request_started.connect(forget, dispatch_uid="logbook.people.site_identity")
    task_prerun.connect(forget, dispatch_uid="logbook.people.site_identity")


def _hmac(key: bytes, *parts: str | int | bytes) -> bytes:
    # Each part has its length in front, so that no two lists of parts give the same bytes.
    whole = b"".join(b"%d:" % len(one) + one for one in map(_bytes, parts))
    return hmac.digest(key, whole, "sha256")


def _bytes(part: str | int | bytes) -> bytes:
    return part if isinstance(part, bytes) else str(part).encode()


def _identity() -> SiteIdentity:
    identity = _read.get()
    if identity is None:
        identity = SiteIdentity.objects.filter(pk=THE_ONE).first() or _ensure_identity()
        _read.set(identity)
    return identity


def _ensure_identity() -> SiteIdentity:
    # Of two simultaneous calls the first creates the row; the other waits for it and reads it.
    SiteIdentity.objects.bulk_create([SiteIdentity()], ignore_conflicts=True)
    return SiteIdentity.objects.get(pk=THE_ONE)


def _create_with_database(using: str, apps: Apps = todays_apps, **params: Any) -> None:
    # The database may have been migrated to an earlier state: with other columns, or without the table.
    with suppress(LookupError):
        if params["app_config"].label == "logbook":
            model = apps.get_model("logbook", "SiteIdentity")
            model._base_manager.using(using).bulk_create([model()], ignore_conflicts=True)  # noqa: SLF001 - documented
