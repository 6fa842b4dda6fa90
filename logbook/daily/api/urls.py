"""URLs of the API of the deals of the day."""

from __future__ import annotations

from logbook.api.routing import under
from logbook.daily.api import views

urlpatterns = [
    *under(
        "daily/",
        ("", views.DailyTodayView, "daily"),
        ("archive/", views.DailyArchiveView, "daily-archive-list"),
        ("calendar/", views.DailyCalendarView, "daily-calendar"),
    ),
    *under(
        "daily/<day:day>/<slug:game>/",
        ("", views.DailyDealView, "daily-deal"),
        ("play/", views.DailyPlayView, "daily-play"),
        ("crew/", views.DailyCrewView, "daily-crew"),
        ("archive/", views.DailyReplayView, "daily-archive"),
        ("board/", views.DailyBoardView, "daily-board"),
    ),
]
