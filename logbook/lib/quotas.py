"""Quotas of actions that cost the site something: counted in the cache, over all web processes."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import Final

from django.core.cache import cache

from logbook.lib import addresses
from logbook.lib import exceptions as lib_exceptions

MINUTE: Final = 60
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR


@dataclass(frozen=True, slots=True)
class Quota:
    """So many actions within so many seconds, and the refusal of more."""

    kind: str
    most: int
    seconds: int
    refusal: type[lib_exceptions.Quota]


def take(quota: Quota, caller: int | str) -> None:
    """Count one more action of this person, link, club or address. Raises the quota's refusal, which is not counted."""
    key, now = f"quota/{quota.kind}/{caller}", time.time()
    recent = [at for at in cache.get(key, []) if at > now - quota.seconds]
    if len(recent) >= quota.most:
        raise quota.refusal(most=quota.most)
    cache.set(key, [*recent, now], quota.seconds)


def take_at_address(quota: Quota, address: str) -> None:
    """Count one more action at this address, and at its /48, which may do more. Raises the quota's refusal."""
    take(quota, address)
    if network := addresses.wide_network(address):
        take(replace(quota, kind=f"{quota.kind}-network", most=quota.most * addresses.WIDER), network)
