"""URLs of the catalogue. A name is the page's noun."""

from __future__ import annotations

from django.urls import path

from logbook.catalogue import views

urlpatterns = [
    path("missions/", views.mission_list, name="mission-list"),
    path("missions/<slug:game>/tasks/", views.task_list, name="task-list"),
    path("missions/<slug:game>/<str:mission>/", views.mission, name="mission"),
    path("rules/", views.rules, name="rules"),
    path("rules/words/<slug:word>/", views.word, name="word"),
    path("rules/<slug:game>/<slug:topic>/", views.explanation, name="explanation"),
]
