"""View of the stream that announces the progress of a challenge's deals."""

from __future__ import annotations

from functools import partial

from django.http.response import HttpResponseBase
from django.views.decorators.http import require_GET

from logbook.challenges.access.challenges import challenge_for
from logbook.challenges.selectors.challenges import challenge_number
from logbook.lib import announcements
from logbook.people.middleware import PlayerRequest
from logbook.people.numbered_streams import number_stream


@require_GET
async def challenge_stream(request: PlayerRequest, challenge_id: int) -> HttpResponseBase:
    """Stream the number of a challenge in preparation."""
    may = partial(challenge_for, request.player, challenge_id)
    return await number_stream(request, challenge_id, announcements.CHALLENGE, may, challenge_number)
