"""Fair queues: the jobs of one owner are done one at a time, so that many of them delay nobody else's.

The broker's queue is first in, first out: forty jobs of one player would stand before everyone's next one. Here a job
takes its owner's turn as it begins; others of the same owner step aside into a list of their own. The end of a job
queues the next of that list, behind what other owners have queued meanwhile.

Redis holds turns and lists. A turn whose worker died ends after `LEASE_SECONDS`; a list that was lost is found by the
sweeps, as every lost task is. Without Redis, jobs are done as they come.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

import redis
from django.conf import settings

from logbook.lib import queue
from logbook.lib.redis_clients import broker_address, client

logger = logging.getLogger(__name__)

LEASE_SECONDS: Final = 60
"""The longest that a turn lasts without a word from its job."""
LIST_SECONDS: Final = 600
MOST_ASIDE: Final = 500
"""The longest list of an owner; the sweeps find what was dropped."""

_TAKE: Final = """
local holder = redis.call('GET', KEYS[1])
if not holder or holder == ARGV[1] then
  redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[2])
  return 1
end
if not redis.call('LPOS', KEYS[2], ARGV[1]) and redis.call('LLEN', KEYS[2]) < tonumber(ARGV[4]) then
  redis.call('RPUSH', KEYS[2], ARGV[1])
  redis.call('EXPIRE', KEYS[2], ARGV[3])
end
return 0
"""
_END: Final = """
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then return false end
local following = redis.call('LPOP', KEYS[2])
if following then
  redis.call('SET', KEYS[1], following, 'EX', ARGV[2])
else
  redis.call('DEL', KEYS[1])
end
return following
"""


@dataclass(frozen=True, slots=True)
class Job:
    """A task with its arguments, as `queue.send` takes them."""

    task: str
    arguments: tuple[int | str, ...]
    params: dict[str, Any] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """The job as a text; the same job has the same text."""
        return json.dumps([self.task, self.arguments, self.params], sort_keys=True)


@contextmanager
def turn(kind: str, owner: str, job: Job) -> Iterator[bool]:
    """Take the owner's turn for a job of this kind. False if another one has it: the job is done after that one."""
    if settings.CELERY_TASK_ALWAYS_EAGER:
        yield True
        return
    keys = [f"fair/{kind}/{owner}/turn", f"fair/{kind}/{owner}/aside"]
    is_mine = _ask(_TAKE, keys, job.text, LEASE_SECONDS, LIST_SECONDS, MOST_ASIDE) != 0
    try:
        yield is_mine
    finally:
        if is_mine and (following := _ask(_END, keys, job.text, LEASE_SECONDS)):
            task, arguments, params = json.loads(following)
            queue.send(task, *arguments, **params)


def _ask(script: str, keys: list[str], *arguments: str | int) -> Any:
    """Run a script; None while Redis does not answer."""
    try:
        return _redis().eval(script, len(keys), *keys, *arguments)
    except redis.RedisError as error:
        logger.warning("a fair queue could not be read: %s", type(error).__name__)
        return None


@cache
def _redis() -> redis.Redis:
    return client(broker_address(), socket_connect_timeout=1, socket_timeout=1)
