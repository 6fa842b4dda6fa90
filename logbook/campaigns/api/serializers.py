"""Campaigns and the lines of their logbooks: attempts at real tables, and what was played here."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from logbook.campaigns.models import LogEntry
from logbook.lib.names import validate_single_line
from logbook.people.api.serializers import CrewNameSerializer
from logbook.tables.api.serializers import GAMES

KEY = r"^[pg][0-9]{1,18}$"


class CampaignRowSerializer(serializers.Serializer[Any]):
    """A campaign in a list."""

    id = serializers.IntegerField(source="campaign.pk")
    crew = CrewNameSerializer(source="campaign.crew")
    game = serializers.CharField(source="campaign.game")
    name = serializers.CharField(source="campaign.name")
    in_order = serializers.BooleanField(source="campaign.in_order")
    opened_at = serializers.DateTimeField(source="campaign.opened_at")
    closed_at = serializers.DateTimeField(source="campaign.closed_at", allow_null=True)
    won = serializers.IntegerField(help_text="Missions won.")
    printed = serializers.IntegerField(help_text="Missions of the printed logbook.")
    last_on = serializers.DateField(allow_null=True)


class BoxSerializer(serializers.Serializer[Any]):
    """A mission, as the printed logbook has it: a box to fill in."""

    mission = serializers.CharField()
    attempts = serializers.IntegerField()
    won = serializers.BooleanField()
    distress = serializers.BooleanField()
    score = serializers.IntegerField()
    on = serializers.DateField(allow_null=True)
    who = serializers.CharField(allow_blank=True)
    noted = serializers.BooleanField(help_text="Ten failures, after which the crew may go on.")
    is_next = serializers.BooleanField()
    is_locked = serializers.BooleanField(help_text="It comes later.")
    median = serializers.FloatField(allow_null=True, help_text="Of other crews' attempts; null with too few to say.")


class CampaignSerializer(serializers.Serializer[Any]):
    """A campaign's logbook."""

    id = serializers.IntegerField(source="campaign.pk")
    crew = CrewNameSerializer(source="campaign.crew")
    game = serializers.CharField(source="campaign.game")
    name = serializers.CharField(source="campaign.name")
    in_order = serializers.BooleanField(source="campaign.in_order")
    opened_at = serializers.DateTimeField(source="campaign.opened_at")
    closed_at = serializers.DateTimeField(source="campaign.closed_at", allow_null=True)
    since = serializers.DateField()
    won = serializers.IntegerField()
    noted = serializers.IntegerField()
    printed = serializers.IntegerField()
    score = serializers.IntegerField()
    entries = serializers.IntegerField()
    streak = serializers.IntegerField(help_text="Missions in a row won at once without a signal.")
    longest = serializers.IntegerField()
    boxes = BoxSerializer(many=True)


class CampaignInputSerializer(serializers.Serializer[Any]):
    """A campaign to open."""

    crew = serializers.SlugField(max_length=70)
    game = serializers.ChoiceField(choices=GAMES)
    name = serializers.CharField(validators=[validate_single_line], max_length=80)
    in_order = serializers.BooleanField(default=True)


class CampaignFilterSerializer(serializers.Serializer[Any]):
    """Which campaigns."""

    crew = serializers.SlugField(required=False, max_length=70)
    game = serializers.ChoiceField(choices=GAMES, required=False)
    open = serializers.BooleanField(required=False, allow_null=True, default=None)


class ChipSerializer(serializers.Serializer[Any]):
    """Somebody who can have been there."""

    key = serializers.CharField(help_text="For `present`, `captain` and `substitutes`.")
    name = serializers.CharField()


class AttendeeSerializer(ChipSerializer):
    """Somebody who was there."""

    key = serializers.CharField(allow_blank=True, help_text="Empty for who has taken their name away.")
    captain = serializers.BooleanField()
    substitute = serializers.BooleanField()
    points = serializers.IntegerField(allow_null=True, help_text="In a race, if they are known.")
    won = serializers.BooleanField(help_text="Has won the race.")


class EntrySerializer(serializers.Serializer[Any]):
    """An attempt, as it stands in the logbook."""

    id = serializers.IntegerField(source="entry.pk")
    key = serializers.UUIDField(source="entry.key")
    mission = serializers.CharField(source="entry.mission")
    won = serializers.BooleanField(source="entry.won")
    distress = serializers.BooleanField(source="entry.distress")
    players = serializers.IntegerField(source="entry.players", allow_null=True)
    played_on = serializers.DateField(source="entry.played_on")
    minutes = serializers.IntegerField(source="entry.minutes", allow_null=True)
    note = serializers.CharField(source="entry.note", allow_blank=True)
    photo = serializers.BooleanField(help_text="It has one.")
    source = serializers.ChoiceField(  # type: ignore[assignment]
        source="entry.source", choices=LogEntry.Source.values
    )
    attempt = serializers.IntegerField(source="entry.attempt_id", allow_null=True)
    present = AttendeeSerializer(many=True)
    removed_at = serializers.DateTimeField(source="entry.removed_at", allow_null=True)
    seen = serializers.IntegerField(help_text="How often it was corrected: say so when you correct it.")


class EntryInputSerializer(serializers.Serializer[Any]):
    """What a line says."""

    mission = serializers.CharField(max_length=200)
    won = serializers.BooleanField(required=False, help_text="Of a race it need not be said: somebody has won.")
    played_on = serializers.DateField()
    distress = serializers.BooleanField(default=False)
    present = serializers.ListField(
        child=serializers.RegexField(KEY), max_length=5, default=list, help_text="Keys, as the campaign's people have."
    )
    guest = serializers.CharField(
        validators=[validate_single_line],
        max_length=40,
        allow_blank=True,
        default="",
        help_text="A guest nobody knows yet.",
    )
    points = serializers.DictField(
        child=serializers.IntegerField(min_value=0, max_value=999),
        default=dict,
        help_text="Of a race, by the same keys; of the guest nobody knows yet by `guest`. Who has points was there.",
    )
    captain = serializers.RegexField(KEY, allow_null=True, default=None)
    substitutes = serializers.ListField(child=serializers.RegexField(KEY), max_length=5, default=list)
    minutes = serializers.IntegerField(min_value=1, max_value=999, allow_null=True, default=None)
    note = serializers.CharField(max_length=500, allow_blank=True, default="")


class EntryNewSerializer(EntryInputSerializer):
    """A line to write down, once a key."""

    key = serializers.UUIDField(help_text="Made by the sender. Sent twice, the line stands once.")


class EntryCorrectionSerializer(EntryInputSerializer):
    """What a line should say instead."""

    seen = serializers.IntegerField(min_value=0, max_value=10**6, help_text="As the line says it.")


class PhotoFileSerializer(serializers.Serializer[Any]):
    """A photo."""

    photo = serializers.FileField(max_length=200, help_text="JPEG, PNG or WebP, up to 12 MB.")


class FailureSerializer(serializers.Serializer[Any]):
    """One more failure."""

    key = serializers.UUIDField(help_text="Made by the sender. Sent twice, it counts once.")
    mission = serializers.CharField(max_length=200)
    played_on = serializers.DateField(required=False, help_text="Today, if it is not said.")


class EntryFilterSerializer(serializers.Serializer[Any]):
    """Which lines."""

    mission = serializers.CharField(required=False, max_length=200)
    won = serializers.BooleanField(required=False, allow_null=True, default=None)
    removed = serializers.BooleanField(required=False, default=False, help_text="Those that were removed instead.")
