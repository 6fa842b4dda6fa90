"""URLs of the API of replays."""

from __future__ import annotations

from logbook.api.routing import under
from logbook.replays.api import views

urlpatterns = [
    *under(
        "tables/<number:table_id>/",
        ("attempts/", views.TableAttemptsView, "table-attempts"),
    ),
    *under(
        "attempts/",
        ("", views.AttemptListView, "attempts"),
        ("<number:attempt>/", views.AttemptDetailView, "attempt"),
    ),
    *under(
        "replays/<number:attempt>/",
        ("", views.ReplayDetailView, "replay"),
        ("moments/", views.ReplayMomentsView, "replay-moments"),
        ("record/", views.ReplayRecordView, "replay-record"),
    ),
]
