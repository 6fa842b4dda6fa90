"""URLs of the API of seasons."""

from __future__ import annotations

from logbook.api.routing import under
from logbook.seasons.api import views

urlpatterns = [
    *under(
        "clubs/<slug:slug>/",
        ("seasons/", views.SeasonListView, "club-seasons"),
        ("standings/", views.ClubStandingsView, "club-standings"),
        ("head-to-head/", views.HeadToHeadView, "club-head-to-head"),
    ),
    *under(
        "seasons/<number:season>/",
        ("", views.SeasonDetailView, "season"),
        ("standings/", views.SeasonStandingsView, "season-standings"),
        ("series/", views.SeasonSeriesView, "season-series"),
        ("series/preview/", views.SeriesPreviewView, "season-series-preview"),
    ),
    *under(
        "series/<number:series>/",
        ("", views.SeriesDetailView, "series"),
        ("state/", views.SeriesStateView, "series-state"),
    ),
]
