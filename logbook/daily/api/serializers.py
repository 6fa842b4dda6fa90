"""Serializers of the deals of the day."""

from __future__ import annotations

from typing import Any, Final

from rest_framework import serializers

from logbook.daily.models import MOST_TRIES
from logbook.daily.selectors.boards import BOARDS
from logbook.tables.models import Table

EASY: Final = "Whether it is the easy deal of its game and day."
SLUG: Final = "The game in addresses; of an easy deal with `-easy`, as in `planet-nine-easy`."


class TrySerializer(serializers.Serializer[Any]):
    """A try that is over. Which tasks were done is not said."""

    number = serializers.IntegerField(min_value=1, max_value=MOST_TRIES)
    won = serializers.BooleanField()
    distress = serializers.BooleanField(help_text="Whether the distress signal was sent.")
    done = serializers.IntegerField(help_text="Tasks done.")
    tasks = serializers.IntegerField(help_text="All tasks; 0 in a race.")
    trick = serializers.IntegerField(help_text="The trick in which it ended; 0 in a race.")
    points = serializers.IntegerField(allow_null=True, help_text="Points of a race; null for a mission.")
    margin = serializers.IntegerField(help_text="Points ahead of the best of the others in a race; else 0.")


class DailyResultSerializer(serializers.Serializer[Any]):
    """The caller's own result."""

    alone = serializers.BooleanField(source="result.is_alone")
    people = serializers.IntegerField(source="result.people")
    table = serializers.IntegerField(source="table_id", help_text="ID of the table.")
    state = serializers.ChoiceField(choices=Table.State.values, help_text="State of the table.")
    tries = TrySerializer(many=True)
    solved_on = serializers.IntegerField(
        source="result.solved_on", allow_null=True, help_text="The try that won; null if none has."
    )
    place = serializers.IntegerField(
        source="result.place", allow_null=True, help_text="Null before the count, and if unranked."
    )
    percentile = serializers.IntegerField(
        source="result.percentile",
        allow_null=True,
        help_text="Percentage of the others who did worse; null before the count.",
    )


class DailyDealSerializer(serializers.Serializer[Any]):
    """A deal of the day, as the caller may know it."""

    date = serializers.DateField(source="deal.date", help_text="The day; of a race the Monday of its week.")
    game = serializers.CharField(source="deal.game")
    easy = serializers.BooleanField(source="deal.easy", help_text=EASY)
    slug = serializers.CharField(source="deal.slug", help_text=SLUG)
    mission = serializers.CharField()
    text = serializers.CharField(help_text="The mission in a sentence.")
    challenge = serializers.IntegerField(
        source="deal.challenge_id",
        help_text="ID of the challenge behind it: its travellers and seal open with the close.",
    )
    commitment = serializers.CharField(source="deal.challenge.commitment", help_text="Binds the site to the deal.")
    state = serializers.ChoiceField(choices=["open", "over", "missing"], source="phase")
    opens_at = serializers.DateTimeField(source="deal.challenge.opens_at")
    starts_until = serializers.DateTimeField(source="deal.starts_until", help_text="No first try starts after it.")
    closes_at = serializers.DateTimeField(source="deal.challenge.closes_at")
    results = DailyResultSerializer(many=True, source="own", help_text="The caller's own: alone and as a crew.")
    others = serializers.IntegerField(
        help_text="First tries of others alone; 0 until the caller's own is over, and below three."
    )
    percent_won = serializers.FloatField(help_text="Percentage of these that won.")
    bots_won = serializers.IntegerField(
        allow_null=True, help_text="Rounds that the bots won among themselves beforehand; null until the close."
    )
    bots_rounds = serializers.IntegerField()


class DailyUnopenedSerializer(serializers.Serializer[Any]):
    """A deal of today that has not opened."""

    date = serializers.DateField()
    game = serializers.CharField()
    easy = serializers.BooleanField(help_text=EASY)
    is_missing = serializers.BooleanField(help_text="Whether it could not be prepared; if not, it is being prepared.")


class DailyTodaySerializer(serializers.Serializer[Any]):
    """The deals that are open now."""

    deals = DailyDealSerializer(many=True)
    unopened = DailyUnopenedSerializer(many=True, help_text="Deals of today that have not opened.")
    next = serializers.DateField(help_text="The day of the next deals; they open at 0:00 UTC.")


class DailyClosedSerializer(serializers.Serializer[Any]):
    """A deal that is closed and counted."""

    date = serializers.DateField(help_text="The day; of a race the Monday of its week.")
    game = serializers.CharField()
    easy = serializers.BooleanField(help_text=EASY)
    slug = serializers.CharField(help_text=SLUG)
    challenge = serializers.IntegerField(source="challenge_id", help_text="ID of the challenge behind it.")
    plays = serializers.IntegerField(help_text="First tries of players alone.")
    wins = serializers.IntegerField(help_text="Number of them that won.")
    places = serializers.IntegerField(help_text="Number of them that have a rank.")


class DailyBoardFilterSerializer(serializers.Serializer[Any]):
    """The filter of a board."""

    board = serializers.ChoiceField(
        choices=list(BOARDS), required=False, help_text="Number of people, or `programs`; 1 by default."
    )
    club = serializers.SlugField(
        required=False, help_text="Only results of those who were members of this club of the caller at the opening."
    )
    crew = serializers.SlugField(required=False, help_text="The same for a crew of the caller, where no club is named.")


class DailyPlaceSerializer(serializers.Serializer[Any]):
    """A ranked first try."""

    place = serializers.IntegerField()
    names = serializers.ListField(child=serializers.CharField())
    mine = serializers.BooleanField()
    first = TrySerializer()
    solved_on = serializers.IntegerField(allow_null=True)
    lost_in = serializers.IntegerField(
        allow_null=True, help_text="Trick of the turning point; 0 is before the first one; null if won or not known."
    )
    attempt = serializers.IntegerField(source="attempt_id", help_text="ID of the attempt, for its replay.")


class StreakSerializer(serializers.Serializer[Any]):
    """Days in a row."""

    days = serializers.IntegerField()
    bridged = serializers.ListField(child=serializers.DateField(), help_text="Missed days that were bridged.")


class DailyTriedSerializer(serializers.Serializer[Any]):
    """A deal of a day."""

    game = serializers.CharField()
    easy = serializers.BooleanField(help_text=EASY)
    solved_on = serializers.IntegerField(allow_null=True, help_text="The try that won; null for a loss.")


class DailyDaySerializer(serializers.Serializer[Any]):
    """A day of the calendar."""

    date = serializers.DateField()
    how = serializers.ChoiceField(choices=["solved", "played", "missing", "bridged", ""])
    games = DailyTriedSerializer(many=True)


class DailyMonthFilterSerializer(serializers.Serializer[Any]):
    """The filter by month."""

    month = serializers.RegexField(
        "^2[0-9]{3}-(0[1-9]|1[0-2])$", required=False, help_text="As in `2026-11`; this month by default."
    )


class DailyCalendarSerializer(serializers.Serializer[Any]):
    """A month of the caller, with the streaks that last now."""

    month = serializers.DateField(help_text="Its first day.")
    days = DailyDaySerializer(many=True)
    solved = StreakSerializer(help_text="Days solved in a row.")
    won_first = StreakSerializer(help_text="Days in a row won on the first try.")
