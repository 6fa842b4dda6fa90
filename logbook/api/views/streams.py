"""The streams on which a program hears that something has moved. They carry numbers: each reads its own view then."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from asgiref.sync import sync_to_async
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from drf_spectacular.utils import OpenApiResponse
from rest_framework.request import Request
from rest_framework.response import Response

from logbook import access, live
from logbook.access.imports import import_for
from logbook.api.caller import member, person
from logbook.api.operations import AnyKind, Operation, nothing_more, operation
from logbook.selectors.challenges import challenge_number
from logbook.selectors.imports import import_number
from logbook.selectors.tables import table_number

EVENTS = {
    "type": "string",
    "description": "`event: moved`, `data: 17`; a comment every 15 seconds while nothing moves.",
}
TOLD: dict[Any, Any] = {
    (200, "text/event-stream"): OpenApiResponse(EVENTS, "Its number, now and whenever it changes."),
    204: OpenApiResponse(None, "There is nobody to hear it from now: ask again, or read it by and by."),
}


class Door(Operation):
    """Whether the caller may listen."""

    content_negotiation_class = AnyKind


class TableDoor(Door):
    """A table's."""

    @operation("followTable", TOLD, streamed=True)
    def get(self, request: Request, table_id: int) -> Response:
        """Hear when a table moves, as server-sent events.

        Each event is `moved` with the table's number: who has seen a lower one reads the view.
        """
        access.table_for(person(request), table_id)
        return nothing_more()


class ChallengeDoor(Door):
    """A challenge's."""

    @operation("followChallenge", TOLD, streamed=True)
    def get(self, request: Request, challenge: int) -> Response:
        """Hear how far the deals of a challenge are prepared, as server-sent events."""
        access.challenge_for(member(request), challenge)
        return nothing_more()


class ImportDoor(Door):
    """A file's."""

    @operation("followImport", TOLD, streamed=True)
    def get(self, request: Request, brought: int) -> Response:
        """Hear how far a file is that is read or brought in, as server-sent events: its number, with every step."""
        import_for(member(request), brought)
        return nothing_more()


def _stream(of: type[Door], kind: str, look: Callable[[int], int]) -> Any:
    door = of.as_view()

    def asked_at_the_door(request: HttpRequest, **named: int) -> HttpResponseBase:
        answer: HttpResponseBase = door(request, **named)
        return answer.render() if isinstance(answer, Response) else answer

    async def stream(request: HttpRequest, **named: int) -> HttpResponseBase:
        """The numbers, for whoever the door lets in."""
        answer = await sync_to_async(asked_at_the_door)(request, **named)
        if request.method != "GET" or answer.status_code != HTTPStatus.NO_CONTENT:
            return answer
        (pk,) = named.values()
        return await live.answer(live.Ear(pk, kind), lambda: look(pk))

    # By these drf-spectacular finds what is declared above, and Django that CSRF is the door's to check.
    stream.cls, stream.initkwargs, stream.csrf_exempt = of, {}, True  # type: ignore[attr-defined]
    return stream


table_stream = _stream(TableDoor, live.TABLE, table_number)
challenge_stream = _stream(ChallengeDoor, live.CHALLENGE, challenge_number)
import_stream = _stream(ImportDoor, live.IMPORT, import_number)
