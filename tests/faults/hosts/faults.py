"""Faults of hosts: how each begins and ends, and whether another host takes over meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

from tests.faults.hosts.topology import Hosts

KILLED, CUT = "killed", "cut off"


@dataclass(frozen=True)
class Fault:
    """What happens to hosts; `stands_in`: other hosts do their work, so that writes go on before it is repaired."""

    name: str
    begin: Callable[[], None]
    end: Callable[[], None]
    stands_in: bool
    reads_go_on: bool = True


@dataclass
class Suffered:
    """What a fault cost, in seconds; `refused`: reads that were answered with an error while it lasted."""

    name: str
    writes_back: float | None = None
    streams_back: float | None = None
    longest_without_read: float = 0.0
    refused: int = 0
    wrong: list[str] = field(default_factory=list)

    def told(self) -> str:
        figures = f"writes back after {_seconds(self.writes_back)}, streams after {_seconds(self.streams_back)}"
        reads = f"longest time without a page {self.longest_without_read:.1f} s, {self.refused} reads refused"
        return f"{self.name}: {figures}; {reads}"


def _seconds(told: float | None) -> str:
    return "no time" if told is None else f"{told:.1f} s"


def short_faults(site: Hosts) -> list[Fault]:
    """Return the faults of the short form: one of each kind."""
    return [
        _cut(site, ["web0"], stands_in=True),
        _killed(site, ["worker", "proxy", "redis0"], reads_go_on=False),
        _cut(site, ["pooler"]),
    ]


def long_faults(site: Hosts) -> list[Fault]:
    """Return each host cut off and killed in turn, neighbours apart: a proxy trusts a host again after a while."""
    web0, web1 = site.webs
    order = ["primary", web0, "pooler", "worker", web1, "replica", *site.redis, "proxy"]
    alone = {"primary", "pooler", "proxy"}
    how = [(host, host not in alone, host != "proxy") for host in order]
    cut = [_cut(site, [host], stands_in=doubled, reads_go_on=read) for host, doubled, read in how]
    killed = [_killed(site, [host], stands_in=doubled, reads_go_on=read) for host, doubled, read in how]
    return [_dead_master(site), _full_disk(site), *cut, *killed]


def promotion(site: Hosts) -> Fault:
    """Return the replacement of the primary by its replica; nothing of it is repaired."""
    return Fault("the replica replaces the primary", site.replace_primary, lambda: None, stands_in=True)


def _dead_master(site: Hosts) -> Fault:
    """Most Redis hosts are killed: the Sentinel that is left may choose no master, and names the dead one."""
    fault = _killed(site, site.redis[:2], stands_in=True)
    return Fault("a Sentinel names a dead master", fault.begin, fault.end, stands_in=True)


def _full_disk(site: Hosts) -> Fault:
    return Fault("the disk of the primary is full", site.fill_disk, site.free_disk, stands_in=False)


def _killed(site: Hosts, hosts: Sequence[str], *, stands_in: bool = False, reads_go_on: bool = True) -> Fault:
    begin, end = partial(_each, site.kill, hosts), partial(_each, site.start, hosts)
    return Fault(_name(hosts, KILLED), begin, end, stands_in, reads_go_on)


def _cut(site: Hosts, hosts: Sequence[str], *, stands_in: bool = False, reads_go_on: bool = True) -> Fault:
    begin, end = partial(_each, site.cut, hosts), partial(_each, site.mend, hosts)
    return Fault(_name(hosts, CUT), begin, end, stands_in, reads_go_on)


def _name(hosts: Sequence[str], what: str) -> str:
    return f"{', '.join(hosts)} {what}"


def _each(done: Callable[[str], None], hosts: Sequence[str]) -> None:
    for host in hosts:
        done(host)
