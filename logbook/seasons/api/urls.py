"""The API's addresses of this subject."""

from __future__ import annotations

from logbook.api.routing import under
from logbook.seasons.api import series_views, views

urlpatterns = [
    *under(
        "clubs/<slug:slug>/",
        ("seasons/", views.SeasonList, "club-seasons"),
    ),
    *under(
        "seasons/<number:season>/",
        ("", views.SeasonOne, "season"),
        ("standings/", views.SeasonStandings, "season-standings"),
        ("series/", series_views.SeasonSeries, "season-series"),
        ("series/preview/", series_views.SeriesLook, "season-series-preview"),
    ),
    *under(
        "series/<number:series>/",
        ("", series_views.SeriesOne, "series"),
        ("turn/", series_views.SeriesTurned, "series-turn"),
    ),
]
