"""A whole site as processes: web, workers, beat and Redis, each to be killed at any moment."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parent.parent.parent
PYTHON = (sys.executable, "-m")
SOON = 60.0
"""Seconds, for a machine that may be very busy."""


Place = int | str
"""Where a site answers: a port of this machine, or `host:port`."""


def url_of(place: Place, path: str) -> str:
    return f"http://{place if isinstance(place, str) else f'127.0.0.1:{place}'}{path}"


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def environment(address: str, folder: Path) -> dict[str, str]:
    """Return the environment of the site's processes: fast bots, and no API throttles."""
    return {
        "API_RATE_CALLER": "1000000/min",
        "BOT_COURTESY_SECONDS": "1",
        "BOT_PAUSE_SECONDS": "0.05",
        "CELERY_EAGER": "0",
        "CREWSITE_VAR": str(folder),
        "DATABASE_URL": address,
        "DEBUG": "1",
        "DJANGO_SETTINGS_MODULE": "crewsite.settings",
        "HTTPS": "0",
        "RATING_PLAYOUTS": "0",
        "RATING_RANDOM_ROUNDS": "0",
        "SECRET_KEY": "only for tests",
    }


def waited_until(so: Callable[[], object], within: float = SOON) -> bool:
    """Ask until this is true, and return whether it was. It is not asked again then: the answer may change."""
    until = time.monotonic() + within
    while not (found := so()) and time.monotonic() < until:
        time.sleep(0.05)
    return bool(found)


class Site:
    """Web processes (each with its own address), workers, beat and Redis, around one database."""

    def __init__(
        self,
        environment: Mapping[str, str],
        folder: Path,
        *,
        webs: int = 2,
        workers: int = 2,
        outgoing: bool = False,
        before: Path = ROOT,
    ) -> None:
        """`outgoing`: calls to users' hosts have a worker of their own, as in the Procfile.

        `before`: a checkout of another version, whose workers and beat run.
        """
        self.before = before
        self.ports = [free_port() for _ in range(webs)]
        self.environment = {
            **os.environ,
            **environment,
            "REDIS_URL": "",
            "CREWSITE_VAR": str(folder),
        }
        self.folder = folder
        self.commands = {"redis": (*PYTHON, "crewsite.redis_server"), "beat": _celery("beat")}
        for number, port in enumerate(self.ports):
            served = ("--port", str(port), "--log-level", "warning")
            self.commands[f"web{number}"] = (*PYTHON, "crewsite.server", *served)
        lonely = ("--without-mingle", "--without-gossip", "--without-heartbeat")
        queues = ("--queues", "celery,thoughts,analyses,mails") if outgoing else ()
        for number in range(workers):
            named = ("--concurrency", "2", "-n", f"worker{number}@%h", *queues)
            self.commands[f"worker{number}"] = _celery("worker", *named, *lonely)
        if outgoing:
            named = ("--queues", "outgoing", "--pool", "threads", "--concurrency", "8", "-n", "outgoing@%h")
            self.commands["outgoing"] = _celery("worker", *named, *lonely)
        self.running: dict[str, subprocess.Popen[bytes]] = {}

    def start(self, name: str) -> None:
        """Start a process that is not running; its output goes to a file of its name."""
        if name in self.running and self.running[name].poll() is None:
            return
        with (self.folder / f"{name}.log").open("ab") as log:
            self.running[name] = subprocess.Popen(
                self.commands[name],
                cwd=self.before if "celery" in self.commands[name] else ROOT,
                env=self.environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def start_all(self) -> None:
        for name in sorted(self.commands, key=lambda name: name != "redis"):
            self.start(name)

    def revive(self) -> None:
        """Restart processes that ended by themselves, as a supervisor does."""
        for name in list(self.running):
            self.start(name)

    def kill(self, name: str) -> None:
        """SIGKILL a process and all its children. Idempotent."""
        process = self.running.pop(name, None)
        if process is not None:
            self._signal(process, signal.SIGKILL)
            process.wait()

    def kill_child(self, name: str, chance: Random) -> bool:
        """SIGKILL one child of a living process; return whether there was one."""
        process = self.running.get(name)
        children = _children(process.pid) if process is not None else []
        if not children:
            return False
        try:
            os.kill(chance.choice(children), signal.SIGKILL)
        except ProcessLookupError:
            return False
        return True

    def stop(self) -> None:
        """Terminate every process, and kill those that do not end."""
        for process in self.running.values():
            self._signal(process, signal.SIGTERM)
        for name in list(self.running):
            try:
                self.running[name].wait(timeout=20)
            except subprocess.TimeoutExpired:
                self.kill(name)
        self.running.clear()

    def wait_ready(self, seconds: float = 180) -> None:
        """Wait until every web process is ready."""
        until = time.monotonic() + seconds
        for port in self.ports:
            while not _is_ready(port):
                if time.monotonic() > until:
                    raise TimeoutError(f"no answer from port {port}; see {self.folder}/web*.log")
                time.sleep(0.2)

    @staticmethod
    def _signal(process: subprocess.Popen[bytes], what: signal.Signals) -> None:
        try:
            os.killpg(process.pid, what)
        except ProcessLookupError:
            return


def _children(parent: int) -> list[int]:
    """Return the children of a process, as the kernel lists them."""
    found = []
    for listed in Path("/proc").glob("[0-9]*/stat"):
        try:
            after_the_name = listed.read_text().rpartition(")")[2].split()
        except OSError:
            continue  # The process has ended.
        if int(after_the_name[1]) == parent:
            found.append(int(listed.parent.name))
    return sorted(found)


def _celery(*words: str) -> tuple[str, ...]:
    return (*PYTHON, "celery", "--quiet", "-A", "crewsite", *words, "--loglevel", "WARNING")


def _is_ready(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz/", timeout=2) as answer:
            return answer.status == 200  # type: ignore[no-any-return]
    except (OSError, urllib.error.URLError):
        return False
