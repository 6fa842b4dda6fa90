"""URLs of the API of people."""

from __future__ import annotations

from logbook.api.routing import under
from logbook.people.api import views

urlpatterns = [
    *under(
        "",
        ("me/", views.MeView, "me"),
        ("me/keys/", views.KeysView, "me-keys"),
        ("links/<str:token>/", views.LinkDetailView, "link"),
        ("links/<str:token>/accept/", views.LinkAcceptView, "link-accept"),
        ("invitations/<number:invitation>/", views.InvitationDetailView, "invitation"),
    ),
]
