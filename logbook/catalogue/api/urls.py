"""The API's addresses of this subject."""

from __future__ import annotations

from logbook.api.routing import under
from logbook.catalogue.api import views

urlpatterns = [
    *under(
        "games/",
        ("", views.GameList, "games"),
        ("<slug:game>/", views.GameOne, "game"),
        ("<slug:game>/missions/", views.MissionList, "missions"),
        ("<slug:game>/missions/<str:mission>/", views.MissionOne, "mission"),
        ("<slug:game>/tasks/", views.TaskList, "tasks"),
    ),
]
