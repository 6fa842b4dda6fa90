"""The API's addresses of this subject."""

from __future__ import annotations

from logbook.api.routing import under
from logbook.crews.api import merge_views, people_views, views

urlpatterns = [
    *under(
        "",
        ("unions/<str:token>/", merge_views.UnionOne, "union"),
    ),
    *under(
        "crews/",
        ("", views.CrewList, "crews"),
    ),
    *under(
        "crews/<slug:slug>/",
        ("", views.CrewOne, "crew"),
        ("members/", views.CrewMembers, "crew-members"),
        ("members/<number:player>/", views.CrewMemberOne, "crew-member"),
        ("leave/", views.CrewLeave, "crew-leave"),
        ("substitutes/", people_views.SubstituteList, "crew-substitutes"),
        ("substitutes/<number:player>/", people_views.SubstituteOne, "crew-substitute"),
        ("guests/", people_views.GuestList, "crew-guests"),
        ("guests/<number:guest>/claim/", people_views.GuestClaim, "crew-guest-claim"),
        ("claims/<number:claim>/", people_views.ClaimOne, "crew-claim"),
        ("union/", merge_views.CrewUnionOne, "crew-union"),
        ("part/", merge_views.CrewPart, "crew-part"),
        ("name/", merge_views.CrewNameAway, "crew-name"),
    ),
]
