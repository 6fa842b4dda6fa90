"""API views of tables: list, open, read, act, invite and follow."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from http import HTTPStatus
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

import games
from logbook.api.base_views import Operation, operation, parse_body, parse_query, respond, serialize_many
from logbook.api.callers import member, person
from logbook.api.invitations import InvitationBaseView, InvitationSerializer
from logbook.api.pagination import paged
from logbook.api.permissions import Scope
from logbook.api.streams import STREAM_RESPONSES, StreamBaseView, stream_view
from logbook.api.tables import TableDetailSerializer, TableRowSerializer, table_now, table_response, tables_in
from logbook.campaigns.access import campaign_for
from logbook.campaigns.services.online_campaigns import OnlineCampaign
from logbook.crews.access import crew_for
from logbook.crews.selectors.crews import open_links
from logbook.lib import announcements
from logbook.people.models.players import Player
from logbook.people.models.tokens import ApiToken
from logbook.replays.selectors.positions import facts_now
from logbook.tables.access import followed_table_for, table_for, tables_of
from logbook.tables.api.serializers import ActSerializer, SeenSerializer, TableFilterSerializer, TableNewSerializer
from logbook.tables.api.serializers import TableViewSerializer as View
from logbook.tables.contest import contest_of
from logbook.tables.models import Table
from logbook.tables.selectors.seat_labels import refusal_text
from logbook.tables.selectors.table_rows import table_rows
from logbook.tables.selectors.tables import table_number
from logbook.tables.services import attempts, tables
from logbook.tables.services.tables import TableSettings
from logbook.tables.services.undo import undo_action

MAX_READS = 5
"""Reads of a table that moves each time; after the last, its number lags behind its view, and `act` is stale."""
FILTERS = {"game": "game", "state": "state", "crew": "crew__slug"}


class TableBaseView(Operation):
    """Base of the operations at a table. The engine's refusals name the players at the table."""

    scope = Scope.PLAY

    def words_for(self, error: games.GameError) -> str:
        """Return the engine's refusal in the caller's language."""
        table = table_for(person(self.request), self.kwargs["table_id"])
        return refusal_text(error, table)


class TableListView(Operation):
    """The caller's tables."""

    scope = Scope.PLAY

    @operation("listTables", TableRowSerializer, filters=TableFilterSerializer, listed=True)
    def get(self, request: Request) -> Response:
        """List the caller's tables, most recently active first.

        Includes tables where the caller is seated, tables that the caller opened, and tables of the caller's crews.
        """
        filters = parse_query(TableFilterSerializer, request)
        matching_tables = tables_of(person(request)).filter(**{FILTERS[name]: value for name, value in filters.items()})

        def tell(page: list[Table]) -> Sequence[Any]:
            return serialize_many(TableRowSerializer, table_rows(tables_in(page), person(request), most=len(page)))

        return paged(request, matching_tables, tell, "-moved_at", "-pk")

    @operation("openTable", TableDetailSerializer, body=TableNewSerializer, status=HTTPStatus.CREATED)
    def post(self, request: Request) -> Response:
        """Open a table.

        The caller takes the first seat.
        """
        fields, player = parse_body(TableNewSerializer, request), member(request)
        slug, campaign = fields.pop("crew"), fields.pop("campaign")
        if campaign is not None:
            campaign_now = campaign_for(player, campaign)
            fields |= {"campaign": OnlineCampaign(campaign_now), "crew": campaign_now.crew}
        if slug is not None:
            fields["crew"] = crew_for(player, slug)
        fields["options"] = " ".join(fields["options"])
        fields["settings"] = TableSettings(
            *(fields.pop(name) for name in ("stand_ins", "pace", "bot_speed", "watching"))
        )
        table = tables.open_table(player=player, **fields)
        return respond(TableDetailSerializer, table_response(table, player), status=HTTPStatus.CREATED)


class TableDetailView(TableBaseView):
    """A table."""

    @operation("readTable", TableDetailSerializer)
    def get(self, request: Request, table_id: int) -> Response:
        """Get a table with its seats."""
        player = person(request)
        return respond(TableDetailSerializer, table_response(table_now(player, table_id), player))


class TableStateView(TableBaseView):
    """The caller's view of a table."""

    @operation("readView", View)
    def get(self, request: Request, table_id: int) -> Response:
        """Get the caller's view of the current or last attempt.

        Send the returned `seen` to `act`. A caller without a seat gets the spectators' view; `view` is null if
        spectators aren't allowed.
        """
        return respond(View, view_now(person(request), table_id))


class TableActView(TableBaseView):
    """An action at a table."""

    @operation("act", View, body=ActSerializer)
    def post(self, request: Request, table_id: int) -> Response:
        """Play an action. Returns the view afterwards.

        409 `stale` if the table has changed since `seen`: read the view again. 422 if the rules of the game forbid the
        action.
        """
        data, player = parse_body(ActSerializer, request), person(request)
        table = table_for(player, table_id)
        text, seen = data["action"].strip(), data["seen"]
        attempts.act(table_id=table_id, player=player, text=text, seen=seen)
        if isinstance(request.auth, ApiToken):
            contest_of(table).acted_by_program(table)
        return respond(View, view_now(player, table_id))


class TableUndoView(TableBaseView):
    """Undoing an action in a race."""

    @operation("undoAction", View, body=SeenSerializer)
    def post(self, request: Request, table_id: int) -> Response:
        """Undo the caller's last action in a race of Deep Blue. Returns the view afterwards.

        409 `nothing-to-undo` once chance, another player or the clock has answered it.
        """
        data, player = parse_body(SeenSerializer, request), person(request)
        table_for(player, table_id)
        undo_action(table_id=table_id, player=player, seen=data["seen"])
        return respond(View, view_now(player, table_id))


def view_now(player: Player | None, table_id: int) -> dict[str, Any]:
    """Return the table's version number and the player's view of it; read again if the table changes in between."""
    for _reading in range(MAX_READS):
        table = table_now(player, table_id)
        response = _view_response(table, player)
        if table_number(table_id) == table.version:
            break
    return response


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


class TableStreamView(StreamBaseView):
    """A table's event stream."""

    @operation("followTable", STREAM_RESPONSES, streamed=True)
    def get(self, request: Request, table_id: int) -> Response:
        """Follow a table by server-sent events.

        Each event is `moved` and carries the table's version number. If it is higher than the last number seen, read
        the view.
        """
        return self.admit(request, partial(followed_table_for, person(request), table_id))


table_stream = stream_view(TableStreamView, announcements.TABLE, table_number)


def _view_response(table: Table, player: Player | None) -> dict[str, Any]:
    return {"table": table.pk, "seen": table.version, "state": table.state, "view": facts_now(table, player)}
