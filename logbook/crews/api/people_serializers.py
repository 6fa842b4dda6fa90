"""Serializers of substitutes, guests and claims."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from logbook.crews.models.guests import GuestClaim
from logbook.people.api.serializers import PersonSerializer


class TimesSerializer(serializers.Serializer[Any]):
    """How often somebody was there, and from when to when."""

    attempts = serializers.IntegerField(source="attended.attempts")
    as_captain = serializers.IntegerField(source="attended.as_captain")
    as_substitute = serializers.IntegerField(source="attended.as_substitute")
    first = serializers.DateField(source="attended.first", allow_null=True)
    last = serializers.DateField(source="attended.last", allow_null=True)


class SubstituteSerializer(TimesSerializer):
    """Somebody who sits in now and then."""

    player = PersonSerializer(source="substitute.player")
    since = serializers.DateTimeField(source="substitute.since")


class ClaimSerializer(serializers.Serializer[Any]):
    """A member who says "that guest was me"."""

    id = serializers.IntegerField(source="pk")
    guest = serializers.IntegerField(source="guest_id")
    player = PersonSerializer()
    state = serializers.ChoiceField(choices=GuestClaim.State.values)
    asked_at = serializers.DateTimeField()


class GuestSerializer(TimesSerializer):
    """Somebody who sat down with the crew and has no account, or had none then."""

    id = serializers.IntegerField(source="guest.pk")
    name = serializers.CharField(source="guest.name")
    claimed_by = PersonSerializer(source="guest.claimed_by", allow_null=True)
    may_claim = serializers.BooleanField(help_text="The caller may say that it was them.")
    claims = ClaimSerializer(many=True, help_text="Those that wait, and those that are confirmed.")


class ClaimAnswerSerializer(serializers.Serializer[Any]):
    """What becomes of a claim."""

    answer = serializers.ChoiceField(
        choices=["grant", "decline", "back"],
        help_text="`back`: the claimant was mistaken, or a founder finds so; the guest is a guest again.",
    )
