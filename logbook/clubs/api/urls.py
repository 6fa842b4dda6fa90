"""The API's addresses of this subject."""

from __future__ import annotations

from logbook.api.routing import under
from logbook.clubs.api import member_views, views

urlpatterns = [
    *under(
        "clubs/",
        ("", views.ClubList, "clubs"),
    ),
    *under(
        "clubs/<slug:slug>/",
        ("", views.ClubOne, "club"),
        ("join/", views.ClubJoin, "club-join"),
        ("leave/", views.ClubLeave, "club-leave"),
        ("members/", member_views.MemberList, "club-members"),
        ("members/<number:player>/", member_views.MemberOne, "club-member"),
        ("removed/", member_views.RemovalList, "club-removals"),
        ("removed/<number:player>/", member_views.RemovalOne, "club-removal"),
        ("crews/", member_views.CrewList, "club-crews"),
        ("crews/<slug:crew>/", member_views.CrewOne, "club-crew"),
        ("requests/", member_views.RequestList, "club-requests"),
        ("requests/<number:pk>/", member_views.RequestOne, "club-request"),
        ("news/", member_views.NewsList, "club-news"),
        ("news/<number:pk>/", member_views.NewsOne, "club-post"),
    ),
]
