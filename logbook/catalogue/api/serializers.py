"""Games, missions and tasks."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers


class GameSerializer(serializers.Serializer[Any]):
    """A game of the house."""

    slug = serializers.CharField()
    title = serializers.CharField()
    players = serializers.ListField(child=serializers.IntegerField(), help_text="How many may play.")
    missions = serializers.IntegerField(help_text="How many missions its book has.")
    rules = serializers.IntegerField(help_text="The version of its rules.")
    options = serializers.ListField(child=serializers.CharField())
    bots = serializers.ListField(child=serializers.CharField(), help_text="Who may be put on a free seat.")
    is_race = serializers.BooleanField(help_text="Everybody plays for points: its missions are scenarios.")


class MissionRowSerializer(serializers.Serializer[Any]):
    """A mission in a list."""

    game = serializers.CharField()
    mission = serializers.CharField(help_text="Its number, or a scenario's name.")
    title = serializers.CharField()
    words = serializers.CharField(help_text="Explained for four players, in the caller's language.")


class PlayedBySerializer(serializers.Serializer[Any]):
    """How a mission has gone, with so many players."""

    players = serializers.IntegerField(help_text="0 for any number.")
    runs = serializers.IntegerField()
    won = serializers.IntegerField()
    attempts = serializers.IntegerField()


class MissionDetailSerializer(MissionRowSerializer):
    """A mission explained."""

    sentences = serializers.ListField(child=serializers.CharField())
    for_two = serializers.CharField(allow_blank=True, help_text="What is different with two players.")
    for_five = serializers.CharField(allow_blank=True, help_text="What is different with five players.")
    before = serializers.CharField(allow_null=True)
    after = serializers.CharField(allow_null=True)
    played = PlayedBySerializer(
        many=True, help_text="How hard it has been: in all, then by number of players. Empty for races."
    )


class TaskSerializer(serializers.Serializer[Any]):
    """A task card."""

    task = serializers.CharField(help_text="As actions name it.")
    number = serializers.IntegerField()
    kind = serializers.CharField()
    words = serializers.CharField(help_text="What it asks, in the caller's language.")
    difficulty = serializers.IntegerField(help_text="With so many players.")
    difficulties = serializers.ListField(child=serializers.IntegerField(), help_text="With three, four and five.")
    captain_may_not_take = serializers.BooleanField()


class TaskFilterSerializer(serializers.Serializer[Any]):
    """At a table of how many."""

    players = serializers.ChoiceField(choices=[2, 3, 4, 5], required=False)
