"""URLs of the API of crews."""

from __future__ import annotations

from logbook.api.routing import under
from logbook.crews.api import invitation_views, merge_views, people_views, views

urlpatterns = [
    *under(
        "",
        ("merges/<str:token>/", merge_views.MergeDetailView, "merge"),
    ),
    *under(
        "crews/",
        ("", views.CrewListView, "crews"),
    ),
    *under(
        "crews/<slug:slug>/",
        ("", views.CrewDetailView, "crew"),
        ("invitations/", invitation_views.CrewInvitationsView, "crew-invitations"),
        ("members/", views.CrewMembersView, "crew-members"),
        ("members/<number:player>/", views.CrewMemberDetailView, "crew-member"),
        ("leave/", views.CrewLeaveView, "crew-leave"),
        ("substitutes/", people_views.SubstituteListView, "crew-substitutes"),
        ("substitutes/<number:player>/", people_views.SubstituteDetailView, "crew-substitute"),
        ("guests/", people_views.GuestListView, "crew-guests"),
        ("guests/<number:guest>/claim/", people_views.GuestClaimView, "crew-guest-claim"),
        ("claims/<number:claim>/", people_views.ClaimDetailView, "crew-claim"),
        ("merge/", merge_views.CrewMergeView, "crew-merge"),
        ("split/", merge_views.CrewSplitView, "crew-split"),
        ("name/", merge_views.CrewAnonymiseView, "crew-name"),
    ),
]
