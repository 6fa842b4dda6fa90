"""Serializers of campaign boards."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from logbook.campaigns.models import CampaignStanding

CURSOR = r"^-?[0-9]{1,17}\.-?[0-9]{1,17}$"


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
