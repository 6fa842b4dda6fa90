"""Serializers of the caller and of other players."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers


class PersonSerializer(serializers.Serializer[Any]):
    """A player."""

    id = serializers.IntegerField(source="pk")
    name = serializers.CharField()


class MeSerializer(PersonSerializer):
    """Who asks, and what their token allows."""

    is_guest = serializers.BooleanField()
    scopes = serializers.ListField(
        child=serializers.ChoiceField(choices=["read", "play", "write", "manage"]),
        help_text="What the token allows; of a session all.",
    )
    expires_at = serializers.DateTimeField(allow_null=True, help_text="When the token expires; null for a session.")


class EndedKeysSerializer(serializers.Serializer[Any]):
    """How many of each were open until then."""

    tokens = serializers.IntegerField()
    calendars = serializers.IntegerField()


class CrewNameSerializer(serializers.Serializer[Any]):
    """A crew, in a word."""

    slug = serializers.CharField()
    name = serializers.CharField()
