"""Serializers of games, missions and tasks."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers


class GameSerializer(serializers.Serializer[Any]):
    """A game."""

    slug = serializers.CharField()
    title = serializers.CharField()
    players = serializers.ListField(child=serializers.IntegerField(), help_text="Possible numbers of players.")
    missions = serializers.IntegerField(help_text="Number of missions in its logbook.")
    rules = serializers.IntegerField(help_text="Version of the rules.")
    options = serializers.ListField(child=serializers.CharField(), help_text="Options for tables.")
    bots = serializers.ListField(child=serializers.CharField(), help_text="Bots for free seats.")
    is_race = serializers.BooleanField(
        help_text="Whether players race each other for points; its missions are scenarios."
    )


class MissionRowSerializer(serializers.Serializer[Any]):
    """A mission in a list."""

    game = serializers.CharField()
    mission = serializers.CharField(help_text="Mission number or scenario name.")
    title = serializers.CharField()
    text = serializers.CharField(help_text="Explanation for four players, in the caller's language.")


class PlayedBySerializer(serializers.Serializer[Any]):
    """Results of a mission with this number of players."""

    players = serializers.IntegerField(help_text="Number of players; 0 for any number.")
    results = serializers.IntegerField(help_text="Number of results. A result covers one or more attempts.")
    won = serializers.IntegerField(help_text="Number of results won.")
    attempts = serializers.IntegerField(help_text="Number of attempts in all results.")
    rounds = serializers.IntegerField(help_text="Number of rounds of the bots that rated the mission.")
    wins = serializers.IntegerField(help_text="Number of these rounds that the bots won.")


class MissionDetailSerializer(MissionRowSerializer):
    """A mission with its explanation."""

    sentences = serializers.ListField(child=serializers.CharField())
    for_two = serializers.CharField(allow_blank=True, help_text="Changes with two players.")
    for_five = serializers.CharField(allow_blank=True, help_text="Changes with five players.")
    before = serializers.CharField(allow_null=True, help_text="The previous mission; null for the first.")
    after = serializers.CharField(allow_null=True, help_text="The next mission; null for the last.")
    played = PlayedBySerializer(
        many=True, help_text="Results for any number of players first, then by number of players. Empty for races."
    )


class TaskSerializer(serializers.Serializer[Any]):
    """A task card."""

    task = serializers.CharField(help_text="Name of the task in actions.")
    number = serializers.IntegerField()
    kind = serializers.CharField()
    text = serializers.CharField(help_text="Demand of the task, in the caller's language.")
    difficulty = serializers.IntegerField(help_text="Difficulty with the requested number of players.")
    difficulties = serializers.ListField(
        child=serializers.IntegerField(), help_text="Difficulty with three, four and five players."
    )
    captain_may_not_take = serializers.BooleanField(help_text="Whether the captain can't take the task.")


class TaskFilterSerializer(serializers.Serializer[Any]):
    """Filters of a list of tasks."""

    players = serializers.ChoiceField(
        choices=[2, 3, 4, 5], required=False, help_text="Number of players; 4 by default."
    )
