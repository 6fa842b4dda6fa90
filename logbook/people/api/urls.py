"""The API's addresses of this subject."""

from __future__ import annotations

from logbook.api.routing import under
from logbook.people.api import invitation_views, views

urlpatterns = [
    *under(
        "",
        ("me/", views.Myself, "me"),
        ("me/keys/", views.Keys, "me-keys"),
        ("links/<str:token>/", invitation_views.LinkOne, "link"),
        ("links/<str:token>/accept/", invitation_views.LinkAccept, "link-accept"),
        ("invitations/<number:invitation>/", invitation_views.InvitationOne, "invitation"),
    ),
    *under(
        "tables/<number:table_id>/",
        ("invitations/", invitation_views.TableInvitations, "table-invitations"),
    ),
    *under(
        "clubs/<slug:slug>/",
        ("invitations/", invitation_views.ClubInvitations, "club-invitations"),
        ("invitations/mail/", invitation_views.ClubInvitationsMail, "club-invitations-mail"),
    ),
    *under(
        "crews/<slug:slug>/",
        ("invitations/", invitation_views.CrewInvitations, "crew-invitations"),
    ),
]
