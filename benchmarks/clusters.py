"""Temporary PostgreSQL clusters for a benchmark, from Debian's packages: one, with a replica, or behind PgBouncer."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import psycopg


@contextmanager
def postgresql() -> Iterator[str]:
    """Yield the address of a private database. Raises FileNotFoundError where PostgreSQL is not installed."""
    programs = _programs()
    with _folder() as folder:
        port = _free_port()
        _run(folder, programs / "initdb", "-D", folder / "data", "-U", "crewsite", "--auth=trust", "--encoding=UTF8")
        with _served(folder, port):
            yield f"postgres://crewsite@127.0.0.1:{port}/postgres"


@contextmanager
def _folder() -> Iterator[Path]:
    """Yield a folder of PostgreSQL's account."""
    folder = Path(tempfile.mkdtemp(prefix="crewsite-benchmark."))
    if os.getuid() == 0:
        shutil.chown(folder, "postgres")
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _served(folder: Path, port: int) -> Iterator[None]:
    """Serve the cluster in a folder."""
    control = (_programs() / "pg_ctl", "-D", folder / "data")
    options = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={folder}"
    try:
        _run(folder, *control, "-w", "-l", folder / "log", "-o", options, "start")
        yield
    finally:
        _run(folder, *control, "-m", "immediate", "stop", check=False)


def _programs() -> Path:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))
    if not found:
        raise FileNotFoundError("PostgreSQL is not installed. On Debian and Ubuntu: apt install postgresql")
    return found[-1]


def _port_of(address: str) -> int:
    return int(address.rpartition(":")[2].partition("/")[0])


@contextmanager
def replicated(original: str) -> Iterator[tuple[str, str, Callable[[], None]]]:
    """Copy a database; yield the addresses of the copy and of its replica, and a function that stops the copy."""
    with _folder() as first, _folder() as second:
        ports = _free_port(), _free_port()
        _copy(first, _port_of(original))
        with _served(first, ports[0]):
            _copy(second, ports[0], "-R")
            with _served(second, ports[1]):
                primary, replica = (original.replace(f":{_port_of(original)}/", f":{port}/") for port in ports)
                control = (_programs() / "pg_ctl", "-D", first / "data", "-m", "immediate", "stop")
                yield primary, replica, partial(_run, first, *control)


def _copy(folder: Path, port: int, *more: str) -> None:
    """Copy the running cluster at a port into a folder."""
    told = ("-h", "127.0.0.1", "-p", str(port), "-U", "crewsite", "--checkpoint=fast", *more)
    _run(folder, _programs() / "pg_basebackup", "-D", folder / "data", *told)


@contextmanager
def pooled(address: str) -> Iterator[tuple[str, int]]:
    """Yield the address of a PgBouncer in transaction mode before this database, and its process.

    It is configured as in examples/pgbouncer.ini. Raises FileNotFoundError where it is not installed.
    """
    program = _pooler()
    with _folder() as folder:
        port, configured = _free_port(), folder / "pgbouncer.ini"
        (folder / "users.txt").write_text('"crewsite" ""\n')
        changes = {
            "crewsite = host=10.0.0.20 port=5432 dbname=crewsite": f"* = host=127.0.0.1 port={_port_of(address)}",
            "listen_addr = *": "listen_addr = 127.0.0.1\nunix_socket_dir =",
            "listen_port = 6432": f"listen_port = {port}",
            "scram-sha-256": "trust",
            "/etc/pgbouncer/userlist.txt": str(folder / "users.txt"),
        }
        if follows_statements():
            changes["; max_prepared_statements"] = "max_prepared_statements"
        text = (Path(__file__).resolve().parent.parent / "examples" / "pgbouncer.ini").read_text("utf-8")
        for old, new in changes.items():
            text = text.replace(old, new)
        configured.write_text(text)
        with subprocess.Popen((*_as_postgres(), program, "-q", str(configured))) as process:  # noqa: S603 - our own words
            try:
                yield address.replace(f":{_port_of(address)}/", f":{port}/"), process.pid
            finally:
                process.terminate()


def _pooler() -> str:
    program = shutil.which("pgbouncer", path=f"{os.environ['PATH']}:/usr/sbin")
    if program is None:
        raise FileNotFoundError("PgBouncer is not installed. On Debian and Ubuntu: apt install pgbouncer")
    return program


def pooler_version() -> str:
    """Return the version of PgBouncer, such as "1.24". Raises FileNotFoundError where it is not installed."""
    said = subprocess.run((_pooler(), "--version"), capture_output=True, text=True, check=True).stdout  # noqa: S603 - our own words
    version = re.search(r"PgBouncer (\d+\.\d+)", said)
    return version[1] if version else "?"


def follows_statements() -> bool:
    """Return whether this PgBouncer and this libpq follow prepared statements. Raises FileNotFoundError without one."""
    major, _, minor = pooler_version().partition(".")
    return minor.isdigit() and (int(major), int(minor)) >= (1, 22) and psycopg.pq.version() >= 170_000


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def _run(folder: Path, *words: str | Path, check: bool = True) -> None:
    command = [*_as_postgres(), *map(str, words)]
    subprocess.run(command, cwd=folder, check=check, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # noqa: S603 - our own words


def _as_postgres() -> tuple[str, ...]:
    """Return what comes before a command: PostgreSQL refuses root, so root uses the account of Debian's package."""
    return ("/usr/sbin/runuser", "-u", "postgres", "--") if os.getuid() == 0 else ()
