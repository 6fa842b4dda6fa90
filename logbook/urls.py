"""Page routes by subject. No namespace; a name is the page's noun."""

from __future__ import annotations

from django.urls import include, path

urlpatterns = [
    path("", include("logbook.people.urls")),
    path("", include("logbook.crews.urls")),
    path("", include("logbook.clubs.urls")),
    path("", include("logbook.tables.urls")),
    path("", include("logbook.replays.urls")),
    path("", include("logbook.travellers.urls")),
    path("", include("logbook.reviews.urls")),
    path("", include("logbook.player_lessons.urls")),
    path("", include("logbook.lessons.urls")),
    path("", include("logbook.talk.urls")),
    path("", include("logbook.rooms.urls")),
    path("", include("logbook.challenges.urls")),
    path("", include("logbook.leaderboards.urls")),
    path("", include("logbook.races.urls")),
    path("", include("logbook.seasons.urls")),
    path("", include("logbook.daily.urls")),
    path("", include("logbook.campaigns.urls")),
    path("", include("logbook.typed_deals.urls")),
    path("", include("logbook.catalogue.urls")),
    path("", include("logbook.notifications.urls")),
    path("", include("logbook.exchange.urls")),
    path("", include("logbook.site.urls")),
]
