"""URLs of lessons."""

from __future__ import annotations

from django.urls import path

from logbook.lessons import views

urlpatterns = [
    path("lessons/", views.lesson_list, name="lesson-list"),
    path("lessons/practice/", views.practice, name="practice"),
    path("lessons/practice/again/", views.practice_again, name="practice-again"),
    path("lessons/practice/<int:table_id>/answer/", views.practice_answer, name="practice-answer"),
    path("lessons/<slug:slug>/", views.lesson, name="lesson"),
    path("lessons/<slug:slug>/act/", views.lesson_act, name="lesson-act"),
    path("lessons/<slug:slug>/again/", views.lesson_again, name="lesson-again"),
]
