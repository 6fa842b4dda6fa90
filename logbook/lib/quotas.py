"""Quotas of actions that cost the site something: counted in the cache, over all web processes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Protocol, cast

from django.core.cache import cache

from logbook.lib import addresses
from logbook.lib import exceptions as lib_exceptions

MINUTE: Final = 60
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR


@dataclass(frozen=True, slots=True)
class Quota:
    """A limit of actions within a time in seconds, and the refusal of more."""

    kind: str
    most: int
    seconds: int
    refusal: type[lib_exceptions.Quota]


class Counts(Protocol):
    """The abilities of the site's cache beyond Django's (see `crewsite.caches`)."""

    def take(self, key: str, most: int, seconds: int) -> bool:
        """Count one more action, unless there were `most` within the last seconds; return whether it was counted."""


def take(quota: Quota, caller: int | str) -> None:
    """Count one more action of this person, link, club or address. Raises the quota's refusal, which is not counted."""
    if not is_taken(quota, caller):
        raise quota.refusal(most=quota.most)


def is_taken(quota: Quota, caller: int | str) -> bool:
    """Count one more action, in one atomic step over all processes; False if the quota is used up."""
    counts = cast(Counts, cache)
    return counts.take(f"quota-log/{quota.kind}/{caller}", quota.most, quota.seconds)


def take_at_address(quota: Quota, address: str) -> None:
    """Count one more action at this address, and at its /48, which may do more. Raises the quota's refusal.

    The network's is counted first: what an address is refused uses up little of its network.
    """
    if network := addresses.wide_network(address):
        take(replace(quota, kind=f"{quota.kind}-network", most=quota.most * addresses.WIDER), network)
    take(quota, address)
