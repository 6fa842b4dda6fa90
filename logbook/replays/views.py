"""Views of replays: a finished attempt step by step, with all hands open, for permitted readers; and its variations.

The URL alone holds a variation. A POST asks bots or the solver a question, which a worker answers; the page shows the
progress and then the answer.
"""

from __future__ import annotations

from dataclasses import replace

from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST, require_safe

import games
from logbook.challenges.access.replays import replay_for, unsealed_replay_for
from logbook.challenges.services import deal_access
from logbook.lib.exceptions import Refusal
from logbook.lib.replica import read_primary_about, reads_from_replica
from logbook.people.middleware import PlayerRequest
from logbook.player_lessons.access import may_become_a_lesson
from logbook.replays.exceptions import VariationTooLong
from logbook.replays.models.bot_questions import Thought
from logbook.replays.selectors import replays, variations
from logbook.replays.selectors import thoughts as thoughts_of
from logbook.replays.services import analyses, play_on, thoughts
from logbook.replays.variations import TooManyMoves, UnreadableVariation, Variation
from logbook.reviews.selectors import Place, review_of
from logbook.tables.kinds import kind_of, view_of
from logbook.tables.models import Attempt
from logbook.tables.selectors.seat_labels import refusal_text
from logbook.travellers.access import reads_others
from logbook.travellers.selectors.others_here import others_here

private = cache_control(private=True, no_store=True)

MOST_DIGITS = 9
"""The most digits of a moment's number: no attempt is that long, and longer numbers are slow to parse."""


@require_safe
@private
@reads_from_replica
def replay(request: PlayerRequest, attempt_id: int) -> HttpResponseBase:
    """Show one moment of the attempt; `step` counts actions, the fresh deal by default.

    With `wait`, it answers 204 while the analysis, or the reader's question (`thought`), is not ready.
    """
    attempt = replay_for(request.player, attempt_id)
    read_primary_about(attempt.ended_at)
    own = view_of(attempt.table.game, "replay")
    if own is not None:
        return own(request, attempt, step=_step(request) or 0)
    pending = attempt.is_unsealed and analyses.request_analysis(attempt)
    options = _replay_options(request, attempt, reveals=attempt.is_unsealed, pending=pending)
    if "wait" in request.GET and (options.thought.is_waiting if options.thought else pending):
        return HttpResponse(status=204)
    deal_access.record_replay_access(attempt, request.player)
    page = replays.replay_of(attempt, step=_step(request) or 0, options=options)
    others = others_here(attempt, page.step) if reads_others(request.player, attempt) else None
    review = review_of(attempt, request.player, Place(attempt.pk, page.step))
    context = {"replay": page, "others": others, "review": review, "may_teach": may_become_a_lesson(attempt)}
    return render(request, "replays/replay.html", context)


@require_safe
@private
@reads_from_replica
def as_played(request: PlayerRequest, attempt_id: int) -> HttpResponseBase:
    """Show one moment of the attempt as it was played, without anything of later moments; `step` counts actions."""
    attempt = replay_for(request.player, attempt_id)
    read_primary_about(attempt.ended_at)
    deal_access.record_replay_access(attempt, request.player)
    step = _step(request) or 0
    own = view_of(attempt.table.game, "replay-as-played")
    if own is not None:
        return own(request, attempt, step=step)
    page = replays.as_played_of(attempt, step=step, reader=_reader(request))
    review = review_of(attempt, request.player, Place(attempt.pk, page.step, as_played=True))
    return render(request, "replays/replay.html", {"replay": page, "review": review})


@require_http_methods(["GET", "HEAD", "POST"])
@private
def replay_variation(request: PlayerRequest, attempt_id: int) -> HttpResponseBase:
    """Show a moment of a variation; a POST continues it with an `action`, or with the bots' next moves.

    With `thought` and `wait`, it answers 204 while the bots think.
    """
    attempt = unsealed_replay_for(request.player, attempt_id)
    try:
        if request.method == "POST":
            return _go_on(request, attempt, Variation.read(request.POST.dict()))
        return _variation_response(request, attempt, Variation.read(request.GET.dict()))
    except TooManyMoves:
        return _too_long(request, attempt)
    except (UnreadableVariation, games.GameError) as error:
        raise Http404 from error


@require_POST
@private
def replay_ask(request: PlayerRequest, attempt_id: int) -> HttpResponseBase:
    """Ask which cards can still win (`cards`), or why a bot did something (`why`)."""
    attempt, kind = unsealed_replay_for(request.player, attempt_id), request.POST.get("kind", "")
    try:
        variation = Variation.read(request.POST.dict())
        may_ask = request.player is not None and variations.bots_may_answer(attempt, kind, variation)
    except TooManyMoves:
        return _too_long(request, attempt)
    except (UnreadableVariation, games.GameError) as error:
        raise Http404 from error
    if request.player is None or not may_ask:
        raise Http404  # Anonymous visitors have no thoughts.
    try:
        thought = thoughts.ask_bots(player=request.player, attempt=attempt, kind=kind, variation=variation)
    except Refusal as error:
        return _refused(request, attempt, variation, (kind, str(error)), error.status)
    return redirect(f"{_moment_address(request, attempt, variation)}&thought={thought.pk}")


