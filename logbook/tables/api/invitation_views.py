"""API views of the links to a table: list and create."""

from __future__ import annotations

from http import HTTPStatus

from rest_framework.request import Request
from rest_framework.response import Response

from logbook.api.base_views import operation
from logbook.api.callers import person
from logbook.api.invitations import InvitationBaseView, InvitationSerializer
from logbook.api.permissions import Scope
from logbook.crews.selectors.crews import open_links
from logbook.people.models.players import Player
from logbook.tables.access import table_for
from logbook.tables.models import Table
from logbook.tables.services import attempts


class TableInvitationsView(InvitationBaseView):
    """Links to a table."""

    scope = Scope.PLAY

    @operation("listTableInvitations", InvitationSerializer, listed=True)
    def get(self, request: Request, table_id: int) -> Response:
        """List the open link to a table where the caller is seated."""
        return self.list_response(request, open_links().filter(table=self._table(person(request), table_id)))

    @operation("inviteToTable", InvitationSerializer, status=HTTPStatus.CREATED)
    def post(self, request: Request, table_id: int) -> Response:
        """Create a link to a table where the caller is seated.

        Returns the open link if there is one.
        """
        player = person(request)
        return self.created_response(player, table=self._table(player, table_id))

    def _table(self, player: Player, table_id: int) -> Table:
        table = table_for(player, table_id)
        attempts.seat_of(table, player)
        return table
