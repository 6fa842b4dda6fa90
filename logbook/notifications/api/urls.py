"""The API's addresses of this subject."""

from __future__ import annotations

from logbook.api.routing import under
from logbook.notifications.api import views

urlpatterns = [
    *under(
        "clubs/<slug:slug>/",
        ("webhooks/", views.WebhookList, "club-webhooks"),
        ("webhooks/<number:webhook>/", views.WebhookOne, "club-webhook"),
        ("webhooks/<number:webhook>/test/", views.WebhookTest, "club-webhook-test"),
        ("webhooks/<number:webhook>/enable/", views.WebhookEnable, "club-webhook-enable"),
    ),
]
