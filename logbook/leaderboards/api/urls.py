"""URLs of the API of leaderboards."""

from __future__ import annotations

from logbook.api.routing import under
from logbook.leaderboards.api import views

urlpatterns = [
    *under(
        "",
        ("leaderboards/", views.BoardListView, "boards"),
        ("leaderboards/<slug:game>/<str:mission>/", views.BoardDetailView, "board"),
    ),
]
