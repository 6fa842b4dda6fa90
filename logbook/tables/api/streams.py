"""The stream that announces to programs that a table has moved."""

from __future__ import annotations

from functools import partial

from rest_framework.request import Request
from rest_framework.response import Response

from logbook.api.base_views import operation
from logbook.api.callers import person
from logbook.api.streams import TOLD, StreamBaseView, _stream
from logbook.lib import event_streams
from logbook.tables.access import table_for
from logbook.tables.selectors.tables import table_number


class TableStreamView(StreamBaseView):
    """A table's."""

    @operation("followTable", TOLD, streamed=True)
    def get(self, request: Request, table_id: int) -> Response:
        """Hear when a table moves, as server-sent events.

        Each event is `moved` with the table's number: who has seen a lower one reads the view.
        """
        return self.admit(request, partial(table_for, person(request), table_id))


table_stream = _stream(TableStreamView, event_streams.TABLE, table_number)
