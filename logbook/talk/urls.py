"""URLs of talk. A name is the page's noun."""

from __future__ import annotations

from django.urls import path

from logbook.talk.views import lines, settings, talk

urlpatterns = [
    path("tables/<int:table_id>/talk/", talk.talk, name="talk"),
    path("tables/<int:table_id>/talk/<int:line>/", lines.talk_line, name="talk-line"),
    path("talk/", settings.talk_own, name="talk-own"),
    path("talk/lines.json", settings.talk_export, name="talk-export"),
    path("talk/reports/", settings.talk_reports, name="talk-reports"),
    path("talk/reports/<int:line>/", lines.talk_hide, name="talk-hide"),
    path("crews/<slug:slug>/talk/", settings.crew_talk, name="crew-talk"),
    path("clubs/<slug:slug>/talk/", settings.club_talk, name="club-talk"),
]
