"""Serializers of campaigns, their logbook entries and their leaderboard."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from logbook.api.serializers import GAMES, CrewNameSerializer
from logbook.campaigns.models import CampaignStanding, LogEntry
from logbook.lib.names import validate_single_line

KEY = r"^[pg][0-9]{1,18}$"
CURSOR = r"^-?[0-9]{1,17}\.-?[0-9]{1,17}$"


class CampaignRowSerializer(serializers.Serializer[Any]):
    """A campaign in a list."""

    id = serializers.IntegerField(source="campaign.pk")
    crew = CrewNameSerializer(source="campaign.crew")
    game = serializers.CharField(source="campaign.game")
    name = serializers.CharField(source="campaign.name")
    in_order = serializers.BooleanField(
        source="campaign.in_order", help_text="Whether missions must be played in order."
    )
    opened_at = serializers.DateTimeField(source="campaign.opened_at")
    closed_at = serializers.DateTimeField(source="campaign.closed_at", allow_null=True)
    won = serializers.IntegerField(help_text="Number of missions won.")
    printed = serializers.IntegerField(help_text="Number of missions in the printed logbook.")
    last_on = serializers.DateField(allow_null=True, help_text="Day of the latest attempt; null before the first.")


class BoxSerializer(serializers.Serializer[Any]):
    """The entries of one mission: a box of the printed logbook."""

    mission = serializers.CharField()
    attempts = serializers.IntegerField(help_text="Number of attempts, up to the first success.")
    won = serializers.BooleanField()
    distress = serializers.BooleanField(help_text="Whether the distress signal was sent.")
    score = serializers.IntegerField(help_text="Attempts, plus 1 for the distress signal.")
    on = serializers.DateField(allow_null=True, help_text="Day of the last attempt; null before the first.")
    names = serializers.CharField(
        allow_blank=True, help_text="Names of those who won the mission, or took part in the last attempt."
    )
    noted = serializers.BooleanField(help_text="Whether the crew noted ten failed attempts and moved on.")
    is_next = serializers.BooleanField(help_text="Whether this is the crew's next mission.")
    is_locked = serializers.BooleanField(help_text="Whether an earlier mission must be completed first.")
    median = serializers.FloatField(
        allow_null=True, help_text="Median number of attempts that other crews needed; null with too few results."
    )


class CampaignSerializer(serializers.Serializer[Any]):
    """A campaign with its logbook."""

    id = serializers.IntegerField(source="campaign.pk")
    crew = CrewNameSerializer(source="campaign.crew")
    game = serializers.CharField(source="campaign.game")
    name = serializers.CharField(source="campaign.name")
    in_order = serializers.BooleanField(
        source="campaign.in_order", help_text="Whether missions must be played in order."
    )
    opened_at = serializers.DateTimeField(source="campaign.opened_at")
    closed_at = serializers.DateTimeField(source="campaign.closed_at", allow_null=True)
    since = serializers.DateField(help_text="Day of the first attempt, or of the opening if earlier.")
    won = serializers.IntegerField(help_text="Number of missions won.")
    noted = serializers.IntegerField(help_text="Number of missions noted with ten failed attempts.")
    printed = serializers.IntegerField(help_text="Number of missions in the printed logbook.")
    score = serializers.IntegerField(help_text="Sum of the scores of missions won or noted.")
    entries = serializers.IntegerField(help_text="Number of entries.")
    streak = serializers.IntegerField(
        help_text="Missions won in a row at the first attempt, without the distress signal."
    )
    longest = serializers.IntegerField(help_text="Longest such streak so far.")
    boxes = BoxSerializer(many=True)


class CampaignInputSerializer(serializers.Serializer[Any]):
    """A campaign to open."""

    crew = serializers.SlugField(max_length=70, help_text="Slug of the caller's crew.")
    game = serializers.ChoiceField(choices=GAMES)
    name = serializers.CharField(validators=[validate_single_line], max_length=80)
    in_order = serializers.BooleanField(default=True, help_text="Whether missions must be played in order.")


class CampaignFilterSerializer(serializers.Serializer[Any]):
    """Filters of a list of campaigns."""

    crew = serializers.SlugField(required=False, max_length=70)
    game = serializers.ChoiceField(choices=GAMES, required=False)
    open = serializers.BooleanField(
        required=False,
        allow_null=True,
        default=None,
        help_text="True for open campaigns only, false for closed ones only.",
    )


class ChipSerializer(serializers.Serializer[Any]):
    """A player or guest who can take part in an attempt."""

    key = serializers.CharField(help_text="Key for `present`, `captain` and `substitutes`, for example `p12` or `g3`.")
    name = serializers.CharField()


class AttendeeSerializer(ChipSerializer):
    """A player or guest who took part in an attempt."""

    key = serializers.CharField(allow_blank=True, help_text="Empty for an anonymised member.")
    captain = serializers.BooleanField()
    substitute = serializers.BooleanField()
    points = serializers.IntegerField(allow_null=True, help_text="Races only: the points; null if unknown.")
    won = serializers.BooleanField(help_text="Races only: whether this player won.")


class EntrySerializer(serializers.Serializer[Any]):
    """An entry in a campaign's logbook."""

    id = serializers.IntegerField(source="entry.pk")
    key = serializers.UUIDField(source="entry.key")
    mission = serializers.CharField(source="entry.mission")
    won = serializers.BooleanField(source="entry.won")
    distress = serializers.BooleanField(source="entry.distress")
    players = serializers.IntegerField(
        source="entry.players", allow_null=True, help_text="Number of players; null if unknown."
    )
    played_on = serializers.DateField(source="entry.played_on")
    minutes = serializers.IntegerField(
        source="entry.minutes", allow_null=True, help_text="Duration in minutes; null if unknown."
    )
    note = serializers.CharField(source="entry.note", allow_blank=True)
    photo = serializers.BooleanField(help_text="Whether the entry has a photo.")
    source = serializers.ChoiceField(  # type: ignore[assignment]
        source="entry.source", choices=LogEntry.Source.values
    )
    attempt = serializers.IntegerField(
        source="entry.attempt_id",
        allow_null=True,
        help_text="ID of the attempt, if it was played on the site; otherwise null.",
    )
    present = AttendeeSerializer(many=True)
    removed_at = serializers.DateTimeField(source="entry.removed_at", allow_null=True)
    seen = serializers.IntegerField(help_text="Number of corrections so far; send it as `seen` to correct the entry.")


