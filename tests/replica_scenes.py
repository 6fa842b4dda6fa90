"""A PostgreSQL primary and its streaming replica, in folders of the tests' own: each can be stopped and started."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import psycopg

from tests.faults.processes import free_port, waited_until

PROGRAMS: Final = next(iter(sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)), None)
USER: Final = "postgres" if os.getuid() == 0 else None
"""The user as whom the servers run where the tests are root: they refuse to be root."""
PATIENCE: Final = 30
SETTINGS: Final = ("fsync=off", "autovacuum=off", "log_statement=all", "wal_retrieve_retry_interval=200ms")
"""The servers' settings: nothing here need survive a crash of the machine, and the log has every statement."""


def program(name: str) -> str:
    found = shutil.which(name, path=f"{os.environ['PATH']}:{PROGRAMS}")
    assert found is not None, f"no {name} here"
    return found


def is_installed() -> bool:
    return all(shutil.which(name, path=f"{os.environ['PATH']}:{PROGRAMS}") for name in ("postgres", "pg_basebackup"))


def run(*command: str) -> None:
    subprocess.run(command, check=True, user=USER, cwd="/", stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)


class Server:
    """One server, with its own folder and port."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def log(self) -> Path:
        return self.folder.parent / f"{self.folder.name}.log"

    @property
    def url(self) -> str:
        return f"postgres://postgres@127.0.0.1:{self.port}/crewsite"

    def start(self) -> None:
        options = [f"-c{one}" for one in (*SETTINGS, f"unix_socket_directories={self.folder.parent}")]
        command = [program("postgres"), "-D", str(self.folder), "-p", str(self.port), "-h", "127.0.0.1", *options]
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(command, user=USER, cwd="/", stdout=log, stderr=log)
        assert waited_until(self.answers, PATIENCE), self.log.read_text("utf-8")

    def stop(self) -> None:
        """Stop at once, cutting every connection. Idempotent."""
        if self._process is not None:
            self._process.send_signal(signal.SIGCONT)
            self._process.send_signal(signal.SIGQUIT)
            self._process.wait(PATIENCE)
            self._process = None

    def pause(self, *, on: bool) -> None:
        """Leave every connection open, and answer none of them; or go on."""
        assert self._process is not None
        for pid in (self._process.pid, *_children(self._process.pid)):
            with suppress(ProcessLookupError):  # It has just ended.
                os.kill(pid, signal.SIGSTOP if on else signal.SIGCONT)

    def answers(self) -> bool:
        try:
            self.ask("SELECT 1", database="postgres")
        except psycopg.OperationalError:
            return False
        return True

    @contextmanager
    def heard(self) -> Iterator[list[str]]:
        """Collect the statements that the server gets in the block, for after it."""
        statements: list[str] = []
        begin = self.log.stat().st_size
        yield statements
        with self.log.open("rb") as log:
            log.seek(begin)
            statements += log.read().decode().splitlines()

    def ask(self, statement: str, *values: Any, database: str = "crewsite") -> list[tuple[Any, ...]]:
        address = {"host": "127.0.0.1", "port": self.port, "user": "postgres", "dbname": database}
        with psycopg.connect(**address, autocommit=True, connect_timeout=3) as connection:  # type: ignore[arg-type]
            cursor = connection.execute(statement.encode(), values)
            return cursor.fetchall() if cursor.description else []


def _children(parent: int) -> list[int]:
    listed = Path(f"/proc/{parent}/task/{parent}/children").read_text("ascii")
    return [int(pid) for pid in listed.split()]


def new_cluster(folder: Path) -> Server:
    """A server of a new, empty cluster, with a database of the site's name."""
    run(program("initdb"), "-D", str(folder), "-A", "trust", "-U", "postgres", "--no-sync", "--locale=C.UTF-8")
    server = Server(folder)
    server.start()
    server.ask("CREATE DATABASE crewsite", database="postgres")
    return server


def replica_of(primary: Server, folder: Path) -> Server:
    """A server that follows the primary."""
    source = ("-h", "127.0.0.1", "-p", str(primary.port), "-U", "postgres")
    run(program("pg_basebackup"), "-R", "-D", str(folder), *source, "-X", "stream", "-c", "fast", "--no-sync")
    replica = Server(folder)
    replica.start()
    return replica


@contextmanager
def folder_of_servers() -> Iterator[Path]:
    """A folder that the servers' user may write to."""
    with TemporaryDirectory(prefix="crewsite-pg-") as name:
        folder = Path(name)
        if USER is not None:
            shutil.chown(folder, USER)
        folder.chmod(0o755)
        yield folder
