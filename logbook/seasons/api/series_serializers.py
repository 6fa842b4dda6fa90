"""Serializers of series, which announce a challenge every week."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from logbook.api.serializers import GAMES
from logbook.challenges.models.challenges import Challenge
from logbook.challenges.policies import DEFAULT, POLICIES
from logbook.lib.names import validate_single_line
from logbook.seasons.api.serializers import SeriesSerializer


class SeriesDetailSerializer(SeriesSerializer):
    """A series with its full plan."""

    season = serializers.IntegerField(source="season_id", help_text="ID of the season.")
    game = serializers.CharField()
    rotation = serializers.ListField(
        child=serializers.ListField(child=serializers.CharField()),
        help_text="The missions of each week, used in rotation.",
    )
    players = serializers.IntegerField()
    options = serializers.CharField(allow_blank=True)
    policy = serializers.ChoiceField(choices=list(POLICIES))
    max_attempts = serializers.IntegerField(help_text="Number of attempts allowed at each stage.")
    difficulty = serializers.ChoiceField(choices=Challenge.Difficulty.values)
    announced_days = serializers.IntegerField(help_text="Days from the announcement of a challenge to its opening.")
    contribution_hours = serializers.IntegerField(
        help_text="Hours after the announcement in which members may contribute to the seed."
    )
    next_week = serializers.IntegerField(
        help_text="Number of the first week, from 0, that has not been announced or skipped yet."
    )


class SeriesInputSerializer(serializers.Serializer[Any]):
    """A series to create, or new values of a series."""

    title = serializers.CharField(validators=[validate_single_line], max_length=60)
    weekday = serializers.IntegerField(min_value=0, max_value=6, help_text="0 is Monday, 6 is Sunday.")
    hour = serializers.IntegerField(min_value=0, max_value=23, help_text="In the given time zone.")
    minute = serializers.IntegerField(min_value=0, max_value=59, default=0)
    time_zone = serializers.CharField(max_length=60, help_text="IANA time zone, for example `Europe/Berlin`.")
    window_hours = serializers.IntegerField(
        min_value=1, max_value=24 * 28, default=24 * 6, help_text="Hours that each challenge stays open."
    )
    game = serializers.ChoiceField(choices=GAMES)
    rotation = serializers.ListField(
        child=serializers.ListField(child=serializers.CharField(max_length=200), min_length=1, max_length=12),
        min_length=1,
        max_length=60,
        help_text="The missions of each week, used in rotation. Prefix a mission of another game: `deep-sea 12`.",
    )
    players = serializers.ChoiceField(choices=[2, 3, 4, 5])
    three_player_challenge = serializers.BooleanField(default=False)
    untimed = serializers.BooleanField(default=False, help_text="Play real-time missions without a clock.")
    policy = serializers.ChoiceField(choices=list(POLICIES), default=DEFAULT)
    max_attempts = serializers.IntegerField(
        min_value=1, max_value=50, default=10, help_text="Number of attempts allowed at each stage."
    )
    difficulty = serializers.ChoiceField(choices=Challenge.Difficulty.values, default=Challenge.Difficulty.ANY)
    announced_days = serializers.IntegerField(
        min_value=0, max_value=60, default=3, help_text="Days from the announcement of a challenge to its opening."
    )
    contribution_hours = serializers.IntegerField(
        min_value=0,
        max_value=24 * 60,
        default=24,
        help_text="Hours after the announcement in which members may contribute to the seed.",
    )


class SeriesDateSerializer(serializers.Serializer[Any]):
    """A planned week."""

    number = serializers.IntegerField(help_text="Week number, from 0.")
    opens_at = serializers.DateTimeField(source="opens")
    closes_at = serializers.DateTimeField(source="closes")
    missions = serializers.CharField()


class SeriesPreviewSerializer(serializers.Serializer[Any]):
    """The planned weeks of a series that is not stored."""

    weeks = SeriesDateSerializer(many=True)


class SeriesStateSerializer(serializers.Serializer[Any]):
    """A change of a series' state."""

    action = serializers.ChoiceField(choices=["pause", "resume", "end"])
