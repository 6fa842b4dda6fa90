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
    """A View, as plain as the engine tells it; null where the caller may not watch."""


@extend_schema_field({"type": "array", "items": VIEW_REF})
class ViewsField(serializers.JSONField):
    """Views by seat."""


class TableRowSerializer(serializers.Serializer[Any]):
    """A table in a list."""

    id = serializers.IntegerField(source="table.pk")
    game = serializers.CharField(source="table.game")
    mission = serializers.CharField(source="table.mission")
    players = serializers.IntegerField(source="table.players")
    options = serializers.CharField(source="table.options", allow_blank=True)
    crew = CrewNameSerializer(source="table.crew", allow_null=True)
    challenge = serializers.IntegerField(source="table.stage.challenge_id", default=None, allow_null=True)
    stage = serializers.IntegerField(source="table.stage.number", default=None, allow_null=True)
    campaign = serializers.IntegerField(source="table.campaign_id", allow_null=True)
    state = serializers.ChoiceField(source="table.state", choices=Table.State.values)
    number = serializers.IntegerField(source="table.version", help_text="It grows with everything that happens here.")
    attempts = serializers.IntegerField()
    my_turn = serializers.BooleanField()
    moved_at = serializers.DateTimeField(source="table.moved_at")


class SeatSerializer(serializers.Serializer[Any]):
    """A chair at a table."""

    number = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=["person", "bot", "empty"])
    name = serializers.CharField(allow_blank=True)
    player = serializers.IntegerField(allow_null=True)
    bot = serializers.CharField(allow_blank=True)
    mine = serializers.BooleanField()


class TableDetailSerializer(TableRowSerializer):
    """A table, and who sits there."""

    seats = SeatSerializer(many=True)
    my_seat = serializers.IntegerField(allow_null=True)


class TableViewSerializer(serializers.Serializer[Any]):
    """What one seat may know now."""

    table = serializers.IntegerField()
    seen = serializers.IntegerField(help_text="The table's number, for `act`.")
    state = serializers.ChoiceField(choices=Table.State.values)
    view = ViewField()


class ActSerializer(serializers.Serializer[Any]):
    """One action of the caller's seat."""

    action = serializers.CharField(
        max_length=LONGEST_ACTION, help_text='One of the view\'s "legal", such as "play B7".'
    )
    seen = serializers.IntegerField(min_value=0, max_value=2**31, help_text="The number that the action answers.")


class SeenSerializer(serializers.Serializer[Any]):
    """What the caller knows of the table."""

    seen = serializers.IntegerField(
        min_value=0, max_value=2**31, help_text="The table's number as the caller knows it."
    )


class StartSerializer(serializers.Serializer[Any]):
    """The next deal."""

    seen = serializers.IntegerField(
        min_value=0, max_value=2**31, required=False, help_text="With it, nothing is dealt at a table that moved on."
    )
    same_tasks = serializers.BooleanField(default=False, help_text="Deep Sea: the tasks of the last attempt again.")


class NextSerializer(serializers.Serializer[Any]):
    """On to the next mission."""

    clock = serializers.BooleanField(
        allow_null=True, default=None, help_text="A mission in real time with its clock, or without; null: as here."
    )


class SeatNumberSerializer(serializers.Serializer[Any]):
    """A seat."""

    number = serializers.IntegerField(min_value=0, max_value=4)


class SeatWishSerializer(serializers.Serializer[Any]):
    """A seat, or the first free one."""

    number = serializers.IntegerField(min_value=0, max_value=4, required=False)


class SeatBotSerializer(SeatNumberSerializer):
    """A bot for a seat."""

    bot = serializers.CharField(max_length=20, help_text="As the game lists them.")


class SeatMemberSerializer(SeatNumberSerializer):
    """A member of the crew for a seat."""

    player = serializers.IntegerField(min_value=1, max_value=10**18 - 1)


class TableNewSerializer(serializers.Serializer[Any]):
    """A table to open."""

    game = serializers.ChoiceField(choices=GAMES)
    mission = serializers.CharField(
        max_length=200, help_text="Its number, a scenario's name, or a mission of one's own in one line."
    )
    players = serializers.ChoiceField(choices=[2, 3, 4, 5])
    options = serializers.ListField(
        child=serializers.CharField(max_length=40), max_length=4, default=list, help_text="As the game lists them."
    )
    crew = serializers.SlugField(allow_null=True, default=None, max_length=70, help_text="Whose table it is.")
    campaign = serializers.IntegerField(
        allow_null=True,
        default=None,
        min_value=1,
        max_value=10**18 - 1,
        help_text="In whose logbook its attempts are written down.",
    )


class TableFilterSerializer(serializers.Serializer[Any]):
    """Which tables."""

    game = serializers.ChoiceField(choices=GAMES, required=False)
    state = serializers.ChoiceField(choices=Table.State.values, required=False)
    crew = serializers.SlugField(required=False, max_length=70)


class AttemptRowSerializer(serializers.Serializer[Any]):
    """An attempt at a table."""

    id = serializers.IntegerField(source="attempt.pk")
    table = serializers.IntegerField(source="attempt.table_id")
    number = serializers.IntegerField(source="attempt.number")
    state = serializers.ChoiceField(source="attempt.state", choices=Attempt.State.values)
    place = serializers.ChoiceField(source="attempt.place", choices=Attempt.Place.values)
    distress = serializers.BooleanField(allow_null=True, help_text="The distress signal was sent; null while it runs.")
    scores = serializers.ListField(child=serializers.IntegerField(), allow_null=True, help_text="Of a race, by seat.")
    reason = serializers.CharField(allow_blank=True, help_text="Why it ended, in the caller's language.")
    replay = serializers.BooleanField(help_text="The caller may see all its cards: at /replays/{id}/.")
    started_at = serializers.DateTimeField(source="attempt.started_at")
    ended_at = serializers.DateTimeField(source="attempt.ended_at", allow_null=True)
