"""The lease of beat: of several, one queues the periodic tasks. It is a key in the broker's Redis."""

from __future__ import annotations

import logging
import os
import socket
import time
from functools import cached_property
from typing import Final

import redis

from logbook.lib.redis_clients import broker_address, client

KEY: Final = "crewsite:beat"
LASTS_SECONDS: Final = 30
"""A beat on a machine that is gone frees the lease after so many seconds; on this machine at once."""
RENEWED_SECONDS: Final = 10.0
SAID_SECONDS: Final = 60.0
PATIENCE_SECONDS: Final = 2.0
logger = logging.getLogger(__name__)


class BeatLease:
    """A beat's claim to be the only one, under the name of its machine and process."""

    def __init__(self) -> None:
        self.name = f"{socket.gethostname()} {os.getpid()}"
        self._is_held, self._asked_at, self._said_at = False, -RENEWED_SECONDS, -SAID_SECONDS

    def is_held(self) -> bool:
        """Return whether this beat may queue. It asks every few seconds.

        Without Redis nothing can be queued, so the answer stays as it was.
        """
        now = time.monotonic()
        if now - self._asked_at >= RENEWED_SECONDS:
            self._asked_at = now
            try:
                self._is_held = self._ask(now)
            except (redis.RedisError, OSError) as error:
                logger.warning("Redis doesn’t say whether another beat runs: %s.", type(error).__name__)
        return self._is_held

    def release(self) -> None:
        """Free the lease for the next beat."""
        if self._is_held and self._holder() == self.name:
            self._server.delete(KEY)
        self._is_held = False

    def _ask(self, now: float) -> bool:
        if self._server.set(KEY, self.name, nx=True, ex=LASTS_SECONDS):
            return True
        holder = self._holder()
        if holder == self.name or _is_gone(holder):
            self._server.set(KEY, self.name, ex=LASTS_SECONDS)
            return True
        if now - self._said_at >= SAID_SECONDS:
            self._said_at = now
            logger.warning("Another beat queues the periodic tasks (%s). This one waits until it stops.", holder)
        return False

    def _holder(self) -> str:
        held = self._server.get(KEY)
        return held.decode() if isinstance(held, bytes) else ""

    @cached_property
    def _server(self) -> redis.Redis:
        return client(broker_address(), socket_timeout=PATIENCE_SECONDS, socket_connect_timeout=PATIENCE_SECONDS)


def _is_gone(holder: str) -> bool:
    """Return whether the holder was a process of this machine that has ended."""
    host, _space, process = holder.rpartition(" ")
    if host != socket.gethostname():
        return not holder
    try:
        os.kill(int(process), 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        pass
    return False
