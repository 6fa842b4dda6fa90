"""Series: what a club's organizers plan once, so that a challenge a week is announced by itself."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from logbook.challenges.models.challenges import Challenge
from logbook.challenges.policies import DEFAULT, POLICIES
from logbook.lib.names import validate_single_line
from logbook.seasons.api.serializers import SeriesSerializer
from logbook.tables.api.serializers import GAMES


class SeriesDetailSerializer(SeriesSerializer):
    """A series with everything that was planned."""

    season = serializers.IntegerField(source="season_id")
    game = serializers.CharField()
    rotation = serializers.ListField(
        child=serializers.ListField(child=serializers.CharField()), help_text="The missions of each week, going round."
    )
    players = serializers.IntegerField()
    options = serializers.CharField(allow_blank=True)
    policy = serializers.ChoiceField(choices=list(POLICIES))
    max_attempts = serializers.IntegerField()
    difficulty = serializers.ChoiceField(choices=Challenge.Difficulty.values)
    announced_days = serializers.IntegerField()
    contribution_hours = serializers.IntegerField()
    following = serializers.IntegerField(help_text="The first week, from 0, that nothing was decided about yet.")


class SeriesInputSerializer(serializers.Serializer[Any]):
    """A series to plan."""

    title = serializers.CharField(validators=[validate_single_line], max_length=60)
    weekday = serializers.IntegerField(min_value=0, max_value=6, help_text="0 is Monday.")
    hour = serializers.IntegerField(min_value=0, max_value=23)
    minute = serializers.IntegerField(min_value=0, max_value=59, default=0)
    time_zone = serializers.CharField(max_length=60, help_text="Such as Europe/Berlin.")
    window_hours = serializers.IntegerField(min_value=1, max_value=24 * 28, default=24 * 6)
    game = serializers.ChoiceField(choices=GAMES)
    rotation = serializers.ListField(
        child=serializers.ListField(child=serializers.CharField(max_length=200), min_length=1, max_length=12),
        min_length=1,
        max_length=60,
        help_text="The missions of each week, going round; of another game as in `deep-sea 12`.",
    )
    players = serializers.ChoiceField(choices=[2, 3, 4, 5])
    three_player_challenge = serializers.BooleanField(default=False)
    untimed = serializers.BooleanField(default=False, help_text="Missions in real time without their clock.")
    policy = serializers.ChoiceField(choices=list(POLICIES), default=DEFAULT)
    max_attempts = serializers.IntegerField(min_value=1, max_value=50, default=10)
    difficulty = serializers.ChoiceField(choices=Challenge.Difficulty.values, default=Challenge.Difficulty.ANY)
    announced_days = serializers.IntegerField(min_value=0, max_value=60, default=3)
    contribution_hours = serializers.IntegerField(min_value=0, max_value=24 * 60, default=24)


class SeriesDateSerializer(serializers.Serializer[Any]):
    """A week, as it would be."""

    number = serializers.IntegerField(help_text="From 0.")
    opens_at = serializers.DateTimeField(source="opens")
    closes_at = serializers.DateTimeField(source="closes")
    missions = serializers.CharField()


class SeriesPreviewSerializer(serializers.Serializer[Any]):
    """All weeks of a series that is not stored."""

    weeks = SeriesDateSerializer(many=True)


class SeriesTurnSerializer(serializers.Serializer[Any]):
    """What becomes of a series."""

    turn = serializers.ChoiceField(choices=["pause", "resume", "end"])
