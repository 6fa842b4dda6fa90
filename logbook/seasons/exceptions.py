"""Refusals of seasons and series."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from logbook.lib.exceptions import Refusal


class WeeksAllPast(Refusal):
    """Every week of the series is in the past."""

    status = 422
    sentence = _("This series has no weeks left in the season. Extend the season first.")


class SeriesEnded(Refusal):
    """A series that has ended does not start again."""

    sentence = _("This series has ended. Add a new one to the season.")
