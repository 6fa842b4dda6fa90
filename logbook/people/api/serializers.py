"""Serializers of the caller and of accepted links."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from logbook.api.serializers import PersonSerializer


class MeSerializer(PersonSerializer):
    """The caller, and what their token allows."""

    is_guest = serializers.BooleanField(help_text="Whether the caller has no account.")
    scopes = serializers.ListField(
        child=serializers.ChoiceField(choices=["read", "play", "write", "manage"]),
        help_text="Scopes of the token; all scopes for a session.",
    )
    page_audience = serializers.CharField(help_text="Readers of the caller's page: everyone, known or nobody.")
    page_sections = serializers.ListField(
        child=serializers.CharField(), help_text="Sections of the page: missions, streaks, rounds, crews."
    )
    expires_at = serializers.DateTimeField(allow_null=True, help_text="Expiry of the token; null for a session.")


class EndedKeysSerializer(serializers.Serializer[Any]):
    """The number of tokens and calendar addresses that were revoked, and of devices that show nothing more."""

    tokens = serializers.IntegerField(help_text="Number of tokens revoked.")
    calendars = serializers.IntegerField(help_text="Number of calendar addresses revoked.")
    devices = serializers.IntegerField(help_text="Number of devices on which notifications were turned off.")


class ComingSerializer(serializers.Serializer[Any]):
    """Options for accepting a link."""

    crew = serializers.SlugField(
        max_length=70,
        allow_null=True,
        default=None,
        help_text="Links into a club only: slug of the caller's crew to bring along.",
    )
