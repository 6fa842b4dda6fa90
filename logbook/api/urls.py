"""URLs under /api/v1/, by subject."""

from __future__ import annotations

from django.urls import include, path, re_path

from logbook.api import not_found, schema_views
from logbook.api.routing import under

urlpatterns = [
    *under(
        "",
        ("schema/", schema_views.SchemaView, "schema"),
    ),
    path("", include("logbook.people.api.urls")),
    path("", include("logbook.crews.api.urls")),
    path("", include("logbook.clubs.api.urls")),
    path("", include("logbook.tables.api.urls")),
    path("", include("logbook.replays.api.urls")),
    path("", include("logbook.challenges.api.urls")),
    path("", include("logbook.travellers.api.urls")),
    path("", include("logbook.reviews.api.urls")),
    path("", include("logbook.talk.api.urls")),
    path("", include("logbook.leaderboards.api.urls")),
    path("", include("logbook.seasons.api.urls")),
    path("", include("logbook.daily.api.urls")),
    path("", include("logbook.campaigns.api.urls")),
    path("", include("logbook.catalogue.api.urls")),
    path("", include("logbook.notifications.api.urls")),
    path("", include("logbook.exchange.api.urls")),
    re_path("", not_found.NotFoundView.as_view(), name="api-nowhere"),
]
