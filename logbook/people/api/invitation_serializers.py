"""Serializers of invitations into a crew, a club or a table."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from logbook.people.api.serializers import CrewNameSerializer


class ClubNameSerializer(serializers.Serializer[Any]):
    """A club, in a word."""

    slug = serializers.CharField()
    name = serializers.CharField()


class LinkSerializer(serializers.Serializer[Any]):
    """Where a link leads: exactly one of `crew`, `club` and `table` is there."""

    crew = CrewNameSerializer(allow_null=True)
    club = ClubNameSerializer(allow_null=True)
    table = serializers.IntegerField(source="table_id", allow_null=True)
    as_substitute = serializers.BooleanField(help_text="Into a crew, without becoming a member.")
    by = serializers.CharField(source="created_by.name", help_text="Who has made it.")
    expires_at = serializers.DateTimeField()


class InvitationSerializer(LinkSerializer):
    """A link that one may share, or end."""

    id = serializers.IntegerField(source="pk")
    token = serializers.CharField(help_text="Whoever has it may go in.")
    address = serializers.SerializerMethodField(help_text="Its page, for people.")
    mail_to = serializers.CharField(allow_blank=True, help_text="To whom it was mailed: it lets one person in, once.")

    def get_address(self, invite: Any) -> str:
        """The page's whole address."""
        return str(self.context["address"](invite))


class CrewInvitationInputSerializer(serializers.Serializer[Any]):
    """A link into a crew, to make."""

    as_substitute = serializers.BooleanField(default=False)


class AddressesSerializer(serializers.Serializer[Any]):
    """Who gets a link by mail."""

    addresses = serializers.ListField(child=serializers.EmailField(max_length=254), min_length=1, max_length=20)


class ComingSerializer(serializers.Serializer[Any]):
    """Going through a link."""

    crew = serializers.SlugField(
        max_length=70, allow_null=True, default=None, help_text="Into a club: the crew of one's own to bring along."
    )
