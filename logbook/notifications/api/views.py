"""API views of a club's webhooks, for its organizers."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from logbook.api.base_views import Operation, no_content, operation, parse_body, respond, serialize_many
from logbook.api.callers import member
from logbook.api.pagination import paged_sequence
from logbook.clubs.access import organized_club_for
from logbook.clubs.models import Club
from logbook.notifications.api.serializers import DeliverySerializer, WebhookInputSerializer, WebhookSerializer
from logbook.notifications.models import Webhook as Model
from logbook.notifications.selectors import webhooks_of
from logbook.notifications.services import webhooks


class WebhookListView(Operation):
    """A club's webhooks."""

    @operation("listWebhooks", WebhookSerializer, listed=True)
    def get(self, request: Request, slug: str) -> Response:
        """List a club's webhooks with their latest deliveries.

        Organizers of the club only.
        """
        club = organized_club_for(member(request), slug)
        return paged_sequence(request, webhooks_of(club), lambda page: serialize_many(WebhookSerializer, page))

    def before_transaction(self, request: Request, **kwargs: str) -> None:
        """Refuse an unusable address before the transaction opens."""
        organized_club_for(member(request), kwargs["slug"])
        webhooks.ensure_address_allowed(parse_body(WebhookInputSerializer, request)["url"])

    @operation("addWebhook", WebhookSerializer, body=WebhookInputSerializer, status=HTTPStatus.CREATED)
    def post(self, request: Request, slug: str) -> Response:
        """Add a webhook.

        Sends the club's events of the given kinds as JSON that Discord accepts: `{"content": "…"}`. Organizers of the
        club only.
        """
        player = member(request)
        club = organized_club_for(player, slug)
        data = parse_body(WebhookInputSerializer, request)
        kinds = list(dict.fromkeys(data["kinds"]))
        hook = webhooks.store_webhook(club=club, by=player, url=data["url"], kinds=kinds)
        return respond(WebhookSerializer, _webhook_row(club, hook.pk), status=HTTPStatus.CREATED)


class WebhookBaseView(Operation):
    """Base of the operations on a webhook."""

    def hook(self, slug: str, pk: int) -> Model:
        """Return a webhook of a club that the caller organizes, or raise 404."""
        return get_object_or_404(organized_club_for(member(self.request), slug).webhooks, pk=pk)


class WebhookDetailView(WebhookBaseView):
    """A webhook."""

    @operation("removeWebhook", {204: None})
    def delete(self, request: Request, slug: str, webhook: int) -> Response:
        """Delete a webhook with its deliveries.

        Organizers of the club only.
        """
        webhooks.remove_webhook(webhook=self.hook(slug, webhook))
        return no_content()


class WebhookTestView(WebhookBaseView):
    """A test delivery."""

    @operation("testWebhook", DeliverySerializer, status=HTTPStatus.CREATED)
    def post(self, request: Request, slug: str, webhook: int) -> Response:
        """Send a test message.

        Returns the delivery as `waiting`; its result appears among the webhook's deliveries. Organizers of the club
        only.
        """
        return respond(
            DeliverySerializer, webhooks.test_webhook(webhook=self.hook(slug, webhook)), status=HTTPStatus.CREATED
        )


class WebhookEnableView(WebhookBaseView):
    """Enabling a webhook."""

    @operation("enableWebhook", WebhookSerializer)
    def post(self, request: Request, slug: str, webhook: int) -> Response:
        """Enable a webhook that was disabled.

        Resets `failures`. Idempotent. Organizers of the club only.
        """
        hook = self.hook(slug, webhook)
        webhooks.enable_webhook(webhook=hook)
        return respond(WebhookSerializer, _webhook_row(hook.club, hook.pk))


def _webhook_row(club: Club, pk: int) -> Any:
    return next(hook for hook in webhooks_of(club) if hook.pk == pk)
