"""URLs of lessons by players. A name is the page's noun."""

from __future__ import annotations

from django.urls import path

from logbook.player_lessons.views import authoring, learning, publishing

urlpatterns = [
    path("replays/<int:attempt_id>/lesson/", authoring.lesson_make, name="player-lesson-make"),
    path("lessons/by-players/<slug:key>/", learning.lesson, name="player-lesson"),
    path("lessons/by-players/<slug:key>/act/", learning.lesson_act, name="player-lesson-act"),
    path("lessons/by-players/<slug:key>/again/", learning.lesson_again, name="player-lesson-again"),
    path("lessons/by-players/<slug:key>/vote/", learning.lesson_vote, name="player-lesson-vote"),
    path("lessons/by-players/<slug:key>/edit/", authoring.lesson_edit, name="player-lesson-edit"),
    path("lessons/by-players/<slug:key>/edit/<int:moment>/", authoring.lesson_step, name="player-lesson-step"),
    path("lessons/by-players/<slug:key>/delete/", authoring.lesson_delete, name="player-lesson-delete"),
    path("lessons/by-players/<slug:key>/share/", publishing.lesson_share, name="player-lesson-share"),
    path("lessons/by-players/<slug:key>/publish/", publishing.lesson_publish, name="player-lesson-publish"),
    path("lessons/by-players/<slug:key>/report/", publishing.lesson_report, name="player-lesson-report"),
    path("lessons/by-players/<slug:key>/return/", publishing.lesson_return, name="player-lesson-return"),
]
