"""Replays: a finished attempt step by step, with all hands open, for those who may see them; and lines that leave it.

Nothing here writes but the ledger of looks: whoever plays on from a replay finds the line in the address of the page,
and nowhere else.
"""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

import games
from logbook import access
from logbook.lines import Line, Unreadable
from logbook.middleware import PlayerRequest
from logbook.models import Attempt
from logbook.selectors import lines, race_lines, race_replays, replays
from logbook.selectors.faces import refusal_words
from logbook.services import analyses, errors, looks, practice
from logbook.views.actions import action_text

private = cache_control(private=True, no_store=True)

MOST_DIGITS = 9
"""Of the number of a moment: no attempt is that long, and longer numbers are slow to read."""


@require_safe
@private
def replay(request: PlayerRequest, attempt_id: int) -> HttpResponse:
    """One moment of the attempt; `step` counts the actions done, and begins at the end of the deal.

    With `wait`, 204 as long as it is being worked out where the mission was lost.
    """
    attempt = access.replay_for(request.player, attempt_id)
    if _is_race(attempt):
        return _race_replay(request, attempt)
    pending = attempt.is_unsealed and analyses.analysis_ask(attempt)
    if pending and "wait" in request.GET:
        return HttpResponse(status=204)
    asked = _asked(request, told=attempt.is_unsealed, pending=pending)
    looks.replay_note(attempt, request.player)
    page = replays.replay_of(attempt, step=_step(request) or 0, asked=asked)
    return render(request, "replay/replay.html", {"replay": page})


def _is_race(attempt: Attempt) -> bool:
    return games.GAMES[attempt.table.game].is_race


def _race_replay(request: PlayerRequest, attempt: Attempt) -> HttpResponse:
    looks.replay_note(attempt, request.player)
    page = race_replays.race_replay_of(attempt, step=_step(request) or 0, answers=request.player is not None)
    return render(request, "replay/race.html", {"replay": page})


@require_safe
@private
def replay_line(request: PlayerRequest, attempt_id: int) -> HttpResponse:
    """A moment of another way to go on; with `action` or `go`, on to where that leads."""
    attempt = access.unsealed_replay_for(request.player, attempt_id)
    try:
        line = Line.read(request.GET.dict())
        if "action" in request.GET or "go" in request.GET:
            return _go_on(request, attempt, line)
        return _line(request, attempt, line)
    except (Unreadable, games.GameError) as error:
        raise Http404 from error


@require_safe
@private
def record(request: PlayerRequest, attempt_id: int) -> HttpResponse:
    """The attempt as a record, its deal spelled out: the seed would also give away the attempts to come.

    A race cannot be spelled out: its record, with the seed, is there once nobody can be dealt the same.
    """
    attempt = access.replay_for(request.player, attempt_id)
    told = race_replays.race_record_of if _is_race(attempt) else replays.record_of
    text = told(attempt)
    if text is None:
        raise Http404
    looks.replay_note(attempt, request.player)
    return HttpResponse(text, content_type="text/plain; charset=utf-8")


def _go_on(request: PlayerRequest, attempt: Attempt, line: Line) -> HttpResponse:
    if line.seat is not None and request.player is None:
        raise Http404  # Bots think for people with a name.
    try:
        line = practice.practice_go_on(attempt, line, action_text(request.GET) if "action" in request.GET else None)
    except games.GameError as error:
        return _line(request, attempt, line, error=refusal_words(error, attempt.table), status=422)
    except errors.Refusal as error:
        raise Http404 from error
    return redirect(f"{reverse('replay-line', args=(attempt.pk,))}?{urlencode(line.fields)}")


def _line(request: PlayerRequest, attempt: Attempt, line: Line, *, error: str = "", status: int = 200) -> HttpResponse:
    if _is_race(attempt):
        race = race_lines.race_line_of(attempt, line, step=_step(request), error=error)
        return render(request, "replay/race.html", {"replay": race}, status=status)
    step, asked = _step(request), _asked(request, told=True)
    page = lines.line_page(attempt, line, step=step, asked=asked, error=error)
    return render(request, "replay/replay.html", {"replay": page}, status=status)


def _asked(request: PlayerRequest, *, told: bool, pending: bool = False) -> replays.Asked:
    return replays.Asked(
        told=told,
        pending=pending,
        answers=request.player is not None,
        cards="cards" in request.GET,
        why="why" in request.GET,
    )


def _step(request: PlayerRequest) -> int | None:
    """The moment asked for; one after the end is the last there is."""
    text = request.GET.get("step", "")
    return int(text[:MOST_DIGITS]) if text.isascii() and text.isdigit() else None
