"""Serializers of tables: seats, views, attempts and actions."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from logbook.api.serializers import GAMES, ViewField
from logbook.tables.models import LONGEST_ACTION, Table


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
    """The time for which the caller will not signal."""

    until = serializers.ChoiceField(choices=["trick", "round", "none"])


class StandInSerializer(serializers.Serializer[Any]):
    """A change of a stand-in."""

    change = serializers.ChoiceField(choices=["agree", "leave", "return"])
    number = serializers.IntegerField(
        min_value=0, max_value=4, required=False, help_text="For `agree`: number of the seat, from 0."
    )


class WatchingSerializer(serializers.Serializer[Any]):
    """The choice of who may watch a table."""

    watching = serializers.ChoiceField(
        choices=Table.Watching.values,
        help_text=(
            "`players`: no one else; `crew`; `club`: the crew and its clubs; `link`: everyone who has the table's "
            'address; `everyone`: also listed under "Now playing".'
        ),
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
    watching = serializers.ChoiceField(
        choices=Table.Watching.values, default=Table.Watching.CREW, help_text="Who may watch running attempts."
    )
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
