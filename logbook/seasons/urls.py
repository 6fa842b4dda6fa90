"""Page routes of seasons. A name is the page's noun."""

from __future__ import annotations

from django.urls import path

from logbook.seasons.views import club_standings, seasons

urlpatterns = [
    path("clubs/<slug:slug>/standings/", club_standings.club_standings, name="club-standings"),
    path("clubs/<slug:slug>/standings.csv", club_standings.club_standings_csv, name="club-standings-csv"),
    path("clubs/<slug:slug>/standings.png", club_standings.club_standings_picture, name="club-standings-picture"),
    path("clubs/<slug:slug>/head-to-head/", club_standings.head_to_head, name="club-head-to-head"),
    path("clubs/<slug:slug>/head-to-head.csv", club_standings.head_to_head_csv, name="club-head-to-head-csv"),
    path("clubs/<slug:slug>/head-to-head.png", club_standings.head_to_head_picture, name="club-head-to-head-picture"),
    path("clubs/<slug:slug>/seasons/", seasons.season_list, name="season-list"),
    path("clubs/<slug:slug>/seasons/new/", seasons.season_new, name="season-new"),
    path("seasons/<int:pk>/", seasons.season, name="season"),
    path("seasons/<int:pk>/edit/", seasons.season_edit, name="season-edit"),
    path("seasons/<int:pk>/series/new/", seasons.series_new, name="series-new"),
    path("series/<int:pk>/edit/", seasons.series_edit, name="series-edit"),
    path("series/<int:pk>/<slug:action>/", seasons.series_state, name="series-state"),
]
