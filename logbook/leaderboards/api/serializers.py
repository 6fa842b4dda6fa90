"""Serializers of leaderboards."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from logbook.api.serializers import GAMES
from logbook.leaderboards.selectors.boards import Measure
from logbook.races.selectors.boards import RIVALS, RaceMeasure


class BoardSummarySerializer(serializers.Serializer[Any]):
    """A mission or scenario with a leaderboard."""

    game = serializers.CharField()
    mission = serializers.CharField(help_text="Mission number, scenario name or custom mission.")
    custom = serializers.BooleanField(help_text="Whether it is a custom mission.")
    runs = serializers.IntegerField(help_text="Number of runs that were won without bots; for races, of races.")
    best = serializers.IntegerField(
        allow_null=True, help_text="Fewest attempts of these runs, null without any; for races, the most points."
    )
    with_bots = serializers.IntegerField(
        allow_null=True, help_text="Number of runs that were won with bots; null for races."
    )


class BoardRowSerializer(serializers.Serializer[Any]):
    """A row of a leaderboard: the run of a crew or of people, or a player for races."""

    rank = serializers.IntegerField()
    name = serializers.CharField(help_text="Name of the crew, the people or the player.")
    mine = serializers.BooleanField(help_text="Whether the caller sat there, or the row belongs to one of their crews.")
    value = serializers.FloatField(
        help_text="The figure that the board ranks: attempts or seconds; for races, points, margin or wins."
    )
    players = serializers.IntegerField()
    bots = serializers.IntegerField(allow_null=True, help_text="Number of seats of bots; null for races.")
    attempts = serializers.IntegerField(allow_null=True, help_text="Number of attempts needed; null for races.")
    distress = serializers.BooleanField(allow_null=True, help_text="Whether the distress signal was sent in the run.")
    first_tries = serializers.IntegerField(
        allow_null=True, help_text="Runs that the same people won at the first attempt, at any mission; null for races."
    )
    runs = serializers.IntegerField(allow_null=True, help_text="All runs of the same people; null for races.")
    rating = serializers.IntegerField(allow_null=True, help_text="The crew's rating, if it is known.")
    seconds = serializers.IntegerField(
        allow_null=True, help_text="Time of the winning round; null unless it was at a live table of people alone."
    )
    races = serializers.IntegerField(allow_null=True, help_text="Number of races that count; null for missions.")
    place = serializers.CharField(allow_null=True, help_text="`online`, or `table` for a real table.")
    finished_at = serializers.DateTimeField()
    replay = serializers.IntegerField(
        allow_null=True, help_text="ID of the attempt if every caller may read its replay; otherwise null."
    )


class BoardSerializer(serializers.Serializer[Any]):
    """A page of a mission's leaderboard."""

    game = serializers.CharField()
    mission = serializers.CharField()
    text = serializers.CharField(help_text="Explanation of the mission, in the caller's language.")
    board = serializers.CharField(help_text="The board shown.")
    players = serializers.IntegerField(
        allow_null=True, help_text="The number of players; null where a board of races counts all numbers."
    )
    count = serializers.IntegerField(help_text="Number of rows on all pages.")
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)
    results = BoardRowSerializer(many=True)


class BoardFilterSerializer(serializers.Serializer[Any]):
    """The board to read and the runs that count.

    Missions don't accept `rivals` and `sealed`. Races accept only `board`, `players`, `club`, `since`, `rivals` and
    `sealed`.
    """

    board = serializers.ChoiceField(
        choices=[measure.value for measure in (*Measure, *RaceMeasure)],
        required=False,
        help_text="Defaults to `fewest`; for races, to `points`.",
    )
    players = serializers.ChoiceField(
        choices=[2, 3, 4, 5],
        required=False,
        help_text="A mission's board is of one number of players; it defaults to the one with the most runs.",
    )
    crew = serializers.SlugField(required=False, max_length=70, help_text="Slug of one of the caller's crews.")
    club = serializers.SlugField(required=False, max_length=70, help_text="Slug of one of the caller's clubs.")
    season = serializers.IntegerField(
        required=False, min_value=1, max_value=10**18 - 1, help_text="ID of a season of the caller's clubs."
    )
    place = serializers.ChoiceField(
        choices=["online", "table"], required=False, help_text="`online`, or `table` for real tables."
    )
    certified = serializers.ChoiceField(
        choices=["yes", "no"], required=False, help_text="Whether the deal is from a challenge, and so certified."
    )
    rivals = serializers.ChoiceField(choices=RIVALS, required=False, help_text="Races only: the kind of opponents.")
    sealed = serializers.ChoiceField(
        choices=["yes", "no"], required=False, help_text="Races only: whether the deal is from a challenge."
    )
    since = serializers.DateField(required=False, help_text="First day of the runs or races that count.")
    after = serializers.RegexField(r"^-?[0-9]{1,17}\.-?[0-9]{1,17}$", required=False, help_text="Cursor, as in `next`.")
    before = serializers.RegexField(
        r"^-?[0-9]{1,17}\.-?[0-9]{1,17}$", required=False, help_text="Cursor, as in `previous`."
    )


class BoardListFilterSerializer(serializers.Serializer[Any]):
    """Filters of the list of leaderboards."""

    game = serializers.ChoiceField(choices=GAMES, required=False)
