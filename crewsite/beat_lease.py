"""The lease of beat: of several, one queues the periodic tasks. It is a key in the broker's Redis."""

from __future__ import annotations

import logging
import os
import socket
import time
import uuid
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import Final

import redis

from logbook.lib.redis_clients import broker_address, client

KEY: Final = "crewsite:beat"
LASTS_SECONDS: Final = 30
"""A beat that is gone frees the lease after so many seconds; one of these processes at once."""
RENEWED_SECONDS: Final = 10.0
SAID_SECONDS: Final = 60.0
PATIENCE_SECONDS: Final = 2.0
TAKE: Final = """
local holder = redis.call("GET", KEYS[1])
if not holder or holder == ARGV[1] or holder == ARGV[2] then
  redis.call("SET", KEYS[1], ARGV[1], "EX", ARGV[3])
  return false
end
return holder
"""
"""Takes the lease, or keeps it, unless another one than ARGV[2] holds it. Returns that holder."""
RELEASE: Final = 'if redis.call("GET", KEYS[1]) == ARGV[1] then redis.call("DEL", KEYS[1]) end'
logger = logging.getLogger(__name__)


class BeatLease:
    """A beat's claim to be the only one."""

    def __init__(self) -> None:
        self.name = f"{_machine()} {os.getpid()} {uuid.uuid4().hex}"
        self._is_held, self._asked_at, self._said_at = False, -RENEWED_SECONDS, -SAID_SECONDS
        self.is_of_another = False
        """Whether Redis said at the last question that another beat holds it."""

    def is_held(self) -> bool:
        """Return whether this beat may queue. It asks every few seconds.

        Without Redis nothing can be queued, so the answer stays as it was.
        """
        now = time.monotonic()
        if now - self._asked_at >= RENEWED_SECONDS:
            self._asked_at, self.is_of_another = now, False
            try:
                self._is_held = self._ask(now)
                self.is_of_another = not self._is_held
            except (redis.RedisError, OSError) as error:
                logger.warning("Redis doesn’t say whether another beat runs: %s.", type(error).__name__)
        return self._is_held

    def release(self) -> None:
        """Free the lease for the next beat; without Redis it lapses."""
        if self._is_held:
            self._is_held = False
            with suppress(redis.RedisError, OSError):
                self._server.eval(RELEASE, 1, KEY, self.name)

    def _ask(self, now: float) -> bool:
        holder = self._take("")
        if holder and _is_gone(holder):
            holder = self._take(holder)
        if holder and now - self._said_at >= SAID_SECONDS:
            self._said_at = now
            host, process = holder.split()[0], holder.split()[-2]
            logger.warning(
                "Another beat queues the periodic tasks (%s, process %s). This one waits until it stops.", host, process
            )
        return not holder

    def _take(self, gone: str) -> str:
        """Return the other holder; "" once this one holds the lease."""
        holder = self._server.eval(TAKE, 1, KEY, self.name, gone, str(LASTS_SECONDS))
        return holder.decode() if isinstance(holder, bytes) else ""

    @cached_property
    def _server(self) -> redis.Redis:
        return client(broker_address(), socket_timeout=PATIENCE_SECONDS, socket_connect_timeout=PATIENCE_SECONDS)


def _machine() -> str:
    """Return what all processes that this one sees have in common: host, start of the machine, space of processes."""
    with suppress(OSError):
        boot = Path("/proc/sys/kernel/random/boot_id").read_text("ascii").strip()
        return f"{socket.gethostname()} {boot} {Path('/proc/self/ns/pid').stat().st_ino}"
    return socket.gethostname()


def _is_gone(holder: str) -> bool:
    """Return whether the holder was a process that this one would see, and has ended. Its number may be ours by now."""
    machine, process, _token = holder.rsplit(" ", 2)
    if machine != _machine():
        return False
    if int(process) == os.getpid():
        return True
    try:
        os.kill(int(process), 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        pass
    return False
