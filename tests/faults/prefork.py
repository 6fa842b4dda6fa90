"""A parent of processes that are meant to be killed: each starts with everything imported and the solver compiled.

`python -m tests.faults.prefork`, then one line per process: its module and its arguments. A process reports `born` with
its number first, and lives until it is killed; its end is reported on a line of its own.
"""

from __future__ import annotations

import os
import signal
import sys
import traceback
from importlib import import_module

from tests.faults.player import say


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    import django

    django.setup()
    from games.crew.solver.precompile import compile_kernel

    for needed in ("logbook.tables.services.attempts", "logbook.challenges.services.certification"):
        import_module(needed)
    compile_kernel()
    for line in sys.stdin:
        child = os.fork()
        if not child:
            _live(*line.split())
        os.waitpid(child, 0)
        say("\ngone")


def _live(module: str, *given: str) -> None:
    sys.argv = [module, *given]
    say("born", os.getpid())
    try:
        import_module(module).main()
    except Exception:  # noqa: BLE001 - it is told, and the mother lives on
        traceback.print_exc()
    say("ended")  # A process without output must not be waited for.
    signal.pause()


if __name__ == "__main__":
    main()
