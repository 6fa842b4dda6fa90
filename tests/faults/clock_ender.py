"""A process that ends attempts out of time, as the worker does, and reports each. It is meant to be killed.

`python -m tests.faults.clock_ender`
"""

from __future__ import annotations

import os

from tests.faults.player import say


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    import django

    django.setup()
    from logbook.tables.services import attempts

    while late := attempts.tables_out_of_time():
        for table_id in late:
            moved = attempts.time_out_attempt(table_id=table_id)
            if moved is not None:
                say("ended", table_id)


if __name__ == "__main__":
    main()
