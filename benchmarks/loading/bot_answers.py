"""Bots' times for `benchmarks.daily_evening`: `python -m benchmarks.loading.bot_answers SECONDS` prints them as JSON.

It runs in the site's environment, and reads the actions of the last so many seconds.
"""

from __future__ import annotations

import json
import os
import sys
from datetime import UTC, datetime, timedelta
from itertools import pairwise


def main() -> None:
    """Print the seconds from the action before until each bot's action."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "crewsite.settings")
    import django

    django.setup()
    from logbook.tables.models import Event

    since = datetime.now(UTC) - timedelta(seconds=float(sys.argv[1]))
    events = Event.objects.filter(at__gt=since).order_by("attempt", "sequence")
    rows: list[tuple[int, int | None, datetime]] = list(events.values_list("attempt", "player", "at"))
    answers = [
        (at - earlier).total_seconds()
        for (before, _player, earlier), (attempt, player, at) in pairwise(rows)
        if (before, player) == (attempt, None)
    ]
    sys.stdout.write(json.dumps(answers))


if __name__ == "__main__":
    main()
