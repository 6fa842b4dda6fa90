"""The app's name, and what it listens to."""

from django.apps import AppConfig


class LogbookConfig(AppConfig):
    """Crewsite's Django app."""

    name = "logbook"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Listen for sign-ins."""
        from logbook import accounts

        accounts.listen()
