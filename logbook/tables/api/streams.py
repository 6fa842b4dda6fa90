"""The event stream of a table."""

from __future__ import annotations

from functools import partial

from rest_framework.request import Request
from rest_framework.response import Response

from logbook.api.base_views import operation
from logbook.api.callers import person
from logbook.api.streams import STREAM_RESPONSES, StreamBaseView, stream_view
from logbook.lib import announcements
from logbook.tables.access import table_for
from logbook.tables.selectors.tables import table_number


class TableStreamView(StreamBaseView):
    """A table's event stream."""

    @operation("followTable", STREAM_RESPONSES, streamed=True)
    def get(self, request: Request, table_id: int) -> Response:
        """Follow a table by server-sent events.

        Each event is `moved` and carries the table's version number. If it is higher than the last number seen, read
        the view.
        """
        return self.admit(request, partial(table_for, person(request), table_id))


table_stream = stream_view(TableStreamView, announcements.TABLE, table_number)
