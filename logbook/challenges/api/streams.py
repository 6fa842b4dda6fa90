"""The event stream of a challenge."""

from __future__ import annotations

from functools import partial

from rest_framework.request import Request
from rest_framework.response import Response

from logbook.api.base_views import operation
from logbook.api.callers import member
from logbook.api.streams import STREAM_RESPONSES, StreamBaseView, stream_view
from logbook.challenges.access.challenges import challenge_for
from logbook.challenges.selectors.challenges import challenge_number
from logbook.lib import announcements


class ChallengeStreamView(StreamBaseView):
    """A challenge's event stream."""

    @operation("followChallenge", STREAM_RESPONSES, streamed=True)
    def get(self, request: Request, challenge: int) -> Response:
        """Follow the preparation of a challenge's deals by server-sent events.

        Each event is `moved` and carries a number that increases with every step.
        """
        return self.admit(request, partial(challenge_for, member(request), challenge))


challenge_stream = stream_view(ChallengeStreamView, announcements.CHALLENGE, challenge_number)
