"""URLs of the API of crews."""

from __future__ import annotations

from logbook.api.routing import under
from logbook.crews.api import views

urlpatterns = [
    *under(
        "",
        ("merges/<str:token>/", views.MergeDetailView, "merge"),
    ),
    *under(
        "crews/",
        ("", views.CrewListView, "crews"),
    ),
    *under(
        "crews/<slug:slug>/",
        ("", views.CrewDetailView, "crew"),
        ("invitations/", views.CrewInvitationsView, "crew-invitations"),
        ("members/", views.CrewMembersView, "crew-members"),
        ("members/<number:player>/", views.CrewMemberDetailView, "crew-member"),
        ("leave/", views.CrewLeaveView, "crew-leave"),
        ("substitutes/", views.SubstituteListView, "crew-substitutes"),
        ("substitutes/<number:player>/", views.SubstituteDetailView, "crew-substitute"),
        ("guests/", views.GuestListView, "crew-guests"),
        ("guests/<number:guest>/claim/", views.GuestClaimView, "crew-guest-claim"),
        ("claims/<number:claim>/", views.ClaimDetailView, "crew-claim"),
        ("merge/", views.CrewMergeView, "crew-merge"),
        ("split/", views.CrewSplitView, "crew-split"),
        ("name/", views.CrewAnonymiseView, "crew-name"),
    ),
]
