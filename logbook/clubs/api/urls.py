"""URLs of the API of clubs."""

from __future__ import annotations

from logbook.api.routing import under
from logbook.clubs.api import member_views, views

urlpatterns = [
    *under(
        "clubs/",
        ("", views.ClubListView, "clubs"),
    ),
    *under(
        "clubs/<slug:slug>/",
        ("", views.ClubDetailView, "club"),
        ("join/", views.ClubJoinView, "club-join"),
        ("leave/", views.ClubLeaveView, "club-leave"),
        ("members/", member_views.MemberListView, "club-members"),
        ("members/<number:player>/", member_views.MemberDetailView, "club-member"),
        ("removed/", member_views.RemovalListView, "club-removals"),
        ("removed/<number:player>/", member_views.RemovalDetailView, "club-removal"),
        ("crews/", member_views.CrewListView, "club-crews"),
        ("crews/<slug:crew>/", member_views.CrewDetailView, "club-crew"),
        ("requests/", member_views.RequestListView, "club-requests"),
        ("requests/<number:pk>/", member_views.RequestDetailView, "club-request"),
        ("invitations/", views.ClubInvitationsView, "club-invitations"),
        ("invitations/mail/", views.ClubMailInvitationsView, "club-invitations-mail"),
        ("news/", member_views.NewsListView, "club-news"),
        ("news/<number:pk>/", member_views.NewsDetailView, "club-post"),
    ),
]
