"""The app's name, and what it listens to."""

from django.apps import AppConfig


class LogbookConfig(AppConfig):
    """Crewsite's Django app."""

    name = "logbook"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Listen for sign-ins, and have looked at what must be right before the site starts."""
        from logbook import accounts, checks, identity

        accounts.listen()
        identity.listen()
        checks.listen()
