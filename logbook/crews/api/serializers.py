"""Serializers of crews."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from logbook.crews.models.crews import CrewMember
from logbook.lib.names import validate_single_line
from logbook.people.api.serializers import CrewNameSerializer, PersonSerializer


class CrewRowSerializer(CrewNameSerializer):
    """A crew in a list."""

    members = serializers.IntegerField(source="size")


class CrewSerializer(CrewNameSerializer):
    """A crew of one's own."""

    created_at = serializers.DateTimeField()
    became = CrewNameSerializer(allow_null=True, help_text="The crew that it became part of.")
    members = serializers.IntegerField(help_text="How many are in it today.")
    former = serializers.IntegerField(help_text="How many were.")
    clubs = serializers.ListField(child=serializers.CharField(), help_text="The clubs in which it plays.")


class CrewInputSerializer(serializers.Serializer[Any]):
    """A crew to found."""

    name = serializers.CharField(validators=[validate_single_line], max_length=60)


class CrewMembershipSerializer(serializers.Serializer[Any]):
    """Somebody in a crew."""

    player = PersonSerializer()
    role = serializers.ChoiceField(choices=CrewMember.Role.values)
    joined_at = serializers.DateTimeField()
