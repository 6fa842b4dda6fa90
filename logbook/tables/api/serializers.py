"""Serializers of tables: seats, views, attempts and actions."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from logbook.api.view_schemas import VIEW_REF
from logbook.people.api.serializers import CrewNameSerializer
from logbook.tables.models import LONGEST_ACTION, Attempt, Table

GAMES = ["planet-nine", "deep-sea", "deep-blue"]


@extend_schema_field({"anyOf": [VIEW_REF, {"type": "null"}]})
class ViewField(serializers.JSONField):
    """A view as the engine's JSON; null if the caller may not watch."""


@extend_schema_field({"type": "array", "items": VIEW_REF})
class ViewsField(serializers.JSONField):
    """Views, by seat."""


class TableRowSerializer(serializers.Serializer[Any]):
    """A table in a list."""

    id = serializers.IntegerField(source="table.pk")
    game = serializers.CharField(source="table.game")
    mission = serializers.CharField(source="table.mission")
    players = serializers.IntegerField(source="table.players")
    options = serializers.CharField(
        source="table.options", allow_blank=True, help_text="The game's options in use, separated by spaces."
    )
    crew = CrewNameSerializer(source="table.crew", allow_null=True)
    challenge = serializers.IntegerField(
        source="table.stage.challenge_id",
        default=None,
        allow_null=True,
        help_text="ID of the challenge; null outside challenges.",
    )
    stage = serializers.IntegerField(
        source="table.stage.number",
        default=None,
        allow_null=True,
        help_text="Number of the challenge's stage; null outside challenges.",
    )
    campaign = serializers.IntegerField(
        source="table.campaign_id",
        allow_null=True,
        help_text="ID of the campaign whose logbook records the attempts; null for none.",
    )
    state = serializers.ChoiceField(source="table.state", choices=Table.State.values)
    number = serializers.IntegerField(
        source="table.version", help_text="Version number. Increases with every change at the table."
    )
    attempts = serializers.IntegerField(help_text="Number of attempts so far.")
    my_turn = serializers.BooleanField(help_text="Whether the caller has to act.")
    moved_at = serializers.DateTimeField(source="table.moved_at", help_text="Time of the last change.")


class SeatSerializer(serializers.Serializer[Any]):
    """A seat at a table."""

    number = serializers.IntegerField(help_text="From 0.")
    kind = serializers.ChoiceField(choices=["person", "bot", "empty"])
    name = serializers.CharField(allow_blank=True, help_text="Display name; empty for an empty seat.")
    player = serializers.IntegerField(allow_null=True, help_text="ID of the player; null for bots and empty seats.")
    bot = serializers.CharField(allow_blank=True, help_text="Name of the bot; empty for players and empty seats.")
    stand_in = serializers.CharField(
        allow_blank=True, help_text="Name of the bot that plays while the player is away; usually empty."
    )
    decides_by = serializers.DateTimeField(
        allow_null=True,
        help_text="In turn-based games: until when the player may decide while the table waits for them.",
    )
    online = serializers.BooleanField(
        allow_null=True, help_text="Whether the player has the table's page open; null for bots and empty seats."
    )
    mine = serializers.BooleanField(help_text="Whether the caller is on this seat.")


class TableDetailSerializer(TableRowSerializer):
    """A table with its seats."""

    pace = serializers.ChoiceField(source="table.pace", choices=Table.Pace.values)
    bot_speed = serializers.ChoiceField(source="table.bot_speed", choices=Table.BotSpeed.values)
    stand_ins = serializers.BooleanField(
        source="table.stand_ins", help_text="Whether bots may stand in for players who are away."
    )
    seats = SeatSerializer(many=True)
    my_seat = serializers.IntegerField(allow_null=True, help_text="Number of the caller's seat; null without a seat.")


class TableViewSerializer(serializers.Serializer[Any]):
    """A seat's view of a table."""

    table = serializers.IntegerField(help_text="ID of the table.")
    seen = serializers.IntegerField(help_text="The table's version number; send it as `seen` to `act`.")
    state = serializers.ChoiceField(choices=Table.State.values)
    view = ViewField()


class ActSerializer(serializers.Serializer[Any]):
    """An action of the caller's seat."""

    action = serializers.CharField(max_length=LONGEST_ACTION, help_text="One of `view.legal`, for example `play B7`.")
    seen = serializers.IntegerField(
        min_value=0, max_value=2**31, help_text="The version number of the view that the action is based on."
    )


class SeenSerializer(serializers.Serializer[Any]):
    """The version of a table that the caller has seen."""

    seen = serializers.IntegerField(min_value=0, max_value=2**31, help_text="The table's version number, as last read.")


