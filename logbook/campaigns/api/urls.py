"""URLs of the API of campaigns."""

from __future__ import annotations

from logbook.api.routing import under
from logbook.campaigns.api import entry_views, views

urlpatterns = [
    *under(
        "leaderboards/<slug:game>/campaigns/<number:players>/",
        ("", views.CampaignBoardView, "campaign-board"),
    ),
    *under(
        "campaigns/",
        ("", views.CampaignListView, "campaigns"),
    ),
    *under(
        "campaigns/<number:campaign>/",
        ("", views.CampaignDetailView, "campaign"),
        ("people/", views.CampaignPeopleView, "campaign-people"),
        ("close/", views.CampaignCloseView, "campaign-close"),
        ("reopen/", views.CampaignReopenView, "campaign-reopen"),
        ("tally/", entry_views.CampaignTallyView, "campaign-tally"),
        ("entries/", entry_views.EntryListView, "entries"),
        ("entries/<number:entry>/", entry_views.EntryDetailView, "entry"),
        ("entries/<number:entry>/remove/", entry_views.EntryRemoveView, "entry-remove"),
        ("entries/<number:entry>/restore/", entry_views.EntryRestoreView, "entry-restore"),
        ("entries/<number:entry>/photo/", entry_views.EntryPhotoView, "entry-photo"),
    ),
]
