"""Serializers of open deals and of deal access."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from logbook.challenges.api.real_table_serializers import SheetTaskSerializer


class DealtHandSerializer(serializers.Serializer[Any]):
    """What somebody was dealt."""

    name = serializers.CharField()
    captain = serializers.BooleanField()
    hand = serializers.ListField(child=serializers.CharField())


class DealOpenSerializer(serializers.Serializer[Any]):
    """A deal with all its cards."""

    stage = serializers.IntegerField(source="deal.stage.number")
    attempt = serializers.IntegerField(source="deal.attempt")
    words = serializers.CharField(help_text="The mission.")
    hands = DealtHandSerializer(many=True)
    tasks = SheetTaskSerializer(many=True)


class DealConfirmationSerializer(serializers.Serializer[Any]):
    """The word that one gives a deal up: who has looked at it does not play it any more."""

    sure = serializers.BooleanField()


class DealAccessSerializer(serializers.Serializer[Any]):
    """A line of the ledger."""

    who = serializers.CharField()
    crew = serializers.CharField(allow_blank=True)
    stage = serializers.IntegerField()
    attempt = serializers.IntegerField()
    words = serializers.CharField(source="text", help_text="How they came to see it.")
    at = serializers.DateTimeField()
    taken_back = serializers.DateTimeField(allow_null=True, help_text="When an organizer let them back in.")
