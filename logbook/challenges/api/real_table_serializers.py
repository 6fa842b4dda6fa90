"""Serializers of attempts at real tables: sheets, seats and reports."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from logbook.challenges.api.serializers import PlaySerializer
from logbook.lib.names import validate_single_line


class SheetTaskSerializer(serializers.Serializer[Any]):
    """A task, in the order drawn."""

    number = serializers.IntegerField(help_text="From 1.")
    task = serializers.CharField(source="text", allow_blank=True, help_text="Empty while it lies face down.")
    words = serializers.CharField(source="wording")
    token = serializers.CharField(allow_blank=True)


class OpenTableSerializer(serializers.Serializer[Any]):
    """What everybody at the table may see at the start."""

    words = serializers.CharField(source="text", help_text="The mission.")
    captain = serializers.IntegerField(help_text="The captain's seat.")
    tricks = serializers.IntegerField(help_text="How many there are.")
    tasks = SheetTaskSerializer(many=True)
    conditions = serializers.ListField(child=serializers.CharField())
    seconds = serializers.IntegerField(allow_null=True, help_text="Of a mission in real time.")
    distress = serializers.BooleanField(help_text="The signal was sent in an attempt before.")
    robot_row = serializers.ListField(child=serializers.CharField(), help_text="At a table of two: its open cards.")


class SeatLinkSerializer(serializers.Serializer[Any]):
    """A seat's own page, for the person it was handed to: it belongs to what opens it first."""

    number = serializers.IntegerField()
    name = serializers.CharField(allow_blank=True, help_text="To whom it was handed; empty for nobody yet.")
    token = serializers.CharField(allow_blank=True, help_text="For /seats/{token}/.")
    address = serializers.CharField(allow_blank=True, help_text="The page for a phone.")
    opened_at = serializers.DateTimeField(allow_null=True)


class RealTableSerializer(serializers.Serializer[Any]):
    """An attempt that is played at the crew's own table."""

    attempt = serializers.IntegerField()
    open = OpenTableSerializer(allow_null=True, help_text="Null for who has not looked with this crew.")
    seats = SeatLinkSerializer(many=True)


class SeatHandSerializer(serializers.Serializer[Any]):
    """What one seat was dealt."""

    number = serializers.IntegerField()
    captain = serializers.BooleanField()
    hand = serializers.ListField(child=serializers.CharField())


class SeatPageSerializer(SeatHandSerializer):
    """What one seat knows at the start."""

    open = OpenTableSerializer()
    secret = serializers.CharField(
        allow_blank=True, help_text="Told once, to who is not signed in: it opens the page again."
    )


class SeatOpeningSerializer(serializers.Serializer[Any]):
    """What opens a page again that was opened without signing in."""

    secret = serializers.CharField(max_length=64, required=False, default="", allow_blank=True)


class SheetsSerializer(serializers.Serializer[Any]):
    """Everything that is printed for an attempt: all hands."""

    seats = SeatHandSerializer(many=True)
    robot_down = serializers.ListField(child=serializers.CharField(), help_text="Its covered cards, by column.")
    tasks_down = SheetTaskSerializer(
        many=True, help_text="The tasks that lie face down, in the order in which they are turned."
    )


class SheetsConfirmationSerializer(serializers.Serializer[Any]):
    """The word that one wants to see all hands: it is written down, and cannot be unseen."""

    sure = serializers.BooleanField()


class SitterSerializer(serializers.Serializer[Any]):
    """A member of the crew, a guest whom it knows, or a new guest by their name: one of the three."""

    player = serializers.IntegerField(min_value=1, max_value=10**18 - 1, required=False)
    guest = serializers.IntegerField(min_value=1, max_value=10**18 - 1, required=False)
    name = serializers.CharField(validators=[validate_single_line], max_length=40, required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """One of the three."""
        if len(attrs.keys() & {"player", "guest", "name"}) != 1:
            raise serializers.ValidationError(_("Give one of these: a member, a guest, or a new guest’s name."))
        return attrs


class SittingSerializer(SitterSerializer):
    """Who sits where."""

    seat = serializers.IntegerField(min_value=0, max_value=4)


class HandOutInputSerializer(PlaySerializer):
    """Which crew plays which stage at its own table, and who sits there."""

    sitting = serializers.ListField(child=SittingSerializer(), max_length=5, help_text="One for each seat.")


class ReportInputSerializer(serializers.Serializer[Any]):
    """How an attempt at the crew's own table ended."""

    success = serializers.BooleanField()
    distress = serializers.BooleanField(default=False)
    tricks = serializers.IntegerField(min_value=0, max_value=99, allow_null=True, default=None)
    played_at = serializers.DateTimeField(allow_null=True, default=None, help_text="When it ended; null for now.")
    sitting = serializers.ListField(child=SittingSerializer(), max_length=5, help_text="One for each seat.")
