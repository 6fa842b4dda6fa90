"""The watch of a web process over the primary and its replica: it asks each once a second, in a thread of its own.

Requests ask nothing and wait for nothing: they use what the watch has learnt (`logbook.lib.replica`). The log says each
change once.
"""

from __future__ import annotations

import logging
import os
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

import psycopg
from django.conf import settings
from django.core.cache import cache
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.migrations.loader import MigrationLoader

from crewsite.postgresql.base import DatabaseWrapper, open_connections
from crewsite.postgresql.sightings import SILENT, UNKNOWN, Primary, Replica, Sightings
from logbook.lib import replica
from logbook.lib.replica import REPLICA, Servers

ASKED_EVERY: Final = 1.0
CONNECT_SECONDS: Final = 2
AGAIN_SECONDS: Final = 2.0
"""The longest that a request waits until a server was asked again."""
PLACE: Final = "SELECT CASE WHEN pg_is_in_recovery() THEN NULL ELSE pg_current_wal_lsn() - '0/0'::pg_lsn END"
REPLAYED: Final = "SELECT pg_is_in_recovery(), coalesce(pg_last_wal_replay_lsn() - '0/0'::pg_lsn, 0)"
CLUSTER: Final = "SELECT system_identifier FROM pg_control_system()"
UNREACHABLE: Final = "cannot be reached"
MIGRATIONS: Final = "SELECT app, name FROM django_migrations"
BEHIND: Final = "replica-behind"
"""The cache’s key for whether the replica is too far behind: a process that starts without the primary asks it."""

logger = logging.getLogger(__name__)

Ask = Callable[[psycopg.Connection[Any], bool], None]
"""A question over a connection, with whether the connection is new."""


class Probe:
    """One server, asked in a thread of its own over one lasting connection."""

    def __init__(self, alias: str, seen: Primary | Replica, ask: Ask, failed: Callable[[], None]) -> None:
        self._parameters = _parameters_of(alias)
        self._seen, self._ask, self._failed = seen, ask, failed
        self._connection: psycopg.Connection[Any] | None = None
        self._wanted, self.asked = threading.Event(), threading.Event()
        threading.Thread(target=self._run, name=f"watch-{alias}", daemon=True).start()

    def ask_soon(self) -> None:
        """Ask at once; `asked` is set after that."""
        self.asked.clear()
        self._wanted.set()

    def _run(self) -> None:
        while True:
            self._ask_once()
            self.asked.set()
            self._wanted.wait(ASKED_EVERY)
            self._wanted.clear()

    def _ask_once(self) -> None:
        self._seen.asked_at = time.monotonic()
        try:
            if not self._answers_as_before():
                self._connection = psycopg.connect(**self._parameters)
                self._ask(self._connection, True)
        except Exception as error:  # noqa: BLE001 - whatever it is, the server gave no answer
            logger.debug("no answer: %s", type(error).__name__)
            self._close()
            self._failed()

    def _answers_as_before(self) -> bool:
        """Ask over the connection of before. One that was cut says nothing of the server."""
        if self._connection is None:
            return False
        try:
            self._ask(self._connection, False)
        except psycopg.Error:
            self._close()
            return False
        return True

    def _close(self) -> None:
        if self._connection is not None:
            with suppress(psycopg.Error):
                self._connection.close()
        self._connection = None


