"""Page routes of leaderboards. A name is the page's noun."""

from __future__ import annotations

from django.urls import path

from logbook.leaderboards import views

urlpatterns = [
    path("leaderboards/", views.leaderboard_list, name="leaderboard-list"),
    path("leaderboards/<slug:game>/<str:mission>/", views.leaderboard, name="leaderboard"),
    path("leaderboards/<slug:game>/<str:mission>/picture.png", views.leaderboard_picture, name="leaderboard-picture"),
    path("leaderboards/<slug:game>/<str:mission>/board.csv", views.leaderboard_csv, name="leaderboard-csv"),
]
