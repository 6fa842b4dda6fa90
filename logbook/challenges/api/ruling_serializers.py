"""Serializers of rulings and of a challenge's history."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from logbook.challenges.models.deal_access import DealAccess
from logbook.people.api.serializers import PersonSerializer

KINDS = ["pause", "resume", "extend", "late-entry", "correct", "void", "readmit", "restore", "merge", "cancel"]
"""The kinds of rulings that can be made, under their words in the history."""


class ChangeSerializer(serializers.Serializer[Any]):
    """One thing that a ruling changed, in words."""

    before = serializers.CharField()
    after = serializers.CharField()


class RulingSerializer(serializers.Serializer[Any]):
    """A decision in a challenge's history."""

    id = serializers.IntegerField(source="ruling.pk")
    kind = serializers.ChoiceField(choices=KINDS)
    by = PersonSerializer(source="ruling.by", allow_null=True)
    at = serializers.DateTimeField(source="ruling.at")
    about = serializers.CharField(allow_blank=True, help_text="Which crew, stage and attempt, in words.")
    reason = serializers.CharField(allow_null=True, help_text="Null while it would tell how another crew has played.")
    changes = ChangeSerializer(many=True)
    may_take_back = serializers.BooleanField(help_text="Organizers can take it back, if it is not about their own.")
    taken_back_at = serializers.DateTimeField(source="ruling.taken_back_at", allow_null=True)


class RulingInputSerializer(serializers.Serializer[Any]):
    """A decision to make: of each kind the reason, and what it is about."""

    kind = serializers.ChoiceField(choices=KINDS)
    reason = serializers.CharField(max_length=300, help_text="Everybody can read it.")
    closes_at = serializers.DateTimeField(required=False, help_text="`extend`: when it closes instead.")
    crew = serializers.SlugField(
        required=False, max_length=70, help_text="`late-entry`, `correct`, `readmit`, `merge`: which crew."
    )
    into = serializers.SlugField(required=False, max_length=70, help_text="`merge`: the crew that it becomes.")
    counts = serializers.ChoiceField(
        required=False, choices=["better", "earlier"], help_text="`merge`: the result that counts at each stage."
    )
    stage = serializers.IntegerField(
        required=False, min_value=1, max_value=12, help_text="`correct`, `void`, `readmit`: which stage."
    )
    attempt = serializers.IntegerField(
        required=False, min_value=1, max_value=99, help_text="`void`: one attempt's cards alone."
    )
    won = serializers.BooleanField(required=False, help_text="`correct`.")
    needed = serializers.IntegerField(
        required=False, min_value=1, max_value=50, help_text="`correct`: so many attempts."
    )
    distress = serializers.BooleanField(required=False, help_text="`correct`: the signal was sent.")
    access = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=10**18 - 1,
        help_text="`restore`: which deal access no longer counts.",
    )


class BlockingAccessSerializer(serializers.Serializer[Any]):
    """Somebody who is out of a deal, or plays with one crew alone: they have given it up, or seen a hand."""

    access = serializers.IntegerField(source="pk")
    player = PersonSerializer()
    stage = serializers.IntegerField(source="stage.number")
    attempt = serializers.IntegerField()
    how = serializers.ChoiceField(choices=DealAccess.How.values)
