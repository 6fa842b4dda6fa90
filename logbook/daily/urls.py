"""URLs of the deals of the day."""

from __future__ import annotations

from datetime import date

from django.urls import path, register_converter

from logbook.daily.views import calendars, deals


class DayConverter:
    """A date in an address: 2026-11-25."""

    regex = "[0-9]{4}-[0-9]{2}-[0-9]{2}"

    def to_python(self, value: str) -> date:
        """Read the date. Raises ValueError, which is a 404."""
        return date.fromisoformat(value)

    def to_url(self, value: date | str) -> str:
        """Write the date."""
        return str(value)


register_converter(DayConverter, "day")

urlpatterns = [
    path("daily/", deals.daily, name="daily"),
    path("daily/archive/", deals.daily_archive_list, name="daily-archive-list"),
    path("daily/calendar/", calendars.daily_calendar, name="daily-calendar"),
    path("daily/shared/<str:token>/", deals.daily_shared, name="daily-shared"),
    path("daily/shared/<str:token>/picture.png", deals.daily_picture, name="daily-picture"),
    path("daily/<day:day>/<slug:game>/", deals.daily_deal, name="daily-deal"),
    path("daily/<day:day>/<slug:game>/play/", deals.daily_play, name="daily-play"),
    path("daily/<day:day>/<slug:game>/again/", deals.daily_archive, name="daily-archive"),
    path("daily/<day:day>/<slug:game>/crew/", deals.daily_crew, name="daily-crew"),
]
