"""Finished attempts with all hands open."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from logbook.tables.api.serializers import GAMES, AttemptRowSerializer, ViewsField
from logbook.tables.models import Attempt


class AttemptFilterSerializer(serializers.Serializer[Any]):
    """Which attempts."""

    game = serializers.ChoiceField(choices=GAMES, required=False)
    state = serializers.ChoiceField(choices=Attempt.State.values, required=False)
    crew = serializers.SlugField(required=False, max_length=70)


class ActionSerializer(serializers.Serializer[Any]):
    """What a seat did."""

    seat = serializers.IntegerField()
    text = serializers.CharField()


class VerdictSerializer(serializers.Serializer[Any]):
    """What the solver says, once that is known and may be told."""

    winnable = serializers.ListField(
        child=serializers.BooleanField(allow_null=True),
        help_text="By moment: whether the mission could still be won; null where nobody knows.",
    )
    fatal = serializers.IntegerField(allow_null=True, help_text="The action, from 0, that lost it.")
    saving = ActionSerializer(many=True, help_text="What would have won instead of it.")


class ReplaySeatSerializer(serializers.Serializer[Any]):
    """Who sat there."""

    number = serializers.IntegerField()
    name = serializers.CharField()
    kind = serializers.CharField(help_text="person, bot or robot.")


class ReplaySerializer(AttemptRowSerializer):
    """A finished attempt, to be looked at again."""

    game = serializers.CharField(source="attempt.table.game")
    mission = serializers.CharField(source="attempt.table.mission")
    players = serializers.IntegerField(source="attempt.table.players")
    seats = ReplaySeatSerializer(many=True)
    moments = serializers.IntegerField(help_text="The fresh deal, and one after each action.")
    found = VerdictSerializer(allow_null=True, help_text="Null while it is worked out, sealed, or of a race.")


class MomentSerializer(serializers.Serializer[Any]):
    """A moment with all hands open."""

    step = serializers.IntegerField(help_text="How many actions were done.")
    action = ActionSerializer(allow_null=True, help_text="The last of them; null for the fresh deal.")
    views = ViewsField(help_text="What each seat knew then, by seat; the robot of two players is the last.")
