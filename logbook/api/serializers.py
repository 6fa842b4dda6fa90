"""Serializers that several subjects use: a player, a crew, a club, and views of a game."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

import games
from logbook.api.view_schemas import VIEW_REF

GAMES = list(games.GAMES)


class PersonSerializer(serializers.Serializer[Any]):
    """A player."""

    id = serializers.IntegerField(source="pk")
    name = serializers.CharField()


class CrewNameSerializer(serializers.Serializer[Any]):
    """A crew's name and slug."""

    slug = serializers.CharField()
    name = serializers.CharField()


class ClubNameSerializer(serializers.Serializer[Any]):
    """A club's name and slug."""

    slug = serializers.CharField()
    name = serializers.CharField()


@extend_schema_field({"anyOf": [VIEW_REF, {"type": "null"}]})
class ViewField(serializers.JSONField):
    """A view as the engine's JSON; null if the caller may not watch."""


@extend_schema_field({"type": "array", "items": VIEW_REF})
class ViewsField(serializers.JSONField):
    """Views, by seat."""
