"""Serializers of rulings and of a challenge's history."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from logbook.api.serializers import PersonSerializer
from logbook.challenges.models.deal_access import DealAccess

KINDS = ["pause", "resume", "extend", "late-entry", "correct", "void", "readmit", "restore", "merge", "close", "cancel"]
"""The kinds of rulings that can be made, under their words in the history."""


class ChangeSerializer(serializers.Serializer[Any]):
    """A change made by a ruling, in the caller's language."""

    before = serializers.CharField()
    after = serializers.CharField()


class RulingSerializer(serializers.Serializer[Any]):
    """A ruling in a challenge's history."""

    id = serializers.IntegerField(source="ruling.pk")
    kind = serializers.ChoiceField(choices=KINDS)
    by = PersonSerializer(source="ruling.by", allow_null=True)
    at = serializers.DateTimeField(source="ruling.at")
    about = serializers.CharField(
        allow_blank=True, help_text="The crew, stage and attempt that the ruling is about, in the caller's language."
    )
    reason = serializers.CharField(
        allow_null=True, help_text="Null while it would reveal other crews' results to the caller."
    )
    changes = ChangeSerializer(many=True)
    may_take_back = serializers.BooleanField(
        help_text="Whether the caller may withdraw the ruling, as an organizer without a conflict of interest."
    )
    taken_back_at = serializers.DateTimeField(source="ruling.taken_back_at", allow_null=True)


class RulingInputSerializer(serializers.Serializer[Any]):
    """A ruling to make. Each kind has its own fields."""

    kind = serializers.ChoiceField(choices=KINDS)
    reason = serializers.CharField(max_length=300, help_text="Public reason for the ruling.")
    closes_at = serializers.DateTimeField(required=False, help_text="`extend`: the new closing time.")
    crew = serializers.SlugField(
        required=False, max_length=70, help_text="`late-entry`, `correct`, `readmit`, `merge`: slug of the crew."
    )
    into = serializers.SlugField(
        required=False, max_length=70, help_text="`merge`: slug of the crew that the entry becomes."
    )
    counts = serializers.ChoiceField(
        required=False, choices=["better", "earlier"], help_text="`merge`: which result counts at each stage."
    )
    stage = serializers.IntegerField(
        required=False, min_value=1, max_value=12, help_text="`correct`, `void`, `readmit`: number of the stage."
    )
    attempt = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=99,
        help_text="`void`: number of a single attempt; omit it to void the whole stage.",
    )
    won = serializers.BooleanField(required=False, help_text="`correct`: whether the stage was won.")
    needed = serializers.IntegerField(
        required=False, min_value=1, max_value=50, help_text="`correct`: number of attempts needed."
    )
    distress = serializers.BooleanField(required=False, help_text="`correct`: whether the distress signal was sent.")
    access = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=10**18 - 1,
        help_text="`restore`: ID of the deal access that no longer counts.",
    )


class BlockingAccessSerializer(serializers.Serializer[Any]):
    """A deal access that keeps a player from a deal, or binds them to one crew."""

    access = serializers.IntegerField(source="pk")
    player = PersonSerializer()
    stage = serializers.IntegerField(source="stage.number")
    attempt = serializers.IntegerField()
    how = serializers.ChoiceField(choices=DealAccess.How.values)
