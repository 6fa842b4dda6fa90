"""Serializers of travellers and trees."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from logbook.tables.models import Attempt
from logbook.travellers.selectors.traveller import Shown
from logbook.travellers.selectors.tree import Fate


class TravellerFilterSerializer(serializers.Serializer[Any]):
    """Filters of a traveller."""

    show = serializers.ChoiceField(
        choices=[shown.value for shown in Shown],
        required=False,
        help_text="`won`, `lost`, `people` (attempts without bots and stand-ins) or `mine` (the caller's own).",
    )


class TakenTaskSerializer(serializers.Serializer[Any]):
    """A task at the end of an attempt."""

    task = serializers.CharField(source="text")
    seat = serializers.IntegerField(allow_null=True, help_text="The owner's seat; null for a task without owner.")


class TravellerLineSerializer(serializers.Serializer[Any]):
    """A crew's attempt on a deal."""

    attempt = serializers.IntegerField(source="attempt.pk")
    crew = serializers.CharField()
    mine = serializers.BooleanField(help_text="Whether it is an attempt of the caller or of one of their crews.")
    state = serializers.ChoiceField(choices=Attempt.State.values, source="attempt.state")
    distress = serializers.BooleanField(source="attempt.distress")
    matchpoints = serializers.FloatField(
        source="percent", allow_null=True, help_text="In percent; null on a void deal, or if no other crew played it."
    )
    lost_in = serializers.IntegerField(
        allow_null=True, help_text="Trick of the turning point; 0 is before the first one; null if won or not known."
    )
    tricks = serializers.IntegerField(source="attempt.tricks")
    signals = serializers.IntegerField(allow_null=True)
    bots = serializers.IntegerField(allow_null=True)
    mixed = serializers.BooleanField(source="attempt.mixed", help_text="Whether a stand-in decided anything in it.")
    corrected = serializers.BooleanField(source="is_corrected", help_text="Whether an organizer corrected the stage.")
    tasks = TakenTaskSerializer(many=True, allow_null=True)


class RaceSeatSerializer(serializers.Serializer[Any]):
    """A seat of a race."""

    name = serializers.CharField(help_text="Empty if the caller may not read it.")
    points = serializers.IntegerField(allow_null=True)
    bot = serializers.BooleanField(source="is_bot")
    won = serializers.BooleanField()


class RaceLineSerializer(serializers.Serializer[Any]):
    """A race on a deal."""

    attempt = serializers.IntegerField(source="attempt.pk")
    name = serializers.CharField(help_text="The player who raced alone, or the crew.")
    mine = serializers.BooleanField(help_text="Whether it is a race of the caller or of one of their crews.")
    state = serializers.ChoiceField(choices=Attempt.State.values, source="attempt.state")
    points = serializers.IntegerField(allow_null=True, help_text="Null for a race that was given up.")
    margin = serializers.IntegerField(allow_null=True, help_text="Points above the best opponent.")
    seats = RaceSeatSerializer(many=True)
    turns = serializers.IntegerField(allow_null=True, help_text="Number of turns; null if it isn't known.")


class TreeFilterSerializer(serializers.Serializer[Any]):
    """The position of a tree."""

    at = serializers.RegexField(
        r"^-?[0-9]{1,19}$", required=False, help_text="A `next` of a branch; the fresh deal by default."
    )


class TreeBranchSerializer(serializers.Serializer[Any]):
    """The crews that went on with the same move."""

    moves = serializers.ListField(
        child=serializers.CharField(),
        help_text="Moves until crews part or meet again, each as `SEAT ACTION`; empty for attempts that end here.",
    )
    lines = serializers.IntegerField(help_text="Number of crews.")
    won = serializers.IntegerField(help_text="Number of crews that won.")
    solver = serializers.ChoiceField(
        choices=[fate.value for fate in Fate], help_text="Result of these lines at the end of these moves."
    )
    next = serializers.CharField(
        allow_null=True, help_text="The position after these moves; null for a crew that goes on alone to its end."
    )
    attempts = serializers.ListField(child=serializers.IntegerField(), help_text="The first of their attempts.")


class TreeSerializer(serializers.Serializer[Any]):
    """A position of a deal, and how crews went on from it. Each crew counts once, with its first attempt."""

    position = serializers.CharField()
    lines = serializers.IntegerField(help_text="Number of crews that came to this position.")
    won = serializers.IntegerField(help_text="Number of these crews that won.")
    solver = serializers.ChoiceField(choices=[fate.value for fate in Fate])
    branches = TreeBranchSerializer(many=True)
