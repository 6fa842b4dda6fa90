"""Page routes of seasons. A name is the page's noun."""

from __future__ import annotations

from django.urls import path

from logbook.seasons import views

urlpatterns = [
    path("clubs/<slug:slug>/seasons/", views.season_list, name="season-list"),
    path("clubs/<slug:slug>/seasons/new/", views.season_new, name="season-new"),
    path("seasons/<int:pk>/", views.season, name="season"),
    path("seasons/<int:pk>/edit/", views.season_edit, name="season-edit"),
    path("seasons/<int:pk>/series/new/", views.series_new, name="series-new"),
    path("series/<int:pk>/edit/", views.series_edit, name="series-edit"),
    path("series/<int:pk>/<slug:action>/", views.series_state, name="series-state"),
]
