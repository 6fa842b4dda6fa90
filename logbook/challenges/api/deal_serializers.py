"""Serializers of open deals and of deal access."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from logbook.challenges.api.real_table_serializers import SheetTaskSerializer


class DealtHandSerializer(serializers.Serializer[Any]):
    """A hand of a deal."""

    name = serializers.CharField()
    captain = serializers.BooleanField()
    hand = serializers.ListField(child=serializers.CharField(), help_text="Cards, for example `P7`.")


class DealOpenSerializer(serializers.Serializer[Any]):
    """A deal with all its cards."""

    stage = serializers.IntegerField(source="deal.stage.number")
    attempt = serializers.IntegerField(source="deal.attempt")
    text = serializers.CharField(help_text="Explanation of the mission, in the caller's language.")
    hands = DealtHandSerializer(many=True)
    tasks = SheetTaskSerializer(many=True)


class DealConfirmationSerializer(serializers.Serializer[Any]):
    """A confirmation of giving up a deal, which the caller can't play afterwards."""

    sure = serializers.BooleanField(help_text="Must be true to give up the deal.")


class DealAccessSerializer(serializers.Serializer[Any]):
    """An entry of a challenge's access log."""

    name = serializers.CharField(source="who", help_text="Name of the player or guest.")
    crew = serializers.CharField(allow_blank=True, help_text="Name of the crew; empty for none.")
    stage = serializers.IntegerField()
    attempt = serializers.IntegerField()
    text = serializers.CharField(help_text="The way in which the player saw the cards, in the caller's language.")
    at = serializers.DateTimeField()
    taken_back = serializers.DateTimeField(
        allow_null=True, help_text="Time at which an organizer restored the player to the deal; null otherwise."
    )
