"""Links that invite into a crew, into a club or to a table: their serializers, and the base of operations on them."""

from __future__ import annotations

from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

from django.urls import reverse
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from logbook.api.base_views import Operation, respond, serialize_many
from logbook.api.pagination import paged
from logbook.api.serializers import ClubNameSerializer, CrewNameSerializer
from logbook.people.models.invitations import Invite
from logbook.people.models.players import Player
from logbook.people.services import invitations


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


class InvitationBaseView(Operation):
    """Base of the operations on the open links to one target."""

    def list_response(self, request: Request, invitations: Any) -> Response:
        """Return a page of links."""

        def tell(page: Sequence[Invite]) -> Sequence[Any]:
            return serialize_many(InvitationSerializer, page, address=self.address)

        return paged(request, invitations.select_related("crew", "club", "created_by"), tell)

    def created_response(self, by: Player, **place: Any) -> Response:
        """Return the open link to the target, created on demand."""
        invite = invitations.create_invitation(by=by, **place)
        return respond(InvitationSerializer, invite, status=HTTPStatus.CREATED, address=self.address)

    def address(self, invite: Invite) -> str:
        """Return the link's web address."""
        return self.request.build_absolute_uri(reverse("invite", args=(invite.token,)))
