"""An attempt, as operations of several subjects answer with it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import Prefetch, QuerySet
from django.shortcuts import get_object_or_404
from rest_framework import serializers

from logbook.api.base_views import serialize_many
from logbook.challenges.access.replays import open_attempts
from logbook.people.models.players import Player
from logbook.tables.access import tables_of
from logbook.tables.models import Attempt, Seat
from logbook.tables.selectors.seat_labels import reason_of, seat_labels_of


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


def attempts_of(player: Player) -> QuerySet[Attempt]:
    """Return the attempts at the tables that the player can see."""
    seats = Prefetch("table__seats", Seat.objects.select_related("player").order_by("number"))
    attempts = Attempt.objects.filter(table__in=tables_of(player))
    return attempts.select_related("table__stage__challenge", "table__crew").prefetch_related(seats)


def attempt_response(player: Player, pk: int) -> dict[str, Any]:
    """Return an attempt at a table that the player can see, or raise 404."""
    attempt = get_object_or_404(attempts_of(player), pk=pk)
    return attempt_row(attempt, open_attempts(player, [attempt]))


def attempt_rows(page: Sequence[Attempt], player: Player) -> Sequence[Any]:
    """Return a page of attempts, serialized."""
    open_ids = open_attempts(player, page)
    return serialize_many(AttemptRowSerializer, [attempt_row(attempt, open_ids) for attempt in page])


def attempt_row(attempt: Attempt, open_ids: set[int]) -> dict[str, Any]:
    """Return the fields of an attempt; `open_ids` are those whose replay the player may read."""
    faces = seat_labels_of(attempt.table, list(attempt.table.seats.all()), None)
    return {
        "attempt": attempt,
        "distress": None if attempt.state == Attempt.State.PLAYING else attempt.distress,
        "scores": attempt.scores,
        "reason": reason_of(attempt, faces),
        "replay": attempt.pk in open_ids,
    }