class StartSerializer(serializers.Serializer[Any]):
    """Options of the next attempt."""

    seen = serializers.IntegerField(
        min_value=0,
        max_value=2**31,
        required=False,
        help_text=(
            "The table's version number, as last read. If given, a table that has changed since is not dealt (409)."
        ),
    )
    same_tasks = serializers.BooleanField(default=False, help_text="Deep Sea only: keep the tasks of the last attempt.")


class NextSerializer(serializers.Serializer[Any]):
    """Options of the next mission's table."""

    clock = serializers.BooleanField(
        allow_null=True,
        default=None,
        help_text=(
            "Real-time missions: true to play against the clock, false to play without; null keeps this table's "
            "setting."
        ),
    )


class SeatNumberSerializer(serializers.Serializer[Any]):
    """A seat number, from 0."""

    number = serializers.IntegerField(min_value=0, max_value=4)


class SeatWishSerializer(serializers.Serializer[Any]):
    """A seat number, from 0; omit it for the first free seat."""

    number = serializers.IntegerField(min_value=0, max_value=4, required=False)


class SeatBotSerializer(SeatNumberSerializer):
    """A bot for a seat."""

    bot = serializers.CharField(max_length=20, help_text="One of the game's `bots`.")


class SignalDeclineSerializer(serializers.Serializer[Any]):
    """How long the caller will not signal."""

    until = serializers.ChoiceField(choices=["trick", "round", "none"])


class StandInSerializer(serializers.Serializer[Any]):
    """A change of a stand-in."""

    change = serializers.ChoiceField(choices=["agree", "leave", "return"])
    number = serializers.IntegerField(
        min_value=0, max_value=4, required=False, help_text="For `agree`: number of the seat, from 0."
    )


class SeatMemberSerializer(SeatNumberSerializer):
    """A crew member for a seat."""

    player = serializers.IntegerField(
        min_value=1, max_value=10**18 - 1, help_text="ID of a member of the table's crew."
    )


class TableNewSerializer(serializers.Serializer[Any]):
    """A table to open."""

    game = serializers.ChoiceField(choices=GAMES)
    mission = serializers.CharField(
        max_length=200, help_text="Mission number, scenario name, or a custom mission on one line."
    )
    players = serializers.ChoiceField(choices=[2, 3, 4, 5])
    options = serializers.ListField(
        child=serializers.CharField(max_length=40), max_length=4, default=list, help_text="Any of the game's `options`."
    )
    crew = serializers.SlugField(
        allow_null=True,
        default=None,
        max_length=70,
        help_text="Slug of the crew that the table belongs to; null for none.",
    )
    campaign = serializers.IntegerField(
        allow_null=True,
        default=None,
        min_value=1,
        max_value=10**18 - 1,
        help_text="ID of the campaign whose logbook records the attempts; null for none.",
    )
    pace = serializers.ChoiceField(
        choices=Table.Pace.values,
        default=Table.Pace.RELAXED,
        help_text="`live`, `relaxed`, or turn-based with `8h`, `1d` or `3d` for a decision.",
    )
    bot_speed = serializers.ChoiceField(choices=Table.BotSpeed.values, default=Table.BotSpeed.NORMAL)
    stand_ins = serializers.BooleanField(
        allow_null=True,
        default=None,
        help_text="Whether bots may stand in for players who are away; null for yes, except in races and real time.",
    )


class TableFilterSerializer(serializers.Serializer[Any]):
    """Filters of a list of tables."""

    game = serializers.ChoiceField(choices=GAMES, required=False)
    state = serializers.ChoiceField(choices=Table.State.values, required=False)
    crew = serializers.SlugField(required=False, max_length=70)


class AttemptRowSerializer(serializers.Serializer[Any]):
    """An attempt at a table."""

    id = serializers.IntegerField(source="attempt.pk")
    table = serializers.IntegerField(source="attempt.table_id")
    number = serializers.IntegerField(source="attempt.number", help_text="From 1, for each table.")
    state = serializers.ChoiceField(source="attempt.state", choices=Attempt.State.values)
    place = serializers.ChoiceField(
        source="attempt.place", choices=Attempt.Place.values, help_text="`online`, or `table` for a real table."
    )
    distress = serializers.BooleanField(
        allow_null=True, help_text="Whether the distress signal was sent; null while the attempt is in progress."
    )
    mixed = serializers.BooleanField(
        source="attempt.mixed", help_text="Whether a stand-in decided anything; such a win counts on no leaderboard."
    )
    scores = serializers.ListField(
        child=serializers.IntegerField(), allow_null=True, help_text="Races only: points by seat."
    )
    reason = serializers.CharField(allow_blank=True, help_text="Why the attempt ended, in the caller's language.")
    replay = serializers.BooleanField(help_text="Whether the caller may read the replay at `/replays/{id}/`.")
    started_at = serializers.DateTimeField(source="attempt.started_at")
    ended_at = serializers.DateTimeField(source="attempt.ended_at", allow_null=True)
