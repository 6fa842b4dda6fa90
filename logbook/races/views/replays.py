"""Views of race replays."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render

from logbook.challenges.services import deal_access
from logbook.people.middleware import PlayerRequest
from logbook.races.selectors.replays import race_as_played_of, race_replay_of
from logbook.races.selectors.variations import race_line_of
from logbook.replays.selectors.replays import ReplayOptions
from logbook.replays.variations import Variation
from logbook.reviews.selectors import Place, review_of
from logbook.tables.models import Attempt


def replay(request: PlayerRequest, attempt: Attempt, *, step: int) -> HttpResponse:
    """Show one moment of the race, with all hands open."""
    deal_access.record_replay_access(attempt, request.player)
    reader = request.player.pk if request.player is not None else None
    page = race_replay_of(attempt, step=step, answers=request.player is not None, reader=reader)
    review = review_of(attempt, request.player, Place(attempt.pk, page.step))
    return render(request, "races/replay.html", {"replay": page, "review": review})


def as_played(request: PlayerRequest, attempt: Attempt, *, step: int) -> HttpResponse:
    """Show one moment of the race as it was played, without anything of later moments."""
    page = race_as_played_of(attempt, step=step, reader=request.player.pk if request.player is not None else None)
    review = review_of(attempt, request.player, Place(attempt.pk, page.step, as_played=True))
    return render(request, "races/replay.html", {"replay": page, "review": review})


def variation(
    request: PlayerRequest,
    attempt: Attempt,
    variation: Variation,
    *,
    step: int | None,
    options: ReplayOptions,
    error: str,
    status: int,
) -> HttpResponse:
    """Show a moment of a variation of the race."""
    page = race_line_of(attempt, variation, step=step, options=options, error=error)
    return render(request, "races/replay.html", {"replay": page}, status=status)
