"""The priority of workers: the command runs, with a lower priority in its session and between sessions."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from crewsite import low_priority

TELL = "import os, pathlib; print(os.nice(0)); print(pathlib.Path('/proc/self/autogroup').read_text())"


@pytest.mark.skipif(not low_priority.SESSION.exists(), reason="this system shares the processors without sessions")
def test_the_command_yields_in_its_session_and_between_sessions() -> None:
    command = (sys.executable, "-m", "crewsite.low_priority", "7", sys.executable, "-c", TELL)
    told = subprocess.run(
        command, cwd=Path(__file__).parent.parent, capture_output=True, text=True, check=True, start_new_session=True
    )
    own, session = told.stdout.splitlines()[:2]
    assert int(own) == min(19, os.nice(0) + 7)  # The tests may run at a low priority themselves.
    assert session.endswith("nice 7")