@require_safe
@private
@reads_from_replica
def record(request: PlayerRequest, attempt_id: int) -> HttpResponse:
    """Return the attempt as a record with its deal written out: the seed would also reveal the attempts to come.

    A race's deal cannot be written out: its record, with the seed, appears once the race can be dealt to no player any
    more.
    """
    attempt = replay_for(request.player, attempt_id)
    read_primary_about(attempt.ended_at)
    text = replays.record_of(attempt)
    if text is None:
        raise Http404
    deal_access.record_replay_access(attempt, request.player)
    return HttpResponse(text, content_type="text/plain; charset=utf-8")


def _go_on(request: PlayerRequest, attempt: Attempt, variation: Variation) -> HttpResponseBase:
    if variation.seat is not None and request.player is None:
        raise Http404  # Bots do not think for anonymous visitors.
    text = request.POST.get("action")
    try:
        following = play_on.play_on_action(attempt, variation, text)
    except games.GameError as error:
        return _variation_response(request, attempt, variation, error=refusal_text(error, attempt.table), status=422)
    except Refusal as error:
        raise Http404 from error
    address, hurried = replays.variation_address(attempt, following)(following.length), text is None
    if request.player is None or not play_on.bots_are_to_act(attempt, following, hurried=hurried):
        return redirect(address)
    kind = Thought.Kind.GO_ON
    try:
        thought = thoughts.ask_bots(
            player=request.player, attempt=attempt, kind=kind, variation=following, hurried=hurried
        )
    except Refusal as error:
        return _variation_response(request, attempt, variation, error=str(error), status=error.status)
    return redirect(f"{address}&thought={thought.pk}")


def _variation_response(
    request: PlayerRequest, attempt: Attempt, variation: Variation, *, error: str = "", status: int = 200
) -> HttpResponseBase:
    options = _replay_options(request, attempt, reveals=True)
    thought = options.thought
    if thought is not None and thought.is_waiting and "wait" in request.GET:
        return HttpResponse(status=204)
    if thought is not None and thought.is_done and thought.kind == Thought.Kind.GO_ON:
        following = Variation.after(thought.variation, thought.answer)
        return redirect(replays.variation_address(attempt, following)(following.length))
    return _variation_page(request, attempt, variation, options, error=error, status=status)


def _variation_page(
    request: PlayerRequest,
    attempt: Attempt,
    variation: Variation,
    options: replays.ReplayOptions,
    *,
    error: str,
    status: int,
) -> HttpResponseBase:
    step = _step(request)
    own = view_of(attempt.table.game, "replay-line")
    if own is not None:
        return own(request, attempt, variation, step=step, options=options, error=error, status=status)
    page = variations.variation_page(attempt, variation, step=step, options=options, error=error)
    return render(request, "replays/replay.html", {"replay": page}, status=status)


def _refused(
    request: PlayerRequest, attempt: Attempt, variation: Variation, refused: tuple[str, str], status: int
) -> HttpResponseBase:
    """Show the same moment with the refusal of a thought."""
    options = replace(_replay_options(request, attempt, reveals=True), refused=refused)
    if _is_aside(request, variation):
        return _variation_page(request, attempt, variation, options, error="", status=status)
    page = replays.replay_of(attempt, step=variation.start, options=options)
    return render(request, "replays/replay.html", {"replay": page}, status=status)


def _too_long(request: PlayerRequest, attempt: Attempt) -> HttpResponseBase:
    """Show the moment where a variation with too many moves begins, with the refusal."""
    if not kind_of(attempt.table.game).has_tricks:
        raise Http404
    refusal, text = VariationTooLong(), {**request.GET.dict(), **request.POST.dict()}.get("from", "")
    start = int(text[:MOST_DIGITS]) if text.isascii() and text.isdigit() else 0
    start = min(start, attempt.length - 1)  # After the last card there is nothing to play on from.
    options = replace(_replay_options(request, attempt, reveals=True), refused=(Thought.Kind.CARDS, str(refusal)))
    page = replays.replay_of(attempt, step=start, options=options)
    return render(request, "replays/replay.html", {"replay": page}, status=refusal.status)


def _moment_address(request: PlayerRequest, attempt: Attempt, variation: Variation) -> str:
    """Return the URL of the variation's end: in the replay, or on the variation's page if asked there."""
    address = (
        replays.variation_address(attempt, variation) if _is_aside(request, variation) else replays.address_of(attempt)
    )
    return address(variation.length)


def _is_aside(request: PlayerRequest, variation: Variation) -> bool:
    return bool(variation.moves) or variation.seat is not None or "aside" in request.POST


def _replay_options(
    request: PlayerRequest, attempt: Attempt, *, reveals: bool, pending: bool = False
) -> replays.ReplayOptions:
    thought = thoughts_of.thought_of(request.player, attempt, request.GET.get("thought", "")) if reveals else None
    return replays.ReplayOptions(
        reveals_analysis=reveals,
        pending=pending,
        answers=request.player is not None,
        thought=thought,
        reader=_reader(request),
    )


def _reader(request: PlayerRequest) -> int | None:
    return request.player.pk if request.player is not None else None


def _step(request: PlayerRequest) -> int | None:
    """Return the requested moment, at most the last one."""
    text = request.GET.get("step", "")
    return int(text[:MOST_DIGITS]) if text.isascii() and text.isdigit() else None
