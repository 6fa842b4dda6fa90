"""The stream on which a program hears that a table has moved. It carries numbers: each reads its own view then."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from asgiref.sync import sync_to_async
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from drf_spectacular.utils import OpenApiResponse
from rest_framework.request import Request
from rest_framework.response import Response

from logbook import access, live
from logbook.api.caller import person
from logbook.api.operations import AnyKind, Operation, operation
from logbook.selectors.tables import table_number

EVENTS = {
    "type": "string",
    "description": "`event: moved`, `data: 17`; a comment every 15 seconds while nothing moves.",
}


class StreamDoor(Operation):
    """Whether the caller may listen."""

    content_negotiation_class = AnyKind

    @operation(
        "followTable",
        {
            (200, "text/event-stream"): OpenApiResponse(EVENTS, "The table's number, now and whenever it changes."),
            204: OpenApiResponse(None, "There is nobody to hear it from now: ask again, or read the view by and by."),
        },
    )
    def get(self, request: Request, table_id: int) -> Response:
        """Hear when a table moves, as server-sent events.

        Each event is `moved` with the table's number: who has seen a lower one reads the view.
        """
        access.table_for(person(request), table_id)
        return Response(status=HTTPStatus.NO_CONTENT)


def _stream() -> Any:
    door = StreamDoor.as_view()

    def asked_at_the_door(request: HttpRequest, table_id: int) -> HttpResponseBase:
        answer: HttpResponseBase = door(request, table_id=table_id)
        return answer.render() if isinstance(answer, Response) else answer

    async def stream(request: HttpRequest, table_id: int) -> HttpResponseBase:
        """The numbers, for whoever the door lets in."""
        answer = await sync_to_async(asked_at_the_door)(request, table_id)
        if request.method != "GET" or answer.status_code != HTTPStatus.NO_CONTENT:
            return answer
        return await live.answer(live.Ear(table_id), lambda: table_number(table_id))

    # By these drf-spectacular finds what is declared above, and Django that CSRF is the door's to check.
    stream.cls, stream.initkwargs, stream.csrf_exempt = StreamDoor, {}, True  # type: ignore[attr-defined]
    return stream


table_stream = _stream()
