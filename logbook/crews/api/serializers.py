"""Serializers of crews."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from logbook.api.serializers import CrewNameSerializer, PersonSerializer
from logbook.crews.models.crews import CrewMember
from logbook.lib.names import validate_single_line


class CrewRowSerializer(CrewNameSerializer):
    """A crew in a list."""

    members = serializers.IntegerField(source="size", help_text="Number of current members.")


class CrewSerializer(CrewNameSerializer):
    """A crew."""

    created_at = serializers.DateTimeField()
    became = CrewNameSerializer(
        allow_null=True, help_text="The crew that this crew was merged into; null if it was not merged."
    )
    members = serializers.IntegerField(help_text="Number of current members.")
    former = serializers.IntegerField(help_text="Number of former members.")
    clubs = serializers.ListField(child=serializers.CharField(), help_text="Slugs of the clubs where the crew plays.")


class CrewInputSerializer(serializers.Serializer[Any]):
    """A crew to create."""

    name = serializers.CharField(validators=[validate_single_line], max_length=60)


class CrewMembershipSerializer(serializers.Serializer[Any]):
    """A crew member."""

    player = PersonSerializer()
    role = serializers.ChoiceField(choices=CrewMember.Role.values)
    joined_at = serializers.DateTimeField()