class EntryInputSerializer(serializers.Serializer[Any]):
    """The values of an entry."""

    mission = serializers.CharField(max_length=200)
    won = serializers.BooleanField(required=False, help_text="Required except for races, which always have a winner.")
    played_on = serializers.DateField(help_text="Day of the attempt, for example `2026-11-30`.")
    distress = serializers.BooleanField(default=False)
    present = serializers.ListField(
        child=serializers.RegexField(KEY),
        max_length=5,
        default=list,
        help_text="Keys of the players and guests who took part, as listed by `/campaigns/{id}/people/`.",
    )
    guest = serializers.CharField(
        validators=[validate_single_line],
        max_length=168,
        allow_blank=True,
        default="",
        help_text="Names of guests who are new to the crew, separated by commas; each up to 40 characters.",
    )
    points = serializers.DictField(
        child=serializers.IntegerField(min_value=0, max_value=999),
        default=dict,
        help_text=(
            "Races only: points by key, with the key `guest` for the new guest. Everyone with points counts as present."
        ),
    )
    captain = serializers.RegexField(
        KEY, allow_null=True, default=None, help_text="Key of the captain; null if unknown."
    )
    substitutes = serializers.ListField(
        child=serializers.RegexField(KEY),
        max_length=5,
        default=list,
        help_text="Keys of those who sat in as substitutes.",
    )
    minutes = serializers.IntegerField(
        min_value=1, max_value=999, allow_null=True, default=None, help_text="Duration in minutes; null if unknown."
    )
    note = serializers.CharField(max_length=500, allow_blank=True, default="")


class EntryNewSerializer(EntryInputSerializer):
    """An entry to add."""

    key = serializers.UUIDField(
        help_text="UUID generated by the client. Repeated requests with the same key add one entry."
    )


class EntryCorrectionSerializer(EntryInputSerializer):
    """A correction of an entry."""

    seen = serializers.IntegerField(min_value=0, max_value=10**6, help_text="The entry's `seen` value, as last read.")


class PhotoFileSerializer(serializers.Serializer[Any]):
    """A photo to upload."""

    photo = serializers.FileField(max_length=200, help_text="JPEG, PNG or WebP, at most 12 MB.")


class FailureSerializer(serializers.Serializer[Any]):
    """A failed attempt to log."""

    key = serializers.UUIDField(
        help_text="UUID generated by the client. Repeated requests with the same key log one failure."
    )
    mission = serializers.CharField(max_length=200)
    played_on = serializers.DateField(required=False, help_text="Defaults to today.")


class EntryFilterSerializer(serializers.Serializer[Any]):
    """Filters of a list of entries."""

    mission = serializers.CharField(required=False, max_length=200)
    won = serializers.BooleanField(required=False, allow_null=True, default=None)
    removed = serializers.BooleanField(
        required=False, default=False, help_text="True for removed entries only; false for the others."
    )


class LogbookEntrySerializer(serializers.Serializer[Any]):
    """A logbook on a campaign board."""

    rank = serializers.IntegerField()
    name = serializers.CharField(help_text="Name of the crew.")
    mine = serializers.BooleanField(help_text="Whether it is a logbook of the caller's crews.")
    campaign = serializers.IntegerField(
        allow_null=True, help_text="ID of the campaign if the caller may read it; otherwise null."
    )
    missions_won = serializers.IntegerField()
    mean = serializers.FloatField(help_text="Average score of the missions won.")
    clean_missions = serializers.IntegerField(help_text="Missions won at once, without the distress signal.")
    streak = serializers.IntegerField(help_text="Most clean missions in a row.")
    ironman = serializers.IntegerField(help_text="Missions won in order, from the first one, before the first loss.")
    first_at = serializers.DateTimeField(help_text="The first attempt; of logbooks written by hand, its day.")


class CampaignBoardSerializer(serializers.Serializer[Any]):
    """A page of a campaign board."""

    game = serializers.CharField()
    players = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=CampaignStanding.Kind.values)
    count = serializers.IntegerField(help_text="Number of logbooks on all pages.")
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)
    results = LogbookEntrySerializer(many=True)


class CampaignBoardFilterSerializer(serializers.Serializer[Any]):
    """The filter of the logbooks to rank, and the page."""

    kind = serializers.ChoiceField(
        choices=CampaignStanding.Kind.values,
        required=False,
        help_text="`proven`: dealt on this site (the default); `by-hand`: written down by hand, wholly or in part.",
    )
    after = serializers.RegexField(CURSOR, required=False, help_text="Cursor, as in `next`.")
    before = serializers.RegexField(CURSOR, required=False, help_text="Cursor, as in `previous`.")
