"""A club's webhooks: for its organizers."""

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
    """The addresses."""

    @operation("listWebhooks", WebhookSerializer, listed=True)
    def get(self, request: Request, slug: str) -> Response:
        """The webhooks of a club that one organizes, each with its last deliveries."""
        club = organized_club_for(member(request), slug)
        return paged_sequence(request, webhooks_of(club), lambda page: serialize_many(WebhookSerializer, page))

    def before_transaction(self, request: Request, **named: str) -> None:
        """Its name is looked up elsewhere, which may take long."""
        organized_club_for(member(request), named["slug"])
        webhooks.ensure_address_allowed(parse_body(WebhookInputSerializer, request)["url"])

    @operation("addWebhook", WebhookSerializer, asks=WebhookInputSerializer, status=HTTPStatus.CREATED)
    def post(self, request: Request, slug: str) -> Response:
        """Let an address hear from the club, in the JSON that Discord reads."""
        player = member(request)
        club = organized_club_for(player, slug)
        data = parse_body(WebhookInputSerializer, request)
        kinds = list(dict.fromkeys(data["kinds"]))
        hook = webhooks.store_webhook(club=club, by=player, url=data["url"], kinds=kinds)
        return respond(WebhookSerializer, _webhook_row(club, hook.pk), status=HTTPStatus.CREATED)


class WebhookBaseView(Operation):
    """An operation on a webhook."""

    def hook(self, slug: str, pk: int) -> Model:
        """A webhook of a club that the caller organizes."""
        return get_object_or_404(organized_club_for(member(self.request), slug).webhooks, pk=pk)


class WebhookDetailView(WebhookBaseView):
    """A webhook."""

    @operation("removeWebhook", {204: None})
    def delete(self, request: Request, slug: str, webhook: int) -> Response:
        """Take a webhook away, with its log."""
        webhooks.remove_webhook(webhook=self.hook(slug, webhook))
        return no_content()


class WebhookTestView(WebhookBaseView):
    """A word, to see whether it arrives."""

    @operation("testWebhook", DeliverySerializer, status=HTTPStatus.CREATED)
    def post(self, request: Request, slug: str, webhook: int) -> Response:
        """Send a test. Its line in the log says by and by whether it arrived."""
        return respond(
            DeliverySerializer, webhooks.test_webhook(webhook=self.hook(slug, webhook)), status=HTTPStatus.CREATED
        )


class WebhookEnableView(WebhookBaseView):
    """On again."""

    @operation("enableWebhook", WebhookSerializer)
    def post(self, request: Request, slug: str, webhook: int) -> Response:
        """Try again with an address that was switched off. Twice changes nothing more."""
        hook = self.hook(slug, webhook)
        webhooks.enable_webhook(webhook=hook)
        return respond(WebhookSerializer, _webhook_row(hook.club, hook.pk))


def _webhook_row(club: Club, pk: int) -> Any:
    return next(hook for hook in webhooks_of(club) if hook.pk == pk)
