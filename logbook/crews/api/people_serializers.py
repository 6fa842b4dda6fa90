"""Serializers of substitutes, guests and claims."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from logbook.api.serializers import PersonSerializer
from logbook.crews.models.guests import GuestClaim


class TimesSerializer(serializers.Serializer[Any]):
    """Attendance of a player or guest: number of attempts, first and last day."""

    attempts = serializers.IntegerField(source="attended.attempts", help_text="Number of attempts attended.")
    as_captain = serializers.IntegerField(source="attended.as_captain", help_text="Number of attempts as captain.")
    as_substitute = serializers.IntegerField(
        source="attended.as_substitute", help_text="Number of attempts as substitute."
    )
    first = serializers.DateField(
        source="attended.first", allow_null=True, help_text="Day of the first attempt; null without any."
    )
    last = serializers.DateField(
        source="attended.last", allow_null=True, help_text="Day of the latest attempt; null without any."
    )


class SubstituteSerializer(TimesSerializer):
    """A substitute of a crew, with their attendance."""

    player = PersonSerializer(source="substitute.player")
    since = serializers.DateTimeField(source="substitute.since")


class ClaimSerializer(serializers.Serializer[Any]):
    """A member's claim to have been one of the crew's guests."""

    id = serializers.IntegerField(source="pk")
    guest = serializers.IntegerField(source="guest_id", help_text="ID of the guest.")
    player = PersonSerializer()
    state = serializers.ChoiceField(choices=GuestClaim.State.values)
    claimed_at = serializers.DateTimeField(source="asked_at")


class GuestSerializer(TimesSerializer):
    """A guest of a crew, with their attendance."""

    id = serializers.IntegerField(source="guest.pk")
    name = serializers.CharField(source="guest.name")
    claimed_by = PersonSerializer(source="guest.claimed_by", allow_null=True)
    may_claim = serializers.BooleanField(help_text="Whether the caller may claim to have been this guest.")
    claims = ClaimSerializer(many=True, help_text="Pending and confirmed claims.")


class ClaimAnswerSerializer(serializers.Serializer[Any]):
    """An answer to a claim."""

    answer = serializers.ChoiceField(
        choices=["grant", "decline", "back"],
        help_text=(
            "`grant` confirms the claim; `decline` declines it; `back` undoes a confirmed claim, so that the "
            "guest is a guest again. A founder or the claimant may undo a claim."
        ),
    )
