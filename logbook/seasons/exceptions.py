"""What services refuse around seasons and their series."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from logbook.lib.exceptions import Refusal


class WeeksAllPast(Refusal):
    """A series has something to come."""

    status = 422
    sentence = _("No week of this series is still to come in its season.")


class SeriesEnded(Refusal):
    """What has ended is not begun again."""

    sentence = _("This series has ended. Add a new one to the season.")
