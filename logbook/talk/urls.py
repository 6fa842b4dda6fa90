"""URLs of talk. A name is the page's noun."""

from __future__ import annotations

from django.urls import path

from logbook.talk import views

urlpatterns = [
    path("tables/<int:table_id>/talk/", views.talk, name="talk"),
]
