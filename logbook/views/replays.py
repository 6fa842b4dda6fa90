"""Replays: a finished attempt step by step, with all hands open, for those who may see them."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from logbook import access
from logbook.middleware import PlayerRequest
from logbook.selectors import replays as selectors

private = cache_control(private=True, no_store=True)


@require_safe
@private
def replay(request: PlayerRequest, attempt_id: int) -> HttpResponse:
    """One moment of the attempt; `step` counts the actions done, and begins at the end of the deal."""
    attempt = access.replay_for(request.player, attempt_id)
    replay = selectors.replay_of(attempt, step=_step(request))
    return render(request, "replay/replay.html", {"replay": replay})


@require_safe
@private
def record(request: PlayerRequest, attempt_id: int) -> HttpResponse:
    """The attempt as a record, its deal spelled out: the seed would also give away the attempts to come."""
    attempt = access.replay_for(request.player, attempt_id)
    return HttpResponse(selectors.record_of(attempt), content_type="text/plain; charset=utf-8")


def _step(request: PlayerRequest) -> int:
    text = request.GET.get("step", "0")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 0
