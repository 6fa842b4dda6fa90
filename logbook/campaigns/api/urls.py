"""The API's addresses of this subject."""

from __future__ import annotations

from logbook.api.routing import under
from logbook.campaigns.api import entry_views, photo_views, views

urlpatterns = [
    *under(
        "campaigns/",
        ("", views.CampaignList, "campaigns"),
    ),
    *under(
        "campaigns/<number:campaign>/",
        ("", views.CampaignOne, "campaign"),
        ("people/", views.CampaignPeople, "campaign-people"),
        ("close/", views.CampaignClose, "campaign-close"),
        ("reopen/", views.CampaignReopen, "campaign-reopen"),
        ("tally/", entry_views.CampaignTally, "campaign-tally"),
        ("lines/", entry_views.LineList, "lines"),
        ("lines/<number:line>/", entry_views.LineOne, "line"),
        ("lines/<number:line>/remove/", entry_views.LineRemove, "line-remove"),
        ("lines/<number:line>/restore/", entry_views.LineRestore, "line-restore"),
        ("lines/<number:line>/photo/", photo_views.LinePhoto, "line-photo"),
    ),
]
