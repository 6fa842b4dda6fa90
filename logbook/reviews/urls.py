"""URLs of reviews. A name is the page's noun."""

from __future__ import annotations

from django.urls import path

from logbook.reviews import views

urlpatterns = [
    path("replays/<int:attempt_id>/comments/", views.review, name="review"),
    path("replays/<int:attempt_id>/comments/<int:comment>/", views.comment_edit, name="comment"),
    path("replays/<int:attempt_id>/comments/<int:comment>/delete/", views.comment_delete, name="comment-delete"),
]
