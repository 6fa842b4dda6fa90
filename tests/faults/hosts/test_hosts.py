"""Several hosts on this machine, each killed or cut off while people play: the short form of `make faults HOSTS=1`."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import pytest

from tests.faults.hosts.run import SKIPPED
from tests.faults.processes import ROOT

COMMAND = (sys.executable, "-m", "tests.faults.run", "--hosts", "--short")

pytestmark = [pytest.mark.once, pytest.mark.slow]


def test_hosts_die_and_are_cut_off_and_nothing_acknowledged_is_lost() -> None:
    run = subprocess.run(COMMAND, check=False, cwd=ROOT, capture_output=True, text=True)
    if run.returncode == SKIPPED:
        pytest.skip(run.stdout.strip())
    assert run.returncode == 0, f"{run.stdout}\n{run.stderr}"
    assert "the replica replaces the primary: writes back after" in run.stdout
    assert "nothing lost, nothing doubled" in run.stdout


@pytest.mark.skipif(os.getuid() != 0 or shutil.which("setpriv") is None, reason="takes rights away, which takes root")
def test_machine_without_the_right_to_make_hosts_says_so() -> None:
    without = ("setpriv", "--bounding-set=-net_admin,-sys_admin")
    run = subprocess.run((*without, *COMMAND), check=False, cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == SKIPPED, run.stderr
    assert run.stdout == "Hosts need the right to make network namespaces, which root has.\n"
    assert run.stderr == ""
