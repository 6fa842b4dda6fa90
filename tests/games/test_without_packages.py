"""`python3 -m games` with nothing but Python itself: no package of the site is found."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
DEAL = "game: planet-nine\nmission: 1\nplayers: 4\nseed: bare\nrules: 1\n"


def run(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-S", "-E", "-m", "games", *arguments]
    return subprocess.run(command, input=typed, cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("package", ["django", "pysat"])
def test_no_package_is_found(package: str) -> None:
    command = [sys.executable, "-S", "-E", "-c", f"import {package}"]
    assert b"ModuleNotFoundError" in subprocess.run(command, capture_output=True, check=False).stderr


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--help",), "usage: python -m games"),
        (("describe", "deep-sea", "7"), "mission 7"),
        (("deal", "planet-nine", "12", "--players", "2"), '"hand"'),
        (("replay", "tests/records/planet-nine-12-players-2.txt"), "success: "),
        (("verify", "tests/games/proofs/missions.json"), "winnable"),
        (("perft", "planet-nine", "1", "--depth", "1"), "1 "),
    ],
)
def test_a_command_works(arguments: tuple[str, ...], says: str) -> None:
    ended = run(*arguments)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert says in ended.stdout


def test_a_round_is_played() -> None:
    ended = run("play", "planet-nine", "1", "--seed", "bare", "--bots", "careful", typed="1\n" * 40)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "Seat 0> success: " in ended.stdout


def test_the_search_solves() -> None:
    ended = run("solve", "-", typed=DEAL)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.startswith("won:\n")


def test_the_missing_package_is_named_with_a_command_that_works() -> None:
    ended = run("solve", "-", "--nodes", "0", "--conflicts", "10", typed=DEAL)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert len(ended.stderr.splitlines()) == 1
    assert "python-sat" in ended.stderr
    assert "make fast" in ended.stderr
