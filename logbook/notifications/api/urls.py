"""URLs of the API of notifications."""

from __future__ import annotations

from logbook.api.routing import under
from logbook.notifications.api import views

urlpatterns = [
    *under(
        "clubs/<slug:slug>/",
        ("webhooks/", views.WebhookListView, "club-webhooks"),
        ("webhooks/<number:webhook>/", views.WebhookDetailView, "club-webhook"),
        ("webhooks/<number:webhook>/test/", views.WebhookTestView, "club-webhook-test"),
        ("webhooks/<number:webhook>/enable/", views.WebhookEnableView, "club-webhook-enable"),
    ),
]
