"""URLs of campaigns. A name is the page's noun."""

from __future__ import annotations

from django.urls import path

from logbook.campaigns.views import boards, campaigns, companion, entries, printed, statistics

urlpatterns = [
    path("leaderboards/<slug:game>/campaigns/<int:players>/", boards.campaign_board, name="campaign-board"),
    path(
        "leaderboards/<slug:game>/campaigns/<int:players>/<slug:kind>.csv",
        boards.campaign_board_csv,
        name="campaign-board-csv",
    ),
    path(
        "leaderboards/<slug:game>/campaigns/<int:players>/<slug:kind>.png",
        boards.campaign_board_picture,
        name="campaign-board-picture",
    ),
    path("companion/worker.js", campaigns.campaign_worker, name="companion-worker"),
    path("companion/", companion.companion_choose, name="companion-choose"),
    path("companion/<slug:game>/<str:mission>/", companion.companion, name="companion"),
    path("crews/<slug:slug>/statistics/", statistics.crew_statistics, name="crew-statistics"),
    path("crews/<slug:slug>/campaigns/new/", campaigns.campaign_new, name="campaign-new"),
    path("campaigns/worker.js", campaigns.campaign_worker, name="campaign-worker"),
    path("campaigns/<int:pk>/", campaigns.campaign, name="campaign"),
    path("campaigns/<int:pk>/log/", entries.entry_new, name="campaign-log"),
    path("campaigns/<int:pk>/tally/", campaigns.campaign_tally, name="campaign-tally"),
    path("campaigns/<int:pk>/missions/<str:mission>/", campaigns.campaign_mission, name="campaign-mission"),
    path("campaigns/<int:pk>/entries/<int:entry>/", entries.entry, name="campaign-entry"),
    path("campaigns/<int:pk>/entries/<int:entry>/photo.jpg", entries.entry_photo, name="campaign-photo"),
    path("campaigns/<int:pk>/entries/<int:entry>/<slug:what>/", entries.entry_turn, name="campaign-entry-turn"),
    path("campaigns/<int:pk>/print/", printed.campaign_print, name="campaign-print"),
    path("campaigns/<int:pk>/logbook-<slug:paper>.pdf", printed.campaign_pdf, name="campaign-pdf"),
    path("campaigns/<int:pk>/turn/<slug:what>/", campaigns.campaign_turn, name="campaign-turn"),
]
