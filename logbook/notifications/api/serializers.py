"""Serializers of webhooks and their deliveries."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from logbook.notifications.models import Delivery as DeliveryModel
from logbook.notifications.models import Webhook


class DeliverySerializer(serializers.Serializer[Any]):
    """A delivery: one message to a webhook."""

    id = serializers.IntegerField(source="pk")
    is_test = serializers.BooleanField(help_text="Whether it is a test message.")
    state = serializers.ChoiceField(choices=DeliveryModel.State.values)
    created_at = serializers.DateTimeField()
    ended_at = serializers.DateTimeField(
        allow_null=True, help_text="Time of the delivery, or of its final failure; null while waiting."
    )
    tries = serializers.IntegerField(help_text="Number of tries so far.")
    status = serializers.IntegerField(
        allow_null=True, help_text="HTTP status returned by the receiver; null if there was none."
    )
    note = serializers.CharField(allow_blank=True, help_text="Reason of a failure; empty otherwise.")


class WebhookSerializer(serializers.Serializer[Any]):
    """A webhook: an address that receives a club's events."""

    id = serializers.IntegerField(source="pk")
    masked_url = serializers.CharField(
        source="shown", help_text="Host and last characters of the address. The full address is secret."
    )
    kinds = serializers.ListField(
        child=serializers.ChoiceField(choices=list(dict(Webhook.KINDS))),
        help_text="Kinds of events that it receives: the club's, and `daily` for the site's deals of the day.",
    )
    created_at = serializers.DateTimeField()
    failures = serializers.IntegerField(help_text="Number of consecutive failed deliveries.")
    disabled_at = serializers.DateTimeField(
        allow_null=True,
        help_text="Time at which too many failed deliveries disabled the webhook; null while it is enabled.",
    )
    deliveries = DeliverySerializer(many=True, source="log", help_text="The latest deliveries, newest first.")


class WebhookInputSerializer(serializers.Serializer[Any]):
    """A webhook to add."""

    url = serializers.CharField(max_length=500, help_text="An `https` address on the public internet.")
    kinds = serializers.ListField(
        child=serializers.ChoiceField(choices=list(dict(Webhook.KINDS))),
        min_length=1,
        max_length=len(Webhook.KINDS),
        help_text="Kinds of events to send: the club's, and `daily` for the site's deals of the day.",
    )
