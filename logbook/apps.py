"""The app's name, and what it listens to."""

from importlib import import_module
from typing import Final

from django.apps import AppConfig

SUBJECTS: Final = (
    "people",
    "crews",
    "clubs",
    "tables",
    "challenges",
    "leaderboards",
    "seasons",
    "campaigns",
    "replays",
    "notifications",
    "exchange",
)
"""Subjects that listen to others. The receivers of a signal run in this order, which is that of the subjects.

Only the replays come later than that: an attempt is counted and written down before it is analysed.
"""


class LogbookConfig(AppConfig):
    """Crewsite's Django app."""

    name = "logbook"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Let the subjects listen to one another, and check what must be right before the site starts."""
        from logbook import tasks  # The queue finds each task by its name.
        from logbook.site import checks

        del tasks
        for subject in SUBJECTS:
            import_module(f"logbook.{subject}.receivers").listen()
        checks.listen()
