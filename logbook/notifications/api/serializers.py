"""Webhooks: addresses elsewhere that hear what happens in a club."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from logbook.notifications.models import ClubEvent
from logbook.notifications.models import Delivery as DeliveryModel


class DeliverySerializer(serializers.Serializer[Any]):
    """A message that was sent there, or will be."""

    id = serializers.IntegerField(source="pk")
    is_test = serializers.BooleanField()
    state = serializers.ChoiceField(choices=DeliveryModel.State.values)
    created_at = serializers.DateTimeField()
    ended_at = serializers.DateTimeField(allow_null=True)
    tries = serializers.IntegerField()
    status = serializers.IntegerField(allow_null=True, help_text="What the address answered.")
    note = serializers.CharField(allow_blank=True)


class WebhookSerializer(serializers.Serializer[Any]):
    """An address that hears from a club."""

    id = serializers.IntegerField(source="pk")
    shown = serializers.CharField(help_text="Its host, and how it ends: the whole address is a secret.")
    kinds = serializers.ListField(child=serializers.ChoiceField(choices=ClubEvent.Kind.values))
    created_at = serializers.DateTimeField()
    failures = serializers.IntegerField(help_text="Messages in a row that could not be delivered.")
    disabled_at = serializers.DateTimeField(allow_null=True, help_text="Switched off after too many of them.")
    deliveries = DeliverySerializer(many=True, source="log", help_text="The last ones.")


class WebhookInputSerializer(serializers.Serializer[Any]):
    """An address, and what it hears."""

    url = serializers.CharField(max_length=500, help_text="https only, and public addresses only.")
    kinds = serializers.ListField(
        child=serializers.ChoiceField(choices=ClubEvent.Kind.values), min_length=1, max_length=len(ClubEvent.Kind)
    )
