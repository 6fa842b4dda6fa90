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
]
