"""The backend: Django looks for its `DatabaseWrapper` here (`ENGINE = "crewsite.postgresql"`)."""

from __future__ import annotations

import select

from django.db.backends.postgresql import base


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's connection, checked at the start of a request without a query.

    A server that restarts or cuts the connection closes it, and a closed connection is readable. An idle one that is
    not readable is as good as it was after its last answer.
    """

    def is_usable(self) -> bool:
        """Return whether the connection still works; ask the server only if there is something to read."""
        if self.connection is None or self.connection.closed:
            return False
        return not _has_something_to_read(self.connection.fileno()) or super().is_usable()


def _has_something_to_read(descriptor: int) -> bool:
    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    return bool(poll.poll(0))
