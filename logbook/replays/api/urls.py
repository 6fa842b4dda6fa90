"""The API's addresses of this subject."""

from __future__ import annotations

from logbook.api.routing import under
from logbook.replays.api import views

urlpatterns = [
    *under(
        "tables/<number:table_id>/",
        ("attempts/", views.TableAttempts, "table-attempts"),
    ),
    *under(
        "attempts/",
        ("", views.AttemptList, "attempts"),
        ("<number:attempt>/", views.AttemptOne, "attempt"),
    ),
    *under(
        "replays/<number:attempt>/",
        ("", views.ReplayOne, "replay"),
        ("moments/", views.ReplayMoments, "replay-moments"),
        ("record/", views.ReplayRecord, "replay-record"),
    ),
]
