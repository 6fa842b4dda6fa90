"""Count the attempts that have ended, and those that are analysed: `python -m benchmarks.loading.analysed`."""

from __future__ import annotations

import os

import django


def main() -> None:
    """Print both numbers."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "crewsite.settings")
    django.setup()
    from logbook.replays.models.analyses import Analysis
    from logbook.tables.models import Attempt

    ended = Attempt.objects.exclude(state=Attempt.State.PLAYING).count()
    print(ended, Analysis.objects.count())


if __name__ == "__main__":
    main()
