"""URLs of the API of reviews."""

from __future__ import annotations

from logbook.api.routing import under
from logbook.reviews.api import views

urlpatterns = [
    *under(
        "attempts/<number:attempt>/comments/",
        ("", views.CommentListView, "attempt-comments"),
        ("<number:comment>/", views.CommentDetailView, "attempt-comment"),
        ("<number:comment>/removal/", views.CommentRemovalView, "attempt-comment-removal"),
    ),
]
