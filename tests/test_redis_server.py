"""The private Redis of `make run`: its own, one that a killed run left behind, or none and why."""

from __future__ import annotations

import os
import socket
import stat
import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from redis import Redis

from crewsite import environment, redis_server
from tests import own_redis

pytestmark = pytest.mark.slow
"""Each starts a server, or waits for one."""

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
def var() -> Iterator[Path]:
    """Where a site keeps its files; a socket's name is short."""
    with TemporaryDirectory(prefix="crewsite-") as folder:
        yield Path(folder)


@pytest.fixture
def left_behind(var: Path) -> Iterator[subprocess.Popen[bytes]]:
    """The Redis of a site whose `make run` was killed."""
    folder = redis_server.folder_of(var)
    redis_server.folder_make(folder)
    with own_redis.running(folder) as process:
        yield process


def start(folder: Path) -> subprocess.Popen[str]:
    known = {"PATH": os.environ["PATH"], "PYTHONUNBUFFERED": "1", "CREWSITE_VAR": str(folder)}
    program = [sys.executable, "-m", "crewsite.redis_server"]
    return subprocess.Popen(
        program, env=known, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8"
    )


def test_it_listens_on_no_port_and_keeps_nothing(tmp_path: Path) -> None:
    words = redis_server.command("redis-server", tmp_path)
    assert ("--port", "0") in pairwise(words)
    assert ("--appendonly", "no") in pairwise(words)


def test_only_its_owner_enters_its_folder(left_behind: subprocess.Popen[bytes], var: Path) -> None:
    folder = redis_server.folder_of(var)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE((folder / redis_server.SOCKET).stat().st_mode) == 0o700
    folder.chmod(0o755)
    redis_server.folder_make(folder)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    with Redis.from_url(redis_server.url_of(folder)) as redis:
        assert redis.config_get("port") == {"port": "0"}


def test_one_left_behind_is_used_again_as_long_as_it_lives(left_behind: subprocess.Popen[bytes], var: Path) -> None:
    with start(var) as run:
        assert run.stdout is not None
        assert run.stdout.readline() == "This site's Redis already runs: it is used again.\n"
        assert run.poll() is None
        left_behind.terminate()
        assert run.wait(timeout=20) == 1
        assert run.stdout.read() == "This site's Redis has gone away.\n"


def test_the_socket_of_one_that_was_killed_is_in_nobodys_way(var: Path) -> None:
    folder = redis_server.folder_of(var)
    redis_server.folder_make(folder)
    with socket.socket(socket.AF_UNIX) as gone:
        gone.bind(str(folder / redis_server.SOCKET))
    with start(var) as run:
        end = own_redis.waited_for(folder)
        run.terminate()
    assert end


def test_a_folder_with_too_long_a_name_is_said(tmp_path: Path) -> None:
    with start(tmp_path / ("long" * 30)) as run:
        said, _ = run.communicate(timeout=20)
    assert run.returncode == 1
    assert said.endswith("is too long a name for a socket: set CREWSITE_VAR to a shorter one, or REDIS_URL.\n")


@pytest.mark.parametrize(
    ("ours", "celerys"),
    [
        ("redis://there:6379/3", "redis://there:6379/3"),
        ("rediss://:secret@there/0", "rediss://:secret@there/0"),
        ("unix:///var/a%20site/redis.sock?db=0", "redis+socket:///var/a%20site/redis.sock?virtual_host=0"),
        ("unix:///var/redis.sock?db=3", "redis+socket:///var/redis.sock?virtual_host=3"),
        ("unix:///var/redis.sock", "redis+socket:///var/redis.sock?virtual_host=0"),
    ],
)
def test_one_address_serves_the_broker_too(ours: str, celerys: str) -> None:
    assert environment.broker(ours) == celerys


def test_a_task_goes_through_the_socket(left_behind: subprocess.Popen[bytes], var: Path) -> None:
    from kombu import Connection

    ours = redis_server.url_of(redis_server.folder_of(var))
    with Connection(environment.broker(ours)) as broker, broker.SimpleQueue("tried") as queue:
        queue.put("a task")
        with Redis.from_url(ours) as redis:
            assert redis.llen("tried") == 1
        assert queue.get(timeout=5).payload == "a task"
