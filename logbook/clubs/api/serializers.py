"""Serializers of clubs: members, crews, join requests and news."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from logbook.clubs.models import ClubMember, JoinRequest
from logbook.lib.names import validate_single_line
from logbook.people.api.serializers import CrewNameSerializer, PersonSerializer


class ClubRowSerializer(serializers.Serializer[Any]):
    """A club in a list."""

    slug = serializers.CharField()
    name = serializers.CharField()
    role = serializers.ChoiceField(
        choices=ClubMember.Role.values, allow_null=True, help_text="One's own; null for who only plays there."
    )
    members = serializers.IntegerField(source="size")
    crews = serializers.IntegerField(source="crew_count")


class ClubSerializer(serializers.Serializer[Any]):
    """A club. To strangers a public one tells the same, but no members and no open standings."""

    slug = serializers.CharField()
    name = serializers.CharField()
    about = serializers.CharField(allow_blank=True)
    public = serializers.BooleanField()
    role = serializers.ChoiceField(choices=ClubMember.Role.values, allow_null=True)
    members = serializers.IntegerField(help_text="How many.")
    crews = serializers.IntegerField(help_text="How many.")


class ClubInputSerializer(serializers.Serializer[Any]):
    """What a club says about itself."""

    name = serializers.CharField(validators=[validate_single_line], max_length=60)
    about = serializers.CharField(max_length=2000, allow_blank=True, default="")
    public = serializers.BooleanField(default=False, help_text="Everybody may read its page.")


class MemberSerializer(serializers.Serializer[Any]):
    """Somebody in a club."""

    player = PersonSerializer()
    role = serializers.ChoiceField(choices=ClubMember.Role.values)
    joined_at = serializers.DateTimeField()


class RemovalSerializer(serializers.Serializer[Any]):
    """A player that the club has removed."""

    player = PersonSerializer()
    removed_at = serializers.DateTimeField()


class RoleSerializer(serializers.Serializer[Any]):
    """A role to give."""

    role = serializers.ChoiceField(choices=ClubMember.Role.values)


class EnteredCrewSerializer(CrewNameSerializer):
    """A crew that plays in a club."""

    members = serializers.IntegerField(source="size")
    played = serializers.IntegerField(help_text="Challenges that are over.")
    won = serializers.IntegerField()


class CrewChoiceSerializer(serializers.Serializer[Any]):
    """One of one's own crews."""

    crew = serializers.SlugField(max_length=70)


class JoinInputSerializer(serializers.Serializer[Any]):
    """A line for the organizers."""

    words = serializers.CharField(max_length=200, allow_blank=True, default="")


class RequestSerializer(serializers.Serializer[Any]):
    """Somebody who asks to join."""

    id = serializers.IntegerField(source="pk")
    player = PersonSerializer()
    words = serializers.CharField(allow_blank=True)
    state = serializers.ChoiceField(choices=JoinRequest.State.values)
    asked_at = serializers.DateTimeField()


class AnswerSerializer(serializers.Serializer[Any]):
    """Yes or no to somebody who asks to join."""

    accept = serializers.BooleanField()


class NewsSerializer(serializers.Serializer[Any]):
    """A post."""

    id = serializers.IntegerField(source="pk")
    title = serializers.CharField()
    text = serializers.CharField()
    author = serializers.CharField(source="author.name", default=None, allow_null=True)
    written_at = serializers.DateTimeField()
    edited_at = serializers.DateTimeField(allow_null=True)


class NewsInputSerializer(serializers.Serializer[Any]):
    """A post to write."""

    title = serializers.CharField(validators=[validate_single_line], max_length=80)
    text = serializers.CharField(max_length=2000)
