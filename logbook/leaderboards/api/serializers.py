"""Seasons and leaderboards."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from logbook.leaderboards.models.races import RaceResult
from logbook.leaderboards.selectors.boards import Measure
from logbook.leaderboards.selectors.races import RaceMeasure
from logbook.tables.api.serializers import GAMES


class BoardSummarySerializer(serializers.Serializer[Any]):
    """A mission that has a board."""

    game = serializers.CharField()
    mission = serializers.CharField()
    custom = serializers.BooleanField(help_text="A mission of somebody's own.")
    results = serializers.IntegerField(help_text="How often it was won; of a race, raced.")
    best = serializers.IntegerField(help_text="The best score; of a race, the most points.")


class BoardRowSerializer(serializers.Serializer[Any]):
    """A crew on a board; of a race, a person."""

    rank = serializers.IntegerField(allow_null=True, help_text="Null where there are too few attempts to say.")
    name = serializers.CharField()
    mine = serializers.BooleanField()
    value = serializers.FloatField(
        help_text="What the board compares: score, seconds, hundredths won, clean runs; points, margin or wins."
    )
    wins = serializers.IntegerField(allow_null=True, help_text="On the board of success.")
    tries = serializers.IntegerField(allow_null=True, help_text="On the board of success; of a race, the races.")
    players = serializers.IntegerField(allow_null=True)
    attempts = serializers.IntegerField(allow_null=True)
    distress = serializers.BooleanField(allow_null=True)
    place = serializers.CharField(allow_null=True)
    finished_at = serializers.DateTimeField(allow_null=True)
    replay = serializers.IntegerField(allow_null=True, help_text="The attempt, where everybody may see its cards.")


class BoardSerializer(serializers.Serializer[Any]):
    """A page of a mission's board."""

    game = serializers.CharField()
    mission = serializers.CharField()
    words = serializers.CharField()
    board = serializers.CharField()
    lines = serializers.IntegerField(help_text="On all its pages.")
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)
    results = BoardRowSerializer(many=True)


class BoardFilterSerializer(serializers.Serializer[Any]):
    """Which board, and which runs count. A race knows `players`, `club`, `since` and its own."""

    board = serializers.ChoiceField(choices=[measure.value for measure in (*Measure, *RaceMeasure)], required=False)
    players = serializers.ChoiceField(choices=[2, 3, 4, 5], required=False)
    club = serializers.SlugField(required=False, max_length=70, help_text="One's own.")
    season = serializers.IntegerField(required=False, min_value=1, max_value=10**18 - 1)
    place = serializers.ChoiceField(choices=["online", "table"], required=False)
    bots = serializers.ChoiceField(choices=["yes", "no"], required=False)
    certified = serializers.ChoiceField(choices=["yes", "no"], required=False)
    rivals = serializers.ChoiceField(choices=RaceResult.Rivals.values, required=False, help_text="Races.")
    sealed = serializers.ChoiceField(choices=["yes", "no"], required=False, help_text="Races.")
    since = serializers.DateField(required=False)
    after = serializers.RegexField(r"^-?[0-9]{1,17}\.-?[0-9]{1,17}$", required=False, help_text="As `next` says it.")
    before = serializers.RegexField(
        r"^-?[0-9]{1,17}\.-?[0-9]{1,17}$", required=False, help_text="As `previous` says it."
    )


class BoardListFilterSerializer(serializers.Serializer[Any]):
    """Which boards."""

    game = serializers.ChoiceField(choices=GAMES, required=False)
