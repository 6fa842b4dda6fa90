"""Serializers of attempts at real tables (sheets, seats and reports), of open deals and of deal access."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from logbook.challenges.api.serializers import PlaySerializer
from logbook.lib.names import validate_single_line


class SheetTaskSerializer(serializers.Serializer[Any]):
    """A task of an attempt, in the order drawn."""

    number = serializers.IntegerField(help_text="Number of the task, from 1.")
    task = serializers.CharField(
        source="text", allow_blank=True, help_text="Name of the task in actions; empty while it lies face down."
    )
    text = serializers.CharField(source="wording")
    token = serializers.CharField(allow_blank=True)


class OpenTableSerializer(serializers.Serializer[Any]):
    """The facts that all players at the table may see at the start."""

    text = serializers.CharField(help_text="Explanation of the mission, in the caller's language.")
    captain = serializers.IntegerField(help_text="The captain's seat, from 0.")
    tricks = serializers.IntegerField(help_text="Number of tricks.")
    tasks = SheetTaskSerializer(many=True)
    conditions = serializers.ListField(child=serializers.CharField())
    seconds = serializers.IntegerField(allow_null=True, help_text="Time limit in seconds; null without a clock.")
    distress = serializers.BooleanField(help_text="Whether the distress signal was sent in an earlier attempt.")
    robot_row = serializers.ListField(
        child=serializers.CharField(), help_text="Two players only: the robot's open cards."
    )


class SeatLinkSerializer(serializers.Serializer[Any]):
    """A link to a seat's page. It belongs to the player or browser that opens it first."""

    number = serializers.IntegerField()
    name = serializers.CharField(
        allow_blank=True, help_text="Name of the person it was handed to; empty if it wasn't handed out."
    )
    token = serializers.CharField(allow_blank=True, help_text="Token for `/seats/{token}/`.")
    address = serializers.CharField(allow_blank=True, help_text="Web address of the seat's page.")
    opened_at = serializers.DateTimeField(allow_null=True)


class RealTableSerializer(serializers.Serializer[Any]):
    """An attempt at a real table."""

    attempt = serializers.IntegerField()
    open = OpenTableSerializer(
        allow_null=True,
        help_text="Cards and tasks that lie open; null for callers who have not seen a hand with this crew.",
    )
    seats = SeatLinkSerializer(many=True)


class SeatHandSerializer(serializers.Serializer[Any]):
    """A seat's hand at the start."""

    number = serializers.IntegerField()
    captain = serializers.BooleanField()
    hand = serializers.ListField(child=serializers.CharField(), help_text="Cards, for example `P7`.")


class SeatPageSerializer(SeatHandSerializer):
    """The facts that one seat may know at the start."""

    open = OpenTableSerializer()
    secret = serializers.CharField(
        allow_blank=True,
        help_text=(
            "Opens the page again without signing in. Returned once, to callers who are not signed in; empty otherwise."
        ),
    )


class SeatOpeningSerializer(serializers.Serializer[Any]):
    """The secret of a seat's page that was opened without signing in."""

    secret = serializers.CharField(
        max_length=64, required=False, default="", allow_blank=True, help_text="The `secret` from the first opening."
    )


class SheetsSerializer(serializers.Serializer[Any]):
    """All hands of an attempt, to print."""

    seats = SeatHandSerializer(many=True)
    robot_down = serializers.ListField(
        child=serializers.CharField(), help_text="Two players only: the robot's covered cards, by column."
    )
    tasks_down = SheetTaskSerializer(
        many=True, help_text="The tasks that lie face down, in the order in which they are turned over."
    )


class SheetsConfirmationSerializer(serializers.Serializer[Any]):
    """A confirmation that the caller wants to see all hands, which can't be undone."""

    sure = serializers.BooleanField(help_text="Must be true.")


class SitterSerializer(serializers.Serializer[Any]):
    """A person at a real table: exactly one of `player`, `guest` and `name`, which adds a guest."""

    player = serializers.IntegerField(
        min_value=1, max_value=10**18 - 1, required=False, help_text="ID of a member of the crew."
    )
    guest = serializers.IntegerField(
        min_value=1, max_value=10**18 - 1, required=False, help_text="ID of a guest of the crew."
    )
    name = serializers.CharField(
        validators=[validate_single_line], max_length=40, required=False, help_text="Name of a new guest."
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Require exactly one of the three."""
        if len(attrs.keys() & {"player", "guest", "name"}) != 1:
            raise serializers.ValidationError(_("Give one of these: a member, a guest, or a new guest’s name."))
        return attrs


class SeatedPersonSerializer(SitterSerializer):
    """A person and their seat."""

    seat = serializers.IntegerField(min_value=0, max_value=4)


class HandOutInputSerializer(PlaySerializer):
    """An attempt to start at a real table: the crew, the stage and the seats."""

    seats = serializers.ListField(child=SeatedPersonSerializer(), max_length=5, help_text="One person for each seat.")


class ReportInputSerializer(serializers.Serializer[Any]):
    """The result of an attempt at a real table."""

    success = serializers.BooleanField(help_text="Whether the mission was won.")
    distress = serializers.BooleanField(default=False, help_text="Whether the distress signal was sent.")
    tricks = serializers.IntegerField(
        min_value=0,
        max_value=99,
        allow_null=True,
        default=None,
        help_text="Number of tricks played; null if not counted.",
    )
    played_at = serializers.DateTimeField(
        allow_null=True, default=None, help_text="Time at which the attempt ended; null for now."
    )
    seats = serializers.ListField(child=SeatedPersonSerializer(), max_length=5, help_text="One person for each seat.")


class DealtHandSerializer(serializers.Serializer[Any]):
    """A hand of a deal."""

    name = serializers.CharField()
    captain = serializers.BooleanField()
    hand = serializers.ListField(child=serializers.CharField(), help_text="Cards, for example `P7`.")


class DealOpenSerializer(serializers.Serializer[Any]):
    """A deal with all its cards."""

    stage = serializers.IntegerField(source="deal.stage.number")
    attempt = serializers.IntegerField(source="deal.attempt")
    text = serializers.CharField(help_text="Explanation of the mission, in the caller's language.")
    hands = DealtHandSerializer(many=True)
    tasks = SheetTaskSerializer(many=True)


class DealConfirmationSerializer(serializers.Serializer[Any]):
    """A confirmation of giving up a deal, which the caller can't play afterwards."""

    sure = serializers.BooleanField(help_text="Must be true to give up the deal.")


class DealAccessSerializer(serializers.Serializer[Any]):
    """An entry of a challenge's access log."""

    name = serializers.CharField(source="who", help_text="Name of the player or guest.")
    crew = serializers.CharField(allow_blank=True, help_text="Name of the crew; empty for none.")
    stage = serializers.IntegerField()
    attempt = serializers.IntegerField()
    text = serializers.CharField(help_text="The way in which the player saw the cards, in the caller's language.")
    at = serializers.DateTimeField()
    taken_back = serializers.DateTimeField(
        allow_null=True, help_text="Time at which an organizer restored the player to the deal; null otherwise."
    )
