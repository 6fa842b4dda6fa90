"""A whole site as processes (web, workers, analyses, beat, Redis), with their processor time and memory."""

from __future__ import annotations

import os
import resource
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from benchmarks.loading import proxy

ROOT: Final = Path(__file__).resolve().parent.parent.parent
PYTHON: Final = (sys.executable, "-m")
WORKER: Final = (
    *PYTHON,
    "celery",
    "--quiet",
    "-A",
    "crewsite",
    "worker",
    "--without-mingle",
    "--without-gossip",
    "--without-heartbeat",
)
TICKS: Final = os.sysconf("SC_CLK_TCK")
MANY_FILES: Final = 20_000


def free_port() -> int:
    """Return a free port."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def many_files() -> None:
    """Raise the limit of open files to the system's maximum, for this process and its children."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, MANY_FILES), hard))


class Site:
    """A production site on free ports; each web process has its own port, as behind a load balancer."""

    def __init__(self, folder: Path, database: str, *, webs: int, workers: int, concurrency: int = 1) -> None:
        self.folder, self.ports = folder, [free_port() for _ in range(webs)]
        self.environment: Mapping[str, str] = {
            **os.environ,
            **({"DATABASE_URL": database} if database else {}),
            "ALLOWED_HOSTS": "127.0.0.1",
            "CREWSITE_VAR": str(folder),
            "DEBUG": "",
            "HTTPS": "0",
            "LOG_LEVEL": "WARNING",
            "REDIS_URL": "",
            "SECRET_KEY": "a benchmark's own",
            "TRUSTED_PROXY_COUNT": "1",
        }
        self.database = database
        self.groups: dict[str, list[subprocess.Popen[bytes]]] = {}
        self._workers, self._concurrency = workers, concurrency
        self._commands: dict[int, tuple[str, ...]] = {}

    def prepare(self) -> None:
        """Create tables and static files, as a hosted site does before it starts."""
        self.manage("migrate", "--verbosity", "0")
        self.manage("collectstatic", "--no-input", "--verbosity", "0")

    def manage(self, *words: str) -> None:
        """Run a management command of this site."""
        self.run("manage.py", *words)

    def run(self, *words: str) -> str:
        """Run a Python program in this site's environment; return its output."""
        quiet = {**self.environment, "LOG_LEVEL": "ERROR"}  # Expected warnings are not shown.
        told = subprocess.run(  # noqa: S603 - our own words
            (sys.executable, *words), cwd=ROOT, env=quiet, check=True, stdout=subprocess.PIPE
        )
        return told.stdout.decode()

    def start(self) -> None:
        """Start everything at once."""
        self._start("redis", (*PYTHON, "crewsite.redis_server"))
        for port in self.ports:
            self._start("web", served("crewsite.asgi:application", port))
        for number in range(self._workers):
            self._start_worker("worker", 5, "celery,thoughts", f"worker{number}@%h")
        self._start_worker("analyses", 19, "analyses", "analyses@%h")
        self._start("beat", (*PYTHON, "celery", "--quiet", "-A", "crewsite", "beat"))

    def start_proxy(self) -> int:
        """Start nginx before all web processes; return its port. Raises FileNotFoundError where it is not installed."""
        port = free_port()
        self.groups["nginx"] = [proxy.start(self.folder, port, self.ports)]
        wait_for(port, "/readyz/", 60)
        return port

    def kill(self, group: str) -> None:
        """Kill the last process of this group, and start one like it: what a supervisor does after a crash."""
        process = self.groups[group].pop()
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        self._start(group, self._commands[process.pid])

    def start_another(self, group: str, application: str) -> int:
        """Serve another application in the same way; return its port."""
        port = free_port()
        self._start(group, served(application, port))
        wait_for(port, "/", 60)
        return port

    def wait(self, path: str = "/readyz/", seconds: float = 60) -> None:
        """Wait until each web process has answered."""
        for port in self.ports:
            wait_for(port, path, seconds)

    def stop(self) -> None:
        """Stop every process."""
        started = [process for group in self.groups.values() for process in group]
        for process in started:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGTERM)
        for process in started:
            try:
                process.wait(timeout=15)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
        self.groups.clear()

    def roots(self) -> dict[str, list[int]]:
        """Return the started processes by group, PostgreSQL's included."""
        roots = {name: [process.pid for process in group] for name, group in self.groups.items()}
        if self.database.startswith("postgres"):
            roots["postgresql"] = listening_with(self.database.rpartition(":")[2].partition("/")[0])
        return roots

    def seconds(self) -> dict[str, float]:
        """Return the processor time of each group so far, children included."""
        return {name: sum(map(processor_seconds, roots)) for name, roots in self.roots().items()}

    def _start_worker(self, group: str, niceness: int, queues: str, name: str) -> None:
        yielding = (*PYTHON, "crewsite.low_priority", str(niceness))
        at_once = str(self._concurrency if group == "worker" else 1)
        self._start(group, (*yielding, *WORKER, "--queues", queues, "--concurrency", at_once, "-n", name))

    def _start(self, group: str, command: tuple[str, ...]) -> None:
        with (self.folder / f"{group}.log").open("ab") as log:
            process = subprocess.Popen(  # noqa: S603 - our own words
                command,
                cwd=ROOT,
                env=self.environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self.groups.setdefault(group, []).append(process)
        self._commands[process.pid] = command


@contextmanager
def running(site: Site) -> Iterator[Site]:
    """Start the site and stop it afterwards, whatever happens."""
    try:
        site.start()
        site.wait()
        yield site
    finally:
        site.stop()


def served(application: str, port: int) -> tuple[str, ...]:
    """Return the Procfile's command line."""
    return (*PYTHON, "crewsite.server", application, "--port", str(port), "--log-level", "warning")


def wait_for(port: int, path: str, seconds: float) -> None:
    """Wait until the port answers with success. Raises TimeoutError."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=10).close()
            return
        except OSError:
            time.sleep(0.02)
    raise TimeoutError(f"no answer from port {port}")


def process_seconds(pid: int) -> float:
    """Return the processor time of one process in nanosecond resolution: Linux has a clock per process."""
    return time.clock_gettime(~pid << 3 | 2)


def processor_seconds(pid: int) -> float:
    """Return the processor time of a process and its descendants, ended ones included."""
    total = 0.0
    for each in [pid, *_descendants(pid)]:
        with suppress(OSError):
            ended = Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split()[13:15]
            total += process_seconds(each) + sum(map(int, ended)) / TICKS
    return total


def memory_of(pid: int) -> int:
    """Return the private memory of this process in bytes."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return 1024 * sum(int(line.split()[1]) for line in lines if line.startswith("Private_"))


def threads_of(pid: int) -> int:
    """Return the number of threads of a process."""
    return len(list(Path(f"/proc/{pid}/task").iterdir()))


def _descendants(pid: int) -> list[int]:
    children = _children()
    found, new = [], [pid]
    while new:
        new = [child for parent in new for child in children.get(parent, [])]
        found += new
    return found


def _children() -> dict[int, list[int]]:
    children: dict[int, list[int]] = {}
    for listed in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            parent = int(listed.read_text().rpartition(")")[2].split()[1])
            children.setdefault(parent, []).append(int(listed.parent.name))
    return children


def listening_with(port: str) -> list[int]:
    """Return PostgreSQL's first process, found by the port on its command line."""
    for listed in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            words = listed.read_bytes().split(b"\0")
            if words[0].endswith(b"/postgres") and port.encode() in words:
                return [int(listed.parent.name)]
    return []
