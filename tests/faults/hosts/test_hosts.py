"""Several hosts on this machine, each killed or cut off while people play: the short form of `make faults HOSTS=1`."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.faults.hosts.run import SKIPPED
from tests.faults.processes import ROOT

pytestmark = [pytest.mark.once, pytest.mark.slow]


def test_hosts_die_and_are_cut_off_and_nothing_acknowledged_is_lost() -> None:
    command = (sys.executable, "-m", "tests.faults.run", "--hosts", "--short")
    run = subprocess.run(command, check=False, cwd=ROOT, capture_output=True, text=True)
    if run.returncode == SKIPPED:
        pytest.skip(run.stdout.strip())
    assert run.returncode == 0, f"{run.stdout}\n{run.stderr}"
    assert "the replica replaces the primary: writes back after" in run.stdout
    assert "nothing lost, nothing doubled" in run.stdout
