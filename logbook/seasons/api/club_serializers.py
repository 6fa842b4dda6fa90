"""Serializers of a club's all-time standings, and of two of its crews head to head."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from logbook.api.serializers import CrewNameSerializer
from logbook.seasons.selectors.head_to_head import Side


class PlaceSerializer(serializers.Serializer[Any]):
    """A rank among so many crews."""

    rank = serializers.IntegerField()
    crews = serializers.IntegerField()


class ClubStandingSerializer(serializers.Serializer[Any]):
    """A crew over the closed challenges and finished seasons of a club."""

    rank = serializers.IntegerField(allow_null=True, help_text="Rank by matchpoints; null with too few challenges.")
    crew = CrewNameSerializer()
    mine = serializers.BooleanField(help_text="Whether it is one of the caller's crews.")
    has_left = serializers.BooleanField(help_text="Whether the crew no longer plays in the club.")
    played = serializers.IntegerField(help_text="Number of closed challenges.")
    scored = serializers.IntegerField(help_text="Number of these with matchpoints.")
    percent = serializers.FloatField(
        allow_null=True, help_text="Mean matchpoint percentage; null below ten challenges with matchpoints."
    )
    best = PlaceSerializer(allow_null=True, help_text="Best rank in a challenge.")
    podiums = serializers.IntegerField(help_text="Number of challenges among the first three.")
    best_season = PlaceSerializer(allow_null=True, help_text="Best rank in a season; null outside the club.")


class SharedDealSerializer(serializers.Serializer[Any]):
    """A deal that two crews have played."""

    challenge = serializers.IntegerField(source="challenge.pk", help_text="ID of the challenge.")
    stage = serializers.IntegerField(source="stage.number")
    attempt = serializers.IntegerField()
    mission = serializers.CharField()
    won = serializers.BooleanField(source="first.won", help_text="Whether the first crew won.")
    won_by_other = serializers.BooleanField(source="second.won", help_text="Whether the other crew won.")
    better = serializers.ChoiceField(
        choices=[side.value for side in Side],
        help_text="The crew that did better; `left-out` for a void deal, or where the stage was corrected.",
    )


class HeadToHeadFilterSerializer(serializers.Serializer[Any]):
    """The two crews to compare."""

    crew = serializers.SlugField(max_length=70, help_text="Slug of the first crew.")
    other = serializers.SlugField(max_length=70, help_text="Slug of the other crew.")
