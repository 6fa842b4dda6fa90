"""URLs of the API of people."""

from __future__ import annotations

from logbook.api.routing import under
from logbook.people.api import invitation_views, views

urlpatterns = [
    *under(
        "",
        ("me/", views.MeView, "me"),
        ("me/keys/", views.KeysView, "me-keys"),
        ("links/<str:token>/", invitation_views.LinkDetailView, "link"),
        ("links/<str:token>/accept/", invitation_views.LinkAcceptView, "link-accept"),
        ("invitations/<number:invitation>/", invitation_views.InvitationDetailView, "invitation"),
    ),
    *under(
        "tables/<number:table_id>/",
        ("invitations/", invitation_views.TableInvitationsView, "table-invitations"),
    ),
    *under(
        "clubs/<slug:slug>/",
        ("invitations/", invitation_views.ClubInvitationsView, "club-invitations"),
        ("invitations/mail/", invitation_views.ClubMailInvitationsView, "club-invitations-mail"),
    ),
    *under(
        "crews/<slug:slug>/",
        ("invitations/", invitation_views.CrewInvitationsView, "crew-invitations"),
    ),
]
