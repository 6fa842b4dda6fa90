"""Tables: what a seat may know, and what it does."""

from __future__ import annotations

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from logbook import access
from logbook.api.caller import person
from logbook.api.permissions import Scope
from logbook.models import Table
from logbook.selectors.tables import seat_view
from logbook.services import attempts


class ActSerializer(serializers.Serializer[Any]):
    """One action of the caller's seat."""

    action = serializers.CharField(max_length=80, help_text='One of the view\'s "legal", such as "play B7".')
    seen = serializers.IntegerField(min_value=0, help_text="The table's number that the action answers.")


class TableView(APIView):
    """What the caller's seat may know of the running attempt, or of the last one."""

    @extend_schema(responses=OpenApiTypes.OBJECT)
    def get(self, request: Request, table_id: int) -> Response:
        """The view of the caller's seat, and the table's number for `seen`."""
        return Response(_told(access.table_for(person(request), table_id), request))


class TableAct(APIView):
    """Doing something at the table."""

    scope = Scope.PLAY

    @extend_schema(request=ActSerializer, responses=OpenApiTypes.OBJECT)
    def post(self, request: Request, table_id: int) -> Response:
        """One action; answers the view after it. 409 if the table has moved on, 422 if the rules forbid it."""
        asked = ActSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        table = access.table_for(person(request), table_id)
        text, seen = asked.validated_data["action"].strip(), asked.validated_data["seen"]
        attempts.attempt_act(table_id=table.pk, player=person(request), text=text, seen=seen)
        return Response(_told(access.table_for(person(request), table_id), request))


def _told(table: Table, request: Request) -> dict[str, Any]:
    view = seat_view(table, person(request))
    return {"table": table.pk, "seen": table.version, "state": table.state, "view": view and view.as_dict()}
