"""PostgreSQL on two hosts: a primary, a replica that follows it, and the operator who promotes it."""

from __future__ import annotations

import os
import shutil
import subprocess
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import psycopg

from tests.faults.hosts import configurations
from tests.faults.hosts.networks import Network

DATABASE = "crewsite"
USER = "crewsite"
EVERY = 0.5
DISK = "600m"
FILLED_BY = "filled"
SEGMENTS = 12
"""The files of PostgreSQL's log that are begun on a full disk: more than it has in store."""
QUORUM = "ALTER SYSTEM SET synchronous_standby_names = '{names}'"


def programs() -> Path:
    """Return the folder of PostgreSQL's newest programs. Raises FileNotFoundError."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))
    if not found:
        raise FileNotFoundError("PostgreSQL is not installed. On Debian and Ubuntu: apt install postgresql")
    return found[-1]


def as_postgres(*command: str | Path) -> tuple[str, ...]:
    """Return the command for the account of PostgreSQL, which refuses root; the process stays the same."""
    words = tuple(map(str, command))
    return ("setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", *words) if os.getuid() == 0 else words


def served(data: Path) -> tuple[str, ...]:
    """Return the command that serves these data."""
    return as_postgres(programs() / "postgres", "-D", data)


def make_primary(data: Path) -> None:
    """Make an empty cluster."""
    data.parent.mkdir(exist_ok=True)
    shutil.chown(data.parent, "postgres")
    _run(programs() / "initdb", "-D", data, "-U", USER, "--auth=trust", "--encoding=UTF8", "--no-sync")
    settings = "".join(f"{name} = {value}\n" for name, value in configurations.POSTGRESQL.items())
    with (data / "postgresql.conf").open("a") as file:
        file.write(settings)
    with (data / "pg_hba.conf").open("a") as file:
        file.write(configurations.ACCESS)


def make_replica(network: Network, host: str, data: Path, primary: str) -> None:
    """Copy the primary for a host that follows it."""
    data.parent.mkdir(exist_ok=True)
    shutil.chown(data.parent, "postgres")
    copied = (programs() / "pg_basebackup", "-D", data, "-R", "-h", primary, "-U", USER, "--checkpoint=fast", "-N")
    _run(*network.within(host, as_postgres(*copied)), plain=True)


class SmallDisk:
    """A disk in memory for the data of a host, which can be full."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        subprocess.run(("mount", "-t", "tmpfs", "-o", f"size={DISK}", "tmpfs", folder), check=True)

    def fill(self, host: str) -> None:
        """Fill it, and have PostgreSQL need more of it at once."""
        with suppress(OSError), (self.folder / FILLED_BY).open("wb", buffering=0) as file:
            while True:
                file.write(bytes(1 << 20))
        for _segment in range(SEGMENTS):
            with suppress(psycopg.Error):
                asked(host, "SELECT pg_switch_wal(), pg_logical_emit_message(false, 'full', repeat('x', 100000))")

    def free(self) -> None:
        (self.folder / FILLED_BY).unlink(missing_ok=True)

    def remove(self) -> None:
        subprocess.run(("umount", "--lazy", self.folder), check=False)


def promote(data: Path) -> None:
    """Make the replica the primary."""
    _run(programs() / "pg_ctl", "-D", data, "promote", "-w")


def asked(host: str, statement: str, database: str = "postgres") -> list[tuple[object, ...]]:
    """Return the answer of PostgreSQL on that host. Raises psycopg.OperationalError where there is none."""
    address = f"host={host} user={USER} dbname={database} connect_timeout=2 tcp_user_timeout=2000"
    with psycopg.connect(address, autocommit=True) as connection, connection.cursor() as cursor:
        cursor.execute(statement.encode())
        return cursor.fetchall() if cursor.description else []


def _run(*command: str | Path, plain: bool = False) -> None:
    words = tuple(map(str, command)) if plain else as_postgres(*command)
    subprocess.run(words, check=True, capture_output=True, cwd="/")


class Watchman(threading.Thread):
    """What a cluster's own watch does (Patroni, for one): the primary waits for its replica while that follows.

    A commit that both have is lost with neither. While the replica is away the primary would wait for ever, so it is
    told not to; then it may not be replaced.
    """

    def __init__(self, primary: Callable[[], str]) -> None:
        super().__init__(daemon=True)
        self.primary, self.ended = primary, threading.Event()
        self.both = False
        """Whether every commit is on both hosts now."""

    def run(self) -> None:
        while not self.ended.wait(EVERY):
            with suppress(psycopg.Error):
                self._look(self.primary())

    def _look(self, host: str) -> None:
        follows = bool(asked(host, "SELECT 1 FROM pg_stat_replication WHERE state = 'streaming'"))
        waits = asked(host, "SHOW synchronous_standby_names") == [("*",)]
        if follows != waits:
            self.both = False
            asked(host, QUORUM.format(names="*" if follows else ""))
            asked(host, "SELECT pg_reload_conf()")
        else:
            self.both = bool(asked(host, "SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'"))
