"""The app's name, and what it listens to."""

from django.apps import AppConfig


class LogbookConfig(AppConfig):
    """Crewsite's Django app."""

    name = "logbook"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Listen for sign-ins, and have looked at what must be right before the site starts."""
        from logbook import tasks  # The queue finds each task by its name.
        from logbook.people import accounts, site_identity
        from logbook.site import checks

        del tasks
        accounts.listen()
        site_identity.listen()
        checks.listen()
