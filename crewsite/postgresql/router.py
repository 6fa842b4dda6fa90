"""The database router of a site with a replica (`DATABASE_ROUTERS`)."""

from __future__ import annotations

from typing import Any, Final

from django.db import DEFAULT_DB_ALIAS

from logbook.lib import replica

AT_THE_PRIMARY: Final = frozenset({"logbook.session", "logbook.player", "logbook.apitoken", "auth.user"})
"""Identities and permissions: read from the primary as long as it answers."""


class Router:
    """Sends writes to the primary, and reads where `logbook.lib.replica` says."""

    def db_for_read(self, model: Any, **hints: Any) -> str | None:
        """Return the name of the database; None for a row of a database of another name, which keeps to its own."""
        if _is_elsewhere(hints.get("instance")):
            return None
        if model._meta.label_lower in AT_THE_PRIMARY and not replica.is_primary_away():  # noqa: SLF001 - documented
            return DEFAULT_DB_ALIAS
        return replica.alias()

    def db_for_write(self, model: Any, **hints: Any) -> str | None:
        """Return the primary's name. While it is away, its connection refuses at once (`get_new_connection`)."""
        return None if _is_elsewhere(hints.get("instance")) else DEFAULT_DB_ALIAS

    def allow_relation(self, first: Any, second: Any, **hints: Any) -> bool:
        """Allow them all: both databases hold the same rows."""
        return True

    def allow_migrate(self, db: str, app_label: str, **hints: Any) -> bool | None:
        """Return False for the replica, which migrates with its primary."""
        return False if db == replica.REPLICA else None


def _is_elsewhere(instance: Any) -> bool:
    state = getattr(instance, "_state", None)
    return getattr(state, "db", None) not in (None, DEFAULT_DB_ALIAS, replica.REPLICA)
