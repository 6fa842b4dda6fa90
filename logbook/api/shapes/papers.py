"""Attempts at a crew's own table: what lies open, what each seat holds, and how it ended."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers


class PaperTask(serializers.Serializer[Any]):
    """A task, in the order drawn."""

    number = serializers.IntegerField(help_text="From 1.")
    task = serializers.CharField(source="text", allow_blank=True, help_text="Empty while it lies face down.")
    words = serializers.CharField()
    token = serializers.CharField(allow_blank=True)


class OpenPaper(serializers.Serializer[Any]):
    """What everybody at the table may see at the start."""

    words = serializers.CharField(help_text="The mission.")
    captain = serializers.IntegerField(help_text="The captain's seat.")
    tricks = serializers.IntegerField(help_text="How many there are.")
    tasks = PaperTask(many=True)
    conditions = serializers.ListField(child=serializers.CharField())
    seconds = serializers.IntegerField(allow_null=True, help_text="Of a mission in real time.")
    distress = serializers.BooleanField(help_text="The signal was sent in an attempt before.")
    robot_row = serializers.ListField(child=serializers.CharField(), help_text="At a table of two: its open cards.")


class PaperSeat(serializers.Serializer[Any]):
    """A seat's own page, for whoever sits there: whoever has its link sees its cards."""

    number = serializers.IntegerField()
    token = serializers.CharField(help_text="For /seats/{token}/.")
    address = serializers.CharField(help_text="The page for a phone.")


class Paper(serializers.Serializer[Any]):
    """An attempt that is played at the crew's own table."""

    attempt = serializers.IntegerField()
    open = OpenPaper()
    seats = PaperSeat(many=True)


class SeatHand(serializers.Serializer[Any]):
    """What one seat was dealt."""

    number = serializers.IntegerField()
    captain = serializers.BooleanField()
    hand = serializers.ListField(child=serializers.CharField())


class SeatPaper(SeatHand):
    """What one seat knows at the start."""

    open = OpenPaper()


class Sheets(serializers.Serializer[Any]):
    """Everything that is printed for an attempt: all hands."""

    seats = SeatHand(many=True)
    robot_down = serializers.ListField(child=serializers.CharField(), help_text="Its covered cards, by column.")
    tasks_down = PaperTask(many=True, help_text="The tasks that lie face down, in the order in which they are turned.")


class Sure(serializers.Serializer[Any]):
    """The word that one wants to see all hands: it is written down, and cannot be unseen."""

    sure = serializers.BooleanField()


class Sitting(serializers.Serializer[Any]):
    """Who sat where."""

    seat = serializers.IntegerField(min_value=0, max_value=4)
    player = serializers.IntegerField(min_value=1, max_value=10**18 - 1)


class ReportWords(serializers.Serializer[Any]):
    """How an attempt at the crew's own table ended."""

    success = serializers.BooleanField()
    distress = serializers.BooleanField(default=False)
    tricks = serializers.IntegerField(min_value=0, max_value=99, allow_null=True, default=None)
    played_at = serializers.DateTimeField(allow_null=True, default=None, help_text="When it ended; null for now.")
    sitting = serializers.ListField(
        child=Sitting(), max_length=5, default=list, help_text="As far as they tell: members of the crew."
    )
