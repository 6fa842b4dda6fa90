"""Serializers of invitations into a crew, a club or a table."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from logbook.people.api.serializers import CrewNameSerializer


class ClubNameSerializer(serializers.Serializer[Any]):
    """A club's name and slug."""

    slug = serializers.CharField()
    name = serializers.CharField()


class LinkSerializer(serializers.Serializer[Any]):
    """The target of a link: exactly one of `crew`, `club` and `table` is set."""

    crew = CrewNameSerializer(allow_null=True)
    club = ClubNameSerializer(allow_null=True)
    table = serializers.IntegerField(
        source="table_id", allow_null=True, help_text="ID of the table; null for other links."
    )
    as_substitute = serializers.BooleanField(
        help_text="Crews only: whether the link makes substitutes instead of members."
    )
    by = serializers.CharField(source="created_by.name", help_text="Name of the player who created the link.")
    expires_at = serializers.DateTimeField()


class InvitationSerializer(LinkSerializer):
    """A link that the caller may share or revoke."""

    id = serializers.IntegerField(source="pk")
    token = serializers.CharField(help_text="Token for `/links/{token}/`. Anyone who has it can use the link.")
    address = serializers.SerializerMethodField(help_text="Web address of the link.")
    mail_to = serializers.CharField(
        allow_blank=True,
        help_text="Email address that the link was sent to, for one use; empty for a link to share.",
    )

    def get_address(self, invite: Any) -> str:
        """Return the link's web address."""
        return str(self.context["address"](invite))


class CrewInvitationInputSerializer(serializers.Serializer[Any]):
    """A link into a crew to create."""

    as_substitute = serializers.BooleanField(default=False)


class AddressesSerializer(serializers.Serializer[Any]):
    """The recipients of links by email."""

    addresses = serializers.ListField(
        child=serializers.EmailField(max_length=254), min_length=1, max_length=20, help_text="Email addresses."
    )


class ComingSerializer(serializers.Serializer[Any]):
    """Options for accepting a link."""

    crew = serializers.SlugField(
        max_length=70,
        allow_null=True,
        default=None,
        help_text="Links into a club only: slug of the caller's crew to bring along.",
    )
