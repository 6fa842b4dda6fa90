"""Serializers of merges and splits, and of anonymised members."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from logbook.crews.models.merges import CrewMerge
from logbook.lib.names import validate_single_line
from logbook.people.api.serializers import CrewNameSerializer


class MergeSerializer(serializers.Serializer[Any]):
    """A crew's question whether it may become part of another one."""

    crew = CrewNameSerializer()
    by = serializers.CharField(source="asked_by.name", default=None, allow_null=True)
    state = serializers.ChoiceField(choices=CrewMerge.State.values)
    into = CrewNameSerializer(allow_null=True)
    asked_at = serializers.DateTimeField()
    token = serializers.CharField(help_text="A founder of the other crew answers with it.")


class MergeAnswerSerializer(serializers.Serializer[Any]):
    """Yes or no, by a founder of the other crew."""

    accept = serializers.BooleanField()
    into = serializers.SlugField(max_length=70, help_text="The crew, founded by the caller, that takes it in.")


class SplitSerializer(serializers.Serializer[Any]):
    """A crew of some members, with copies of some campaigns."""

    key = serializers.UUIDField(help_text="Made by the sender. Sent twice, it is founded once.")
    name = serializers.CharField(validators=[validate_single_line], max_length=60)
    members = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=10**18 - 1), max_length=100, default=list
    )
    campaigns = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=10**18 - 1), max_length=100, default=list
    )


class AnonymiseSerializer(serializers.Serializer[Any]):
    """Taking one's name away from a crew, for ever."""

    photos = serializers.BooleanField(default=False, help_text="And the photos one added.")
