"""URLs of the API of seasons."""

from __future__ import annotations

from logbook.api.routing import under
from logbook.seasons.api import club_views, series_views, views

urlpatterns = [
    *under(
        "clubs/<slug:slug>/",
        ("seasons/", views.SeasonListView, "club-seasons"),
        ("standings/", club_views.ClubStandingsView, "club-standings"),
        ("head-to-head/", club_views.HeadToHeadView, "club-head-to-head"),
    ),
    *under(
        "seasons/<number:season>/",
        ("", views.SeasonDetailView, "season"),
        ("standings/", views.SeasonStandingsView, "season-standings"),
        ("series/", series_views.SeasonSeriesView, "season-series"),
        ("series/preview/", series_views.SeriesPreviewView, "season-series-preview"),
    ),
    *under(
        "series/<number:series>/",
        ("", series_views.SeriesDetailView, "series"),
        ("state/", series_views.SeriesStateView, "series-state"),
    ),
]
