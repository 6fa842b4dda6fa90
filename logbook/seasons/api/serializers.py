"""Serializers of seasons, their series and their standings."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from logbook.api.serializers import CrewNameSerializer, PersonSerializer
from logbook.lib.names import validate_single_line
from logbook.seasons.methods import DEFAULT, METHODS
from logbook.seasons.models.seasons import Series as SeriesModel


class SeasonRowSerializer(serializers.Serializer[Any]):
    """A season in a list."""

    id = serializers.IntegerField(source="pk")
    name = serializers.CharField()
    starts_on = serializers.DateField()
    ends_on = serializers.DateField()
    best_n = serializers.IntegerField(help_text="Number of best results that count for each crew.")
    method = serializers.ChoiceField(choices=list(METHODS), help_text="The method by which challenges are scored.")


class SeasonInputSerializer(serializers.Serializer[Any]):
    """A season to create."""

    name = serializers.CharField(validators=[validate_single_line], max_length=60)
    starts_on = serializers.DateField()
    ends_on = serializers.DateField()
    best_n = serializers.IntegerField(
        min_value=1, max_value=52, default=6, help_text="Number of best results that count for each crew."
    )
    method = serializers.ChoiceField(
        choices=list(METHODS),
        default=DEFAULT,
        help_text="`matchpoints`: the percentage of each challenge. `places`: 3, 2 and 1 points for the first three.",
    )


class SeriesSerializer(serializers.Serializer[Any]):
    """A series of weekly challenges."""

    id = serializers.IntegerField(source="pk")
    title = serializers.CharField()
    state = serializers.ChoiceField(choices=SeriesModel.State.values)
    weekday = serializers.IntegerField(help_text="0 is Monday, 6 is Sunday.")
    hour = serializers.IntegerField(help_text="In the series' time zone.")
    minute = serializers.IntegerField()
    time_zone = serializers.CharField(help_text="IANA time zone, for example `Europe/Berlin`.")
    window_hours = serializers.IntegerField(help_text="Hours that each challenge stays open.")


class WeekSerializer(serializers.Serializer[Any]):
    """A week of a series."""

    series = serializers.IntegerField(source="series.pk")
    number = serializers.IntegerField(source="date.number", help_text="Week number, from 0.")
    opens_at = serializers.DateTimeField(source="date.opens")
    closes_at = serializers.DateTimeField(source="date.closes")
    missions = serializers.CharField(source="date.missions")
    challenge = serializers.IntegerField(
        source="challenge.pk",
        default=None,
        allow_null=True,
        help_text="ID of the week's challenge; null until it is announced.",
    )
    left_out = serializers.CharField(
        allow_blank=True, help_text="Why the week has no challenge; empty if it has or will have one."
    )
    is_next = serializers.BooleanField(help_text="Whether this is the next week that will take place.")


class SeasonSerializer(SeasonRowSerializer):
    """A season with its series and weeks."""

    club = serializers.CharField(source="club.slug", help_text="Slug of the club.")
    series = SeriesSerializer(many=True, source="page.series")
    weeks = WeekSerializer(many=True, source="page.weeks")


class SeasonStandingSerializer(serializers.Serializer[Any]):
    """A row of a season's standings: a crew or a player."""

    series = serializers.IntegerField(
        allow_null=True, help_text="ID of the series that the row is about; null for the whole season."
    )
    crew = CrewNameSerializer(allow_null=True)
    player = PersonSerializer(allow_null=True)
    name = serializers.CharField()
    mine = serializers.BooleanField(help_text="Whether the row belongs to the caller or one of their crews.")
    rank = serializers.IntegerField()
    total = serializers.FloatField(
        help_text="Sum of the results that count, in percent or points as the season's method has it."
    )
    wins = serializers.IntegerField(help_text="Number of challenges won.")
    best = serializers.FloatField(help_text="Best result in a challenge, in percent or points.")
    played = serializers.IntegerField(help_text="Number of challenges played.")
    moved = serializers.IntegerField(
        allow_null=True, help_text="Places gained since the previous week, negative if lost; null for a new entry."
    )
    counted = serializers.ListField(
        child=serializers.CharField(), help_text="The challenges that count towards the total."
    )
