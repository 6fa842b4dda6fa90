"""URLs of the API of the catalogue."""

from __future__ import annotations

from logbook.api.routing import under
from logbook.catalogue.api import views

urlpatterns = [
    *under(
        "games/",
        ("", views.GameListView, "games"),
        ("<slug:game>/", views.GameDetailView, "game"),
        ("<slug:game>/missions/", views.MissionListView, "missions"),
        ("<slug:game>/missions/<str:mission>/", views.MissionDetailView, "mission"),
        ("<slug:game>/tasks/", views.TaskListView, "tasks"),
    ),
]