class Watch:
    """Both probes, and what a process knows by them."""

    def __init__(self) -> None:
        self._is_noted_behind = bool(cache.get(BEHIND))
        self._sightings = Sightings(settings.DATABASE_REPLICA_LAG_SECONDS, was_behind=self._is_noted_behind)
        self._lock = threading.Lock()
        self._cluster: int | None = None
        self._compared_with: int | None = None
        """The primary's cluster when the replica was last examined: a primary may answer only later."""
        self._has_asked_primary = threading.Event()
        self._needed = frozenset(MigrationLoader(None).graph.leaf_nodes())
        self._told: tuple[str, bool] | None = None
        self._probes = (
            Probe(DEFAULT_DB_ALIAS, self._sightings.primary, self._ask_primary, self._primary_failed),
            Probe(REPLICA, self._sightings.replica, self._ask_replica, self._replica_failed),
        )

    def ask_again(self) -> None:
        """Ask both servers now, and wait a moment for their answers."""
        for probe in self._probes:
            probe.ask_soon()
        until = time.monotonic() + AGAIN_SECONDS
        for probe in self._probes:
            probe.asked.wait(max(0.0, until - time.monotonic()))
        self.look()

    def look(self) -> Servers:
        """Return how the servers are at this moment; tell the process and the log of a change."""
        with self._lock:
            now = time.monotonic()
            fault, away = self._sightings.fault(now), self._sightings.primary.is_away(now)
            servers = Servers(is_replica_usable=not fault, is_primary_away=away)
            before, self._told = self._told, (fault, away)
            replica.learn(servers)
            is_behind = self._sightings.is_behind
        if is_behind is not None and is_behind != self._is_noted_behind:
            self._is_noted_behind = is_behind
            cache.set(BEHIND, value=is_behind, timeout=None)
        if before != (fault, away):
            _log(before, fault, away=away)
            if away:
                _cut(DEFAULT_DB_ALIAS)
            if fault in {UNREACHABLE, SILENT}:
                _cut(REPLICA)
        return servers

    # --- in the probes' threads

    def _ask_primary(self, connection: psycopg.Connection[Any], is_new: bool) -> None:
        asked_at = time.monotonic()
        ((place,),) = connection.execute(PLACE).fetchall()
        if place is None:
            raise psycopg.OperationalError("This server is not the primary.")
        if is_new:
            self._cluster = _cluster_of(connection)
        with self._lock:
            self._sightings.primary_answered(asked_at, time.monotonic(), int(place))
        self._has_asked_primary.set()
        self.look()

    def _primary_failed(self) -> None:
        with self._lock:
            self._sightings.primary.asked_at, self._sightings.primary.is_refused = None, True
        self._has_asked_primary.set()
        self.look()

    def _ask_replica(self, connection: psycopg.Connection[Any], is_new: bool) -> None:
        ((follows, place),) = connection.execute(REPLAYED).fetchall()
        fault = self._sightings.replica.fault
        if not follows:
            fault = "is no replica: it follows no primary"
        elif is_new or fault or self._compared_with != self._cluster:
            fault = self._fault_of(connection)
        with self._lock:
            self._sightings.replica_answered(int(place), fault)
        self.look()

    def _replica_failed(self) -> None:
        with self._lock:
            self._sightings.replica.asked_at, self._sightings.replica.fault = None, UNREACHABLE
        self.look()

    def _fault_of(self, connection: psycopg.Connection[Any]) -> str:
        self._has_asked_primary.wait(CONNECT_SECONDS)
        own, cluster = _cluster_of(connection), self._cluster
        self._compared_with = cluster
        if own is not None and cluster is not None and own != cluster:
            return "belongs to another cluster"
        try:
            applied = {(app, name) for app, name in connection.execute(MIGRATIONS)}
        except psycopg.errors.UndefinedTable:
            return "is empty"
        return "" if self._needed <= applied else "has an older schema than this version of the site"


def _parameters_of(alias: str) -> dict[str, Any]:
    """Return psycopg's parameters of the database, for short questions that no pooler need prepare."""
    wrapper = DatabaseWrapper(connections.settings[alias], alias)
    given = wrapper.get_connection_params() | {"cursor_factory": psycopg.Cursor, "prepare_threshold": None}
    return given | {"connect_timeout": CONNECT_SECONDS, "autocommit": True}


def _cluster_of(connection: psycopg.Connection[Any]) -> int | None:
    """Return the identity that a cluster and its replicas share; None where the user may not ask for it."""
    try:
        ((identity,),) = connection.execute(CLUSTER).fetchall()
    except psycopg.errors.InsufficientPrivilege:
        return None
    return int(identity)


def _cut(alias: str) -> None:
    """End the waits of this process for a server that is away: their connections are closed under them."""
    for connection in open_connections(alias):
        with suppress(OSError, psycopg.Error), socket.socket(fileno=os.dup(connection.fileno())) as line:
            line.shutdown(socket.SHUT_RDWR)


def _log(before: tuple[str, bool] | None, fault: str, *, away: bool) -> None:
    was_fault, was_away = before or (UNKNOWN, False)
    if fault and fault != was_fault:
        logger.warning("Reads go to the primary database: the replica %s.", fault)
    elif was_fault and not fault:
        logger.info("Boards, replays and exports are read from the replica.")
    if away and not was_away:
        logger.warning("The primary database is away. Nothing can be played or changed until it answers again.")
    elif was_away and not away:
        logger.warning("The primary database answers again.")


_watch: Watch | None = None


def start() -> Watch:
    """Return the process's watch; the first call starts it."""
    global _watch  # noqa: PLW0603 - one watch for the process
    if _watch is None:
        _watch = Watch()
        replica.watch_by(_watch.ask_again)
    return _watch
