"""The source of reads: the primary database, or its replica (`DATABASE_REPLICA_URL`).

Pages that ask for it (`reads_from_replica`) read from the replica while it follows the primary closely. While the
primary is away, everything that only reads does. All else reads and writes at the primary.

`crewsite.postgresql.watch` learns how the two servers are, in web processes; workers always use the primary.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum
from functools import wraps
from typing import Any, Final, ParamSpec, TypeVar

from django.db import DEFAULT_DB_ALIAS, InterfaceError, OperationalError, connections
from django.utils import timezone

REPLICA: Final = "replica"
"""The replica's name in `DATABASES`."""
SETTLED: Final = timedelta(minutes=10)
"""The age from which a thing is on every replica that is used, also where clocks of hosts differ by minutes."""
logger = logging.getLogger(__name__)

Given = ParamSpec("Given")
Answer = TypeVar("Answer")


class Source(Enum):
    """The database from which a request reads."""

    PRIMARY = "primary"
    WHERE_ASKED = "where asked"
    """The replica inside `reads_from_replica`, the primary elsewhere."""
    REPLICA = "replica"
    """The primary is away: nothing can be written."""


@dataclass(frozen=True, slots=True)
class Servers:
    """State of the two servers when they were last asked."""

    is_replica_usable: bool = False
    is_primary_away: bool = False

    @property
    def is_read_only(self) -> bool:
        """Whether pages can be read, and nothing can be written."""
        return self.is_primary_away and self.is_replica_usable


_servers = Servers()
_source: ContextVar[Source | None] = ContextVar("source", default=None)
_is_asked: ContextVar[bool] = ContextVar("is_asked", default=False)


def _nothing_to_ask() -> None:
    """Stand for the watch in a process that has none."""


_ask_again: Callable[[], object] = _nothing_to_ask


def learn(servers: Servers) -> None:
    """Store how the servers are now, for the whole process."""
    global _servers  # noqa: PLW0603 - one memory for the process
    _servers = servers


def servers() -> Servers:
    """Return how the servers are, as far as this process knows."""
    return _servers


def watch_by(ask_again: Callable[[], object]) -> None:
    """Set the function that asks the servers at once, and then calls `learn`."""
    global _ask_again  # noqa: PLW0603 - one watch for the process
    _ask_again = ask_again


def source() -> Source:
    """Return the source of reads: the request's, or for a stream between requests the one of this moment."""
    return _source.get() or (Source.REPLICA if _servers.is_read_only else Source.PRIMARY)


@contextmanager
def reading_from(source: Source | None) -> Iterator[None]:
    """Read from this source in the block."""
    token = _source.set(source)
    try:
        yield
    finally:
        _source.reset(token)


def alias() -> str:
    """Return the name of the database to read from now."""
    now = source()
    if now is Source.REPLICA:
        return REPLICA
    if now is Source.WHERE_ASKED and _is_asked.get() and not connections[DEFAULT_DB_ALIAS].in_atomic_block:
        return REPLICA
    return DEFAULT_DB_ALIAS


def connection() -> Any:
    """Return Django's connection to the database to read from now, for statements that no queryset makes."""
    return connections[alias()]


def is_primary_away() -> bool:
    """Return whether nothing can be written, because the primary is away and its replica is read."""
    return source() is Source.REPLICA


def reads_from_replica(view: Callable[Given, Answer]) -> Callable[Given, Answer]:
    """Have a view that only reads do so from the replica, where the request allows it.

    The replica may be seconds behind: an error, or a refusal that the primary would not give, comes from the primary.
    """

    @wraps(view)
    def respond(*given: Given.args, **named: Given.kwargs) -> Answer:
        if source() is not Source.WHERE_ASKED:
            return view(*given, **named)
        token = _is_asked.set(True)
        try:
            response = view(*given, **named)
            if getattr(response, "status_code", 200) < 400:
                return response
        except Exception as error:  # noqa: BLE001 - the primary answers then, or raises it again
            logger.info("The replica could not answer: %s.", type(error).__name__)
        finally:
            _is_asked.reset(token)
        return view(*given, **named)

    return respond


def reads_from_primary(access: Callable[Given, Answer]) -> Callable[Given, Answer]:
    """Have a rule of access read the primary also where a view reads from the replica."""

    @wraps(access)
    def decide(*given: Given.args, **named: Given.kwargs) -> Answer:
        token = _is_asked.set(False)
        try:
            return access(*given, **named)
        finally:
            _is_asked.reset(token)

    return decide


def read_primary_about(moment: datetime | None) -> None:
    """Have the rest of a view that asked for the replica read the primary if this happened just now.

    What happened then may have reached the replica in part: an attempt that ended without its last actions.
    """
    if moment is None or timezone.now() - moment < SETTLED:
        _is_asked.set(False)


def as_now(pieces: Iterator[Answer]) -> Iterator[Answer]:
    """Return what the iterator yields, read from where this request reads now, though it is over by then."""
    return _as_then(pieces, _source.get(), is_asked=_is_asked.get())


def _as_then(pieces: Iterator[Answer], request: Source | None, *, is_asked: bool) -> Iterator[Answer]:
    done = object()
    while True:
        with reading_from(request):
            token = _is_asked.set(is_asked)
            try:
                piece = next(pieces, done)
            finally:
                _is_asked.reset(token)
        if piece is done:
            return
        yield piece  # type: ignore[misc] # It is no `done`.


def read_again(read: Callable[[], Answer]) -> Answer:
    """Return what `read` finds; from the replica where the primary has just gone. Raises OperationalError."""
    try:
        return read()
    except (OperationalError, InterfaceError):
        _ask_again()
        if not _servers.is_read_only:
            raise
        with reading_from(Source.REPLICA):
            return read()
