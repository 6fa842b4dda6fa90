"""The hosts of a site: proxy, web, worker, PgBouncer, PostgreSQL's primary and replica, Redis with Sentinel."""

from __future__ import annotations

import os
import signal
import subprocess
import time
import urllib.request
from functools import partial
from pathlib import Path

import psycopg

from benchmarks.clusters import follows_statements
from crewsite import redis_server
from tests.faults.hosts import configurations, database_hosts
from tests.faults.hosts.networks import Network
from tests.faults.processes import PYTHON, ROOT, environment, waited_until

READY_WITHIN = 180.0
QUEUES = "celery,thoughts,analyses,mails,outgoing"
SECONDS_AHEAD = "120"
"""How far the clock of the last web host is ahead of all others."""


class Hosts:
    """A site on its hosts. Each may be killed (and started again), or cut off (and mended)."""

    def __init__(self, folder: Path, *, redis_hosts: int = 3, has_small_disk: bool = False) -> None:
        """With one Redis host there is no Sentinel; with a small disk, the primary's can be full."""
        self.has_small_disk = has_small_disk
        self.disk: database_hosts.SmallDisk | None = None
        self.folder, self.network = folder, Network()
        self.redis = [f"redis{number}" for number in range(redis_hosts)]
        self.webs = ["web0", "web1"]
        names = ("proxy", *self.webs, "worker", "pooler", "primary", "replica", *self.redis)
        self.addresses = {name: self.network.add(name) for name in names}
        for name in names:
            (folder / name).mkdir()
        self.primary = "primary"
        """The host whose PostgreSQL is written to."""
        self.environment = {**os.environ, **environment(self._database("pooler", 6432), folder), **self._settings()}
        self.commands = self._commands()
        self.running: dict[str, dict[str, subprocess.Popen[bytes]]] = {}
        self.watchman = database_hosts.Watchman(lambda: self.addresses[self.primary])

    # --- what runs where

    def _database(self, host: str, port: int) -> str:
        patience = "connect_timeout=3" if host == "replica" else ""
        return f"postgres://{database_hosts.USER}@{self.addresses[host]}:{port}/{database_hosts.DATABASE}?{patience}"

    def _settings(self) -> dict[str, str]:
        """Return the settings that this site has beside those of other runs."""
        addresses = [self.addresses[name] for name in self.redis]
        if len(addresses) == 1:
            redis = [f"redis://{addresses[0]}:6379/{number}" for number in range(3)]
        else:
            sentinels = ",".join(f"{address}:{configurations.SENTINELS_AT}" for address in addresses)
            redis = [f"redis+sentinel://{sentinels}/{configurations.MASTER}/{number}" for number in range(3)]
        return {
            "ALLOWED_HOSTS": ",".join(self.addresses[name] for name in ("proxy", *self.webs)),
            "BROKER_REDIS_URL": redis[0],
            "CACHE_REDIS_URL": redis[2],
            "DATABASE_POOLER": "1",
            "DATABASE_PREPARED_STATEMENTS": str(int(follows_statements())),
            "DATABASE_REPLICA_URL": self._database("replica", 5432),
            "LIVE_REDIS_URLS": redis[1],
            "LOG_LEVEL": "WARNING",
            "REDIS_URL": redis[0],
            "TRUSTED_PROXY_COUNT": "1",
        }

    def _commands(self) -> dict[str, dict[str, tuple[str, ...]]]:
        site: dict[str, dict[str, tuple[str, ...]]] = {
            "proxy": {"nginx": ("nginx", "-e", "stderr", "-c", str(self.folder / "proxy" / "nginx.conf"))},
            **{name: {"web": self._web(name)} for name in self.webs},
            "worker": {"worker": _celery("worker", "--queues", QUEUES, "--concurrency", "2"), "beat": _celery("beat")},
            "pooler": {"pgbouncer": ("pgbouncer", "-q", "-u", "nobody", str(self.folder / "pooler/pgbouncer.ini"))},
        }
        databases = {name: {"postgresql": database_hosts.served(self.data(name))} for name in ("primary", "replica")}
        return {**{name: self._redis(name) for name in self.redis}, **databases, **site}

    def _web(self, name: str) -> tuple[str, ...]:
        how = ("--host", "0.0.0.0", "--log-level", "warning")  # noqa: S104 - all of its network namespace
        if name == self.webs[-1]:
            return (*PYTHON, "tests.faults.hosts.host_ahead", SECONDS_AHEAD, *how)
        return (*PYTHON, "crewsite.server", *how)

    def _redis(self, name: str) -> dict[str, tuple[str, ...]]:
        server, folder = redis_server.binary(), self.folder / name
        assert server is not None
        options = {"bind": "0.0.0.0", "protected-mode": "no", "save": "", "dir": str(folder)}  # noqa: S104
        if name != self.redis[0]:
            options["replicaof"] = f"{self.addresses[self.redis[0]]} 6379"
        given = (word for option, value in options.items() for word in (f"--{option}", *value.split(" ")))
        sentinel = {"sentinel": (server, str(folder / "sentinel.conf"), "--sentinel")} if len(self.redis) > 1 else {}
        return {"redis": (server, *given), **sentinel}

    def data(self, host: str) -> Path:
        return self.folder / host / "data"

    @property
    def door(self) -> str:
        """The proxy's address, at which everybody asks."""
        return f"{self.addresses['proxy']}:80"

    @property
    def is_without_redis(self) -> bool:
        """Whether no Redis can be a master: with Sentinel it takes most of the hosts."""
        living = [name for name in self.redis if name in self.running]
        return len(living) <= len(self.redis) // 2

    @property
    def reads_from_replica(self) -> bool:
        """Whether this version of the site reads from a replica."""
        from django.conf import settings

        return len(settings.DATABASES) > 1

    # --- start

    def prepare(self) -> None:
        """Write the configurations, make the primary and its replica, and start what the database takes."""
        self.folder.chmod(0o755)  # PostgreSQL and PgBouncer have accounts of their own.
        self._write()
        if self.has_small_disk:
            self.disk = database_hosts.SmallDisk(self.folder / "primary")
        database_hosts.make_primary(self.data("primary"))
        self.start("primary")
        assert waited_until(lambda: self._answers("primary")), f"see {self.folder}/primary"
        database_hosts.asked(self.addresses["primary"], f"CREATE DATABASE {database_hosts.DATABASE}")
        replica = self.data("replica")
        database_hosts.make_replica(self.network, "replica", replica, self.addresses["primary"])
        for name in ("replica", "pooler", *self.redis):
            self.start(name)
        assert waited_until(lambda: self._answers("replica")), f"see {self.folder}/replica"
        self.watchman.start()

    def _write(self) -> None:
        (self.folder / "proxy" / "nginx.conf").write_text(
            configurations.nginx(self.folder / "proxy", self.addresses["proxy"], [self.addresses[w] for w in self.webs])
        )
        pooler = self.folder / "pooler"
        (pooler / "users.txt").write_text(f'"{database_hosts.USER}" ""\n')
        self._point_pooler_at("primary")
        for name in self.redis[: 0 if len(self.redis) == 1 else None]:
            master, quorum = self.addresses[self.redis[0]], len(self.redis) // 2 + 1
            text = configurations.sentinel(self.folder / name, master, quorum)
            (self.folder / name / "sentinel.conf").write_text(text)

    def _point_pooler_at(self, host: str) -> None:
        folder = self.folder / "pooler"
        own, database = self.addresses["pooler"], self.addresses[host]
        lines = configurations.pgbouncer(folder, own, database, follows_statements=follows_statements())
        (folder / "pgbouncer.ini").write_text(lines)

    def _answers(self, host: str) -> bool:
        try:
            return database_hosts.asked(self.addresses[host], "SELECT 1") == [(1,)]
        except psycopg.Error:
            return False

    def start_all(self) -> None:
        for name in self.commands:
            self.start(name)

    def wait_ready(self) -> None:
        """Wait until each web host and the proxy answer."""
        for address in (*(f"{self.addresses[web]}:8000" for web in self.webs), self.door):
            if not waited_until(partial(_is_ready, address), READY_WITHIN):
                raise TimeoutError(f"no answer from {address}; see {self.folder}/*/*.log")

    # --- faults and their ends

    def start(self, host: str) -> None:
        """Start every process of the host that does not run; its output goes to a file of its name."""
        processes = self.running.setdefault(host, {})
        for name, command in self.commands[host].items():
            if name in processes and processes[name].poll() is None:
                continue
            folder = self.folder / host
            with (folder / f"{name}.log").open("ab") as log:
                processes[name] = subprocess.Popen(
                    self.network.within(host, command),
                    cwd=ROOT,
                    env={**self.environment, "CREWSITE_VAR": str(folder)},
                    stdout=log,
                    stderr=log,
                    start_new_session=True,
                )

    def revive(self) -> None:
        """Restart processes that ended by themselves, as a supervisor does, on hosts that live."""
        for host in list(self.running):
            self.start(host)

    def kill(self, host: str) -> None:
        """SIGKILL every process of the host."""
        self.network.kill(host)
        for process in self.running.pop(host, {}).values():
            process.wait()

    def cut(self, host: str) -> None:
        self.network.cut(host)

    def mend(self, host: str) -> None:
        self.network.mend(host)

    def fill_disk(self) -> None:
        """Fill the primary's disk."""
        assert self.disk is not None
        self.disk.fill(self.addresses["primary"])

    def free_disk(self) -> None:
        assert self.disk is not None
        self.disk.free()

    def replace_primary(self) -> None:
        """Replace the primary as an operator does: fence it, promote the replica, and point PgBouncer at that."""
        assert waited_until(lambda: self.watchman.both), "the replica does not follow"
        self.cut("primary")
        self.kill("primary")
        database_hosts.promote(self.data("replica"))
        self.primary = "replica"
        self._point_pooler_at("replica")
        self.running["pooler"]["pgbouncer"].send_signal(signal.SIGHUP)

    def stop(self) -> None:
        """End everything, and remove the network."""
        self.watchman.ended.set()
        if self.watchman.is_alive():
            self.watchman.join(timeout=20)
        for host in list(self.running):
            self.kill(host)
        self.network.remove()
        if self.disk:
            self.disk.remove()


def _celery(*words: str) -> tuple[str, ...]:
    quiet = ("--without-mingle", "--without-gossip", "--without-heartbeat") if words[0] == "worker" else ()
    return (*PYTHON, "celery", "--quiet", "-A", "crewsite", *words, "--loglevel", "WARNING", *quiet)


def _is_ready(address: str) -> bool:
    try:
        with urllib.request.urlopen(f"http://{address}/readyz/", timeout=5) as answer:
            return bool(answer.status == 200)
    except OSError:
        time.sleep(0.2)
        return False
