"""A table, as operations of several subjects answer with it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.models import QuerySet
from rest_framework import serializers

from logbook.api.serializers import CrewNameSerializer
from logbook.people.models.players import Player
from logbook.tables import presence
from logbook.tables.access import watched_table_for
from logbook.tables.models import Seat, Table
from logbook.tables.selectors.seat_labels import seat_name
from logbook.tables.selectors.table_rows import table_rows
from logbook.tables.services import attempts


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
    watching = serializers.ChoiceField(
        source="table.watching",
        choices=Table.Watching.values,
        help_text="Who may watch running attempts. Nobody but the players in an open challenge or deal of the day.",
    )
    seats = SeatSerializer(many=True)
    my_seat = serializers.IntegerField(allow_null=True, help_text="Number of the caller's seat; null without a seat.")


def table_now(player: Player | None, table_id: int) -> Table:
    """Return a table that the player may see or watch.

    An attempt whose time is up is ended first, whether or not a worker has done so.
    """
    table = watched_table_for(player, table_id)
    if not table.time_is_up:
        return table
    attempts.time_out_attempt(table_id=table_id)
    return watched_table_for(player, table_id)


def table_response(table: Table, player: Player) -> dict[str, Any]:
    """Return a table with its seats."""
    row = next(iter(table_rows(tables_in([table]), player, most=1)))
    seats = [_seat(seat, player) for seat in row.table.seats.all()]
    mine = next((seat["number"] for seat in seats if seat["mine"]), None)
    return {"table": row.table, "attempts": row.attempts, "my_turn": row.my_turn, "seats": seats, "my_seat": mine}


def tables_in(page: Iterable[Table]) -> QuerySet[Table]:
    """Return a query of these tables."""
    return Table.objects.filter(pk__in=[table.pk for table in page])


def _seat(seat: Seat, player: Player) -> dict[str, Any]:
    kind = "person" if seat.player_id else "bot" if seat.bot else "empty"
    return {
        "number": seat.number,
        "kind": kind,
        "name": "" if kind == "empty" else seat_name(seat),
        "player": seat.player_id,
        "bot": seat.bot,
        "stand_in": seat.stand_in,
        "decides_by": seat.decides_by,
        "online": presence.is_here(seat.table_id, seat.player_id) if seat.player_id else None,
        "mine": seat.player_id == player.pk,
    }
