"""Watches what a fault costs: when writes and streams are back, and how long nobody can read."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import psycopg

from tests.faults.hosts import database_hosts
from tests.faults.hosts.faults import Fault, Suffered
from tests.faults.hosts.topology import Hosts
from tests.faults.observers import Reader, Screen
from tests.faults.players import People

WRITES_WITHIN = 30.0
STREAMS_WITHIN = 60.0
READS_WITHIN = 10.0
"""Seconds without a page of all readers together, from which on reads are away."""
REFUSED_AT_MOST = 0.1
"""The share of reads that may be refused, besides one of each reader at each web host, which notices by itself."""
EVERY = 0.1


@dataclass(frozen=True)
class Watch:
    """The people whose tables need no worker, the screens and the readers of a run."""

    site: Hosts
    writers: Sequence[People]
    screens: Sequence[Screen]
    readers: Sequence[Reader]
    slow: float
    """How many times slower than idle this machine is."""
    reads_stay: bool
    """Whether the site can read from its replica while the primary is away."""

    def suffer(self, fault: Fault, lasts: float) -> Suffered:
        """Let a fault happen for some seconds, and wait until all is well again."""
        told, began = Suffered(fault.name), time.monotonic()
        fault.begin()
        if fault.stands_in:
            told.writes_back = self._back(began, WRITES_WITHIN, self._all_wrote)
        self._rest(began + lasts)
        fault.end()
        ended = time.monotonic()
        if not fault.stands_in:
            told.writes_back = self._back(ended, WRITES_WITHIN, self._all_wrote)
        since = began if fault.stands_in else ended
        told.streams_back = self._back(max(since, ended - STREAMS_WITHIN), STREAMS_WITHIN, self._all_show)
        self._judge(fault, told, began, time.monotonic())
        return told

    def _rest(self, until: float) -> None:
        while (left := until - time.monotonic()) > 0:
            time.sleep(min(1.0, left))

    def _back(self, since: float, within: float, so: Callable[[float], bool]) -> float | None:
        """Return the seconds until this is so; None if that takes too long."""
        until = time.monotonic() + within * self.slow
        while time.monotonic() < until:
            if so(since):
                return time.monotonic() - since
            self.site.revive()
            time.sleep(EVERY)
        return None

    def _all_wrote(self, since: float) -> bool:
        return all(one.noted.last_at > since for one in self.writers)

    def _all_show(self, since: float) -> bool:
        """Return whether each screen has heard something since then, and shows where its table was a moment ago."""
        if not all(one.heard_at > since for one in self.screens):
            return False
        try:
            address = self.site.addresses[self.site.primary]
            rows = database_hosts.asked(address, "SELECT id, version FROM logbook_table", database_hosts.DATABASE)
        except psycopg.Error:
            return False
        numbers = {table: version for table, version in rows if isinstance(version, int)}
        return all(one.is_at(numbers[one.table], 1.0) for one in self.screens)

    def _judge(self, fault: Fault, told: Suffered, began: float, ended: float) -> None:
        if told.writes_back is None:
            told.wrong.append(f"{fault.name}: writes are not back")
        if told.streams_back is None:
            told.wrong.append(f"{fault.name}: streams are not back")
        reads = [one for reader in self.readers for one in list(reader.reads) if one.ended > began]
        good = sorted(one.ended for one in reads if one.status == 200)
        told.longest_without_read = max(b - a for a, b in zip([began, *good], [*good, ended], strict=True))
        told.refused = sum(one.status != 200 for one in reads)
        if not (self.reads_stay and fault.reads_go_on):
            return
        if told.longest_without_read > READS_WITHIN * self.slow:
            told.wrong.append(f"{fault.name}: no page was read for {told.longest_without_read:.1f} s")
        if told.refused > len(self.readers) * len(self.site.webs) + REFUSED_AT_MOST * len(reads):
            told.wrong.append(f"{fault.name}: {told.refused} of {len(reads)} reads were refused")
