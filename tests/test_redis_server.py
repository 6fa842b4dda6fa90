"""The private Redis of `make run`: its own, one that a killed run left behind, or none and why."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from crewsite import redis_server
from tests.browser.conftest import free_port, wait_for

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
def left_behind(tmp_path: Path) -> Iterator[tuple[int, subprocess.Popen[bytes]]]:
    """The Redis of a site whose `make run` was killed: its port, and its process."""
    server = redis_server.binary()
    if server is None:
        pytest.skip("no redis-server here (apt install redis-server)")
    port = free_port()
    with subprocess.Popen(redis_server.command(server, port, tmp_path), stdout=subprocess.DEVNULL) as process:
        wait_for(port)
        yield port, process
        process.terminate()


def start(port: int, folder: Path) -> subprocess.Popen[str]:
    known = {"PATH": os.environ["PATH"], "PYTHONUNBUFFERED": "1", "CREWSITE_VAR": str(folder), "REDIS_PORT": str(port)}
    program = [sys.executable, "-m", "crewsite.redis_server"]
    return subprocess.Popen(
        program, env=known, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8"
    )


def test_it_listens_on_this_machine_alone_and_keeps_nothing(tmp_path: Path) -> None:
    words = redis_server.command("redis-server", 16379, tmp_path)
    assert ("--bind", "127.0.0.1") in pairwise(words)
    assert ("--appendonly", "no") in pairwise(words)


def test_one_left_behind_is_used_again_as_long_as_it_lives(
    left_behind: tuple[int, subprocess.Popen[bytes]], tmp_path: Path
) -> None:
    port, process = left_behind
    with start(port, tmp_path) as run:
        assert run.stdout is not None
        assert run.stdout.readline() == f"This site's Redis already runs on port {port}: it is used again.\n"
        assert run.poll() is None
        process.terminate()
        assert run.wait(timeout=20) == 1
        assert run.stdout.read() == f"The Redis on port {port} has gone away.\n"


def test_that_of_another_site_is_left_alone(left_behind: tuple[int, subprocess.Popen[bytes]], tmp_path: Path) -> None:
    port, process = left_behind
    with start(port, tmp_path / "other") as run:
        said, _ = run.communicate(timeout=20)
    assert said.startswith(f"Port {port} is held by another site's Redis ({tmp_path})")
    assert run.returncode == 1
    assert process.poll() is None


def test_something_else_on_the_port_is_said(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        with start(port, tmp_path) as run:
            said, _ = run.communicate(timeout=20)
    assert said.startswith(f"Port {port} is held by something that is no Redis")
    assert run.returncode == 1
