"""A temporary PostgreSQL cluster for a benchmark, from Debian's package, in a temporary folder."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def postgresql() -> Iterator[str]:
    """Yield the address of a private database. Raises FileNotFoundError where PostgreSQL is not installed."""
    programs = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))
    if not programs:
        raise FileNotFoundError("PostgreSQL is not installed. On Debian and Ubuntu: apt install postgresql")
    folder = Path(tempfile.mkdtemp(prefix="crewsite-benchmark."))
    if os.getuid() == 0:
        shutil.chown(folder, "postgres")
    port = _free_port()
    data, options = folder / "data", f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={folder}"
    try:
        _run(folder, programs[-1] / "initdb", "-D", data, "-U", "crewsite", "--auth=trust", "--encoding=UTF8")
        _run(folder, programs[-1] / "pg_ctl", "-D", data, "-w", "-l", folder / "log", "-o", options, "start")
        yield f"postgres://crewsite@127.0.0.1:{port}/postgres"
    finally:
        _run(folder, programs[-1] / "pg_ctl", "-D", data, "-m", "immediate", "stop", check=False)
        shutil.rmtree(folder, ignore_errors=True)


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def _run(folder: Path, *words: str | Path, check: bool = True) -> None:
    # PostgreSQL refuses to run as root, so root uses the account of Debian's package.
    before = ("/usr/sbin/runuser", "-u", "postgres", "--") if os.getuid() == 0 else ()
    command = [str(word) for word in (*before, *words)]
    subprocess.run(command, cwd=folder, check=check, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # noqa: S603 - our own words
