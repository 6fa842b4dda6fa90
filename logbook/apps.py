"""App configuration, and the order of receivers."""

from importlib import import_module
from typing import Final

from django.apps import AppConfig

SUBJECTS: Final = (
    "people",
    "crews",
    "clubs",
    "tables",
    "challenges",
    "travellers",
    "reviews",
    "talk",
    "rooms",
    "leaderboards",
    "races",
    "lessons",
    "player_lessons",
    "seasons",
    "daily",
    "campaigns",
    "typed_deals",
    "replays",
    "notifications",
    "exchange",
)
"""Subjects with receivers. The receivers of a signal run in this order, which is that of the subjects.

Only replays come later: an attempt is counted and logged before it is analysed.
"""


class LogbookConfig(AppConfig):
    """Crewsite's Django app."""

    name = "logbook"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect the receivers of all subjects, register the system checks, and watch the clock."""
        from logbook import tasks  # The queue finds each task by its name.
        from logbook.lib import host_clock
        from logbook.site import checks

        del tasks
        for subject in SUBJECTS:
            import_module(f"logbook.{subject}.receivers").listen()
        checks.listen()
        host_clock.listen()
