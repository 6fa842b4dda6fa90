"""The API's addresses of this subject."""

from __future__ import annotations

from logbook.api.routing import under
from logbook.campaigns.api import entry_views, photo_views, views

urlpatterns = [
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
        ("lines/", entry_views.EntryListView, "lines"),
        ("lines/<number:line>/", entry_views.EntryDetailView, "line"),
        ("lines/<number:line>/remove/", entry_views.EntryRemoveView, "line-remove"),
        ("lines/<number:line>/restore/", entry_views.EntryRestoreView, "line-restore"),
        ("lines/<number:line>/photo/", photo_views.EntryPhotoView, "line-photo"),
    ),
]
