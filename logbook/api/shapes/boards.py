"""Seasons and leaderboards."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from logbook.api.shapes.people import CrewName, Person
from logbook.api.shapes.tables import GAMES
from logbook.models import RaceResult
from logbook.models import Series as SeriesModel
from logbook.one_line import one_line
from logbook.selectors.leaderboards import Measure
from logbook.selectors.race_boards import RaceMeasure


class SeasonLine(serializers.Serializer[Any]):
    """A season in a list."""

    id = serializers.IntegerField(source="pk")
    name = serializers.CharField()
    starts_on = serializers.DateField()
    ends_on = serializers.DateField()
    best_n = serializers.IntegerField(help_text="So many of a crew's best results count.")


class SeasonWords(serializers.Serializer[Any]):
    """A season to plan."""

    name = serializers.CharField(validators=[one_line], max_length=60)
    starts_on = serializers.DateField()
    ends_on = serializers.DateField()
    best_n = serializers.IntegerField(min_value=1, max_value=52, default=6)


class Series(serializers.Serializer[Any]):
    """A series: a challenge a week."""

    id = serializers.IntegerField(source="pk")
    title = serializers.CharField()
    state = serializers.ChoiceField(choices=SeriesModel.State.values)
    weekday = serializers.IntegerField(help_text="0 is Monday.")
    hour = serializers.IntegerField()
    minute = serializers.IntegerField()
    time_zone = serializers.CharField()
    window_hours = serializers.IntegerField()


class Week(serializers.Serializer[Any]):
    """A week of a series."""

    series = serializers.IntegerField(source="series.pk")
    number = serializers.IntegerField(source="date.number", help_text="From 0.")
    opens_at = serializers.DateTimeField(source="date.opens")
    closes_at = serializers.DateTimeField(source="date.closes")
    missions = serializers.CharField(source="date.missions")
    challenge = serializers.IntegerField(source="challenge.pk", default=None, allow_null=True)
    left_out = serializers.CharField(allow_blank=True, help_text="Why it was left out, if it was.")
    is_next = serializers.BooleanField()


class Season(SeasonLine):
    """A season, week by week."""

    club = serializers.CharField(source="club.slug")
    series = Series(many=True, source="page.series")
    weeks = Week(many=True, source="page.weeks")


class SeasonStanding(serializers.Serializer[Any]):
    """A line of a season's standings: of a crew, or of a member."""

    series = serializers.IntegerField(allow_null=True, help_text="Of this series alone; null for the whole season.")
    crew = CrewName(allow_null=True)
    player = Person(allow_null=True)
    name = serializers.CharField()
    mine = serializers.BooleanField()
    rank = serializers.IntegerField()
    total = serializers.FloatField()
    wins = serializers.IntegerField()
    best = serializers.FloatField()
    played = serializers.IntegerField()
    moved = serializers.IntegerField(allow_null=True, help_text="Places up since the week before; null for who is new.")
    counted = serializers.ListField(child=serializers.CharField(), help_text="The challenges that counted.")


class BoardSummary(serializers.Serializer[Any]):
    """A mission that has a board."""

    game = serializers.CharField()
    mission = serializers.CharField()
    custom = serializers.BooleanField(help_text="A mission of somebody's own.")
    results = serializers.IntegerField(help_text="How often it was won; of a race, raced.")
    best = serializers.IntegerField(help_text="The best score; of a race, the most points.")


class BoardLine(serializers.Serializer[Any]):
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


class Board(serializers.Serializer[Any]):
    """A page of a mission's board."""

    game = serializers.CharField()
    mission = serializers.CharField()
    words = serializers.CharField()
    board = serializers.CharField()
    lines = serializers.IntegerField(help_text="On all its pages.")
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)
    results = BoardLine(many=True)


class BoardFilter(serializers.Serializer[Any]):
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


class BoardListFilter(serializers.Serializer[Any]):
    """Which boards."""

    game = serializers.ChoiceField(choices=GAMES, required=False)
