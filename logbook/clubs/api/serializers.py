"""Serializers of clubs: members, crews, join requests, invitations and news."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from logbook.api.serializers import CrewNameSerializer, PersonSerializer
from logbook.clubs.models import ClubMember, JoinRequest
from logbook.lib.names import validate_no_address, validate_single_line


class ClubRowSerializer(serializers.Serializer[Any]):
    """A club in a list."""

    slug = serializers.CharField()
    name = serializers.CharField()
    role = serializers.ChoiceField(
        choices=ClubMember.Role.values,
        allow_null=True,
        help_text="The caller's role; null for a player who belongs to a crew of the club only.",
    )
    members = serializers.IntegerField(source="size", help_text="Number of members.")
    crews = serializers.IntegerField(source="crew_count", help_text="Number of crews.")


class ClubSerializer(serializers.Serializer[Any]):
    """A club.

    Outside readers of a public club see the same fields, but neither its members nor standings of open challenges.
    """

    slug = serializers.CharField()
    name = serializers.CharField()
    about = serializers.CharField(allow_blank=True)
    public = serializers.BooleanField(help_text="Whether everyone may read the club's page.")
    role = serializers.ChoiceField(
        choices=ClubMember.Role.values, allow_null=True, help_text="The caller's role; null unless they are a member."
    )
    members = serializers.IntegerField(help_text="Number of members.")
    crews = serializers.IntegerField(help_text="Number of crews.")


class ClubInputSerializer(serializers.Serializer[Any]):
    """A club's name, description and visibility."""

    name = serializers.CharField(validators=[validate_single_line, validate_no_address], max_length=60)
    about = serializers.CharField(max_length=2000, allow_blank=True, default="")
    public = serializers.BooleanField(default=False, help_text="Whether everyone may read the club's page.")


class MemberSerializer(serializers.Serializer[Any]):
    """A member of a club."""

    player = PersonSerializer()
    role = serializers.ChoiceField(choices=ClubMember.Role.values)
    joined_at = serializers.DateTimeField()


class RemovalSerializer(serializers.Serializer[Any]):
    """A player removed from a club."""

    player = PersonSerializer()
    removed_at = serializers.DateTimeField()


class RoleSerializer(serializers.Serializer[Any]):
    """A role in a club."""

    role = serializers.ChoiceField(choices=ClubMember.Role.values)


class EnteredCrewSerializer(CrewNameSerializer):
    """A crew in a club."""

    members = serializers.IntegerField(source="size", help_text="Number of current members.")
    played = serializers.IntegerField(help_text="Number of finished challenges the crew took part in.")
    won = serializers.IntegerField(help_text="Number of those that it won.")


class CrewChoiceSerializer(serializers.Serializer[Any]):
    """One of the caller's crews."""

    crew = serializers.SlugField(max_length=70, help_text="Slug of the crew.")


class JoinInputSerializer(serializers.Serializer[Any]):
    """A message to the organizers."""

    message = serializers.CharField(
        max_length=200, allow_blank=True, default="", help_text="Message to the organizers."
    )


class RequestSerializer(serializers.Serializer[Any]):
    """A request to join a club."""

    id = serializers.IntegerField(source="pk")
    player = PersonSerializer()
    message = serializers.CharField(source="words", allow_blank=True, help_text="Message to the organizers.")
    state = serializers.ChoiceField(choices=JoinRequest.State.values)
    requested_at = serializers.DateTimeField(source="asked_at")


class AnswerSerializer(serializers.Serializer[Any]):
    """An answer to a join request."""

    accept = serializers.BooleanField(help_text="True to accept, false to decline.")


class NewsSerializer(serializers.Serializer[Any]):
    """A news post."""

    id = serializers.IntegerField(source="pk")
    title = serializers.CharField()
    text = serializers.CharField()
    author = serializers.CharField(source="author.name", default=None, allow_null=True)
    written_at = serializers.DateTimeField()
    edited_at = serializers.DateTimeField(allow_null=True)


class NewsInputSerializer(serializers.Serializer[Any]):
    """A news post to publish."""

    title = serializers.CharField(validators=[validate_single_line], max_length=80)
    text = serializers.CharField(max_length=2000)


class AddressesSerializer(serializers.Serializer[Any]):
    """The recipients of links by email."""

    addresses = serializers.ListField(
        child=serializers.EmailField(max_length=254), min_length=1, max_length=20, help_text="Email addresses."
    )
