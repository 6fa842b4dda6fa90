"""`python -m crewsite.low_priority 19 COMMAND ...` runs a command that yields the processors to the rest of the site.

On Linux a nice value counts among the processes of one session only, since the kernel shares the processors between
sessions first ("autogroups", sched(7)). A supervisor starts each process in a session of its own. So the session's own
value is set too, where the kernel has one.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

SESSION = Path("/proc/self/autogroup")


def main(niceness: str, *command: str) -> None:
    """Lower this process's priority, and become the command."""
    os.nice(int(niceness))
    with suppress(OSError):  # No Linux, or a kernel without sessions' values.
        SESSION.write_text(niceness)
    os.execvp(command[0], command)  # noqa: S606 - the command of the Procfile


if __name__ == "__main__":
    main(*sys.argv[1:])
