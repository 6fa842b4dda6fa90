"""API views of talk."""

from __future__ import annotations

from http import HTTPStatus

from rest_framework.request import Request
from rest_framework.response import Response

from logbook.api.base_views import Operation, operation, parse_body, respond, serialize_many, validate_form
from logbook.api.callers import caller, person
from logbook.api.pagination import paged
from logbook.api.permissions import Scope
from logbook.tables.access import watched_table_for
from logbook.talk import services
from logbook.talk.api.serializers import TalkInputSerializer, TalkLineSerializer
from logbook.talk.forms import LineForm
from logbook.talk.selectors import lines_for


class TalkListView(Operation):
    """Talk at a table."""

    scope = Scope.PLAY

    @operation("listTalk", TalkLineSerializer, listed=True)
    def get(self, request: Request, table_id: int) -> Response:
        """List the talk at a table, the newest line first.

        Players read what watchers write once the attempt is over. Lines of players whom the caller has muted are left
        out. Empty where talk is turned off, and for callers who may not watch.
        """
        player = caller(request)
        own = player.pk if player is not None else None
        return paged(
            request,
            lines_for(watched_table_for(player, table_id), player),
            lambda page: serialize_many(TalkLineSerializer, page, caller=own),
            "-pk",
        )

    @operation("writeTalk", TalkLineSerializer, body=TalkInputSerializer, status=HTTPStatus.CREATED)
    def post(self, request: Request, table_id: int) -> Response:
        """Write a line of talk: a text or a phrase.

        During an attempt players have phrases only, one every 15 seconds and six an attempt. They have none in
        challenges, and none in races and deals of the day that rank. Watchers write to each other.
        """
        player = person(request)
        found = watched_table_for(player, table_id)
        data = parse_body(TalkInputSerializer, request)
        text = "" if data["phrase"] and not data["text"] else validate_form(LineForm(data))["text"]
        line = services.say(table_id=found.pk, by=player, text=text, phrase=data["phrase"])
        return respond(TalkLineSerializer, line, status=HTTPStatus.CREATED, caller=player.pk)
