"""Serializers of seasons, their series and their standings."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from logbook.api.serializers import GAMES, CrewNameSerializer, PersonSerializer
from logbook.challenges.models.challenges import Challenge
from logbook.challenges.policies import DEFAULT as DEFAULT_POLICY
from logbook.challenges.policies import POLICIES
from logbook.lib.names import validate_single_line
from logbook.seasons.methods import DEFAULT as DEFAULT_METHOD
from logbook.seasons.methods import METHODS, methods_in_words
from logbook.seasons.models.seasons import Series as SeriesModel
from logbook.seasons.selectors.head_to_head import Side


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
        default=DEFAULT_METHOD,
        help_text=methods_in_words(),
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
    policy = serializers.ChoiceField(choices=list(POLICIES), default=DEFAULT_POLICY)
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
