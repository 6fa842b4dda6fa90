"""Serializers of replays."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from logbook.api.attempts import AttemptRowSerializer
from logbook.api.serializers import GAMES, ViewsField
from logbook.tables.models import Attempt


class AttemptFilterSerializer(serializers.Serializer[Any]):
    """Filters of a list of attempts."""

    game = serializers.ChoiceField(choices=GAMES, required=False)
    state = serializers.ChoiceField(choices=Attempt.State.values, required=False)
    crew = serializers.SlugField(required=False, max_length=70)


class ActionSerializer(serializers.Serializer[Any]):
    """An action of a seat."""

    seat = serializers.IntegerField()
    text = serializers.CharField()


class VerdictSerializer(serializers.Serializer[Any]):
    """The solver's analysis of an attempt."""

    winnable = serializers.ListField(
        child=serializers.BooleanField(allow_null=True),
        help_text="For each moment, whether the mission could still be won; null if unknown.",
    )
    fatal = serializers.IntegerField(
        allow_null=True, help_text="Index, from 0, of the action at the turning point; null if there is none."
    )
    saving = ActionSerializer(
        many=True, help_text="A winning line from the turning point on, instead of the actions played."
    )


class ReplaySeatSerializer(serializers.Serializer[Any]):
    """A seat of a finished attempt."""

    number = serializers.IntegerField()
    name = serializers.CharField()
    kind = serializers.CharField(help_text="`person`, `bot` or `robot`.")


class ReplaySerializer(AttemptRowSerializer):
    """A finished attempt to replay."""

    game = serializers.CharField(source="attempt.table.game")
    mission = serializers.CharField(source="attempt.table.mission")
    players = serializers.IntegerField(source="attempt.table.players")
    seats = ReplaySeatSerializer(many=True)
    moments = serializers.IntegerField(
        help_text="Number of moments: one for the fresh deal, and one after each action."
    )
    analysis = VerdictSerializer(
        allow_null=True, help_text="The analysis; null while it is pending or locked, and for races."
    )


class MomentSerializer(serializers.Serializer[Any]):
    """A moment of a finished attempt, with open hands."""

    step = serializers.IntegerField(help_text="Number of actions played so far.")
    action = ActionSerializer(allow_null=True, help_text="The last action played; null for the fresh deal.")
    views = ViewsField(help_text="View of each seat at this moment. With two players, the robot comes last.")
