"""The event stream of an import."""

from __future__ import annotations

from functools import partial

from rest_framework.request import Request
from rest_framework.response import Response

from logbook.api.base_views import operation
from logbook.api.callers import member
from logbook.api.streams import STREAM_RESPONSES, StreamBaseView, stream_view
from logbook.exchange.access.imports import import_for
from logbook.exchange.selectors.imports import import_number
from logbook.lib import announcements


class ImportStreamView(StreamBaseView):
    """An import's event stream."""

    @operation("followImport", STREAM_RESPONSES, streamed=True)
    def get(self, request: Request, job: int) -> Response:
        """Follow an import by server-sent events.

        Each event is `moved` and carries the import's `number`, which increases with every step.
        """
        return self.admit(request, partial(import_for, member(request), job))


import_stream = stream_view(ImportStreamView, announcements.IMPORT, import_number)
