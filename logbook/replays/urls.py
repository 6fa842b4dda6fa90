"""URLs of replays. A name is the page's noun."""

from __future__ import annotations

from django.urls import path

from logbook.replays import views

urlpatterns = [
    path("replays/<int:attempt_id>/", views.replay, name="replay"),
    path("replays/<int:attempt_id>/as-played/", views.as_played, name="replay-as-played"),
    path("replays/<int:attempt_id>/line/", views.replay_variation, name="replay-line"),
    path("replays/<int:attempt_id>/ask/", views.replay_ask, name="replay-ask"),
    path("replays/<int:attempt_id>/record.txt", views.record, name="record"),
]
