"""Views of learners: a moment of a lesson by a player, the choice there, and the vote at its end."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_POST, require_safe

import games
from logbook.lessons.book import Lesson
from logbook.lessons.selectors import cost_of_choice, lesson_page, refusal_text
from logbook.lib.exceptions import Refusal
from logbook.people.middleware import PlayerRequest
from logbook.player_lessons import access
from logbook.player_lessons.exceptions import ChangedByAuthor
from logbook.player_lessons.models import PlayerLesson
from logbook.player_lessons.selectors.book_lessons import value_of
from logbook.player_lessons.services import learning
from logbook.player_lessons.services.learning import Learner
from logbook.tables.kinds import kind_of

private = cache_control(private=True, no_store=True)


@require_safe
@private
def lesson(request: PlayerRequest, key: str) -> HttpResponse:
    """Show the moment that the learner has come to."""
    found = access.lesson_for(request.player, key)
    try:
        value = value_of(found)
    except Refusal as error:
        return _gone(request, found, error)
    row = learning.row_of(found, Learner.of(request.player, request.session))
    return _page(request, found, value, learning.choices_of(row, value), restarts=learning.restarts(row, value))


@require_POST
@private
def lesson_act(request: PlayerRequest, key: str) -> HttpResponse:
    """Take the learner's choice: a right one leads on, a wrong one is explained, and the learner chooses again."""
    found = access.lesson_for(request.player, key)
    try:
        value = value_of(found)
    except Refusal as error:
        return _gone(request, found, error)
    row = learning.row_of(found, Learner.of(request.player, request.session))
    choices = learning.choices_of(row, value)
    action = request.POST.get("action", "")
    try:
        _ensure_same_version(request, found)
        cost = cost_of_choice(value, choices, seen=request.POST.get("seen", ""), action=action)
        if cost:
            return _page(request, found, value, choices, cost=cost)
        learner = Learner.with_key(request.player, request.session)
        learning.record_choice(
            lesson=found,
            value=value,
            learner=learner,
            choices=choices,
            action=action,
            address=request.META["REMOTE_ADDR"],
        )
    except games.GameError as error:
        return _page(request, found, value, choices, error=refusal_text(value, error), status=422)
    except Refusal as error:
        restarts = learning.restarts(row, value)
        return _page(request, found, value, choices, error=str(error), status=error.status, restarts=restarts)
    if request.headers.get("hx-request"):
        return _page(request, found, value, (*choices, action))
    return redirect("player-lesson", key)


@require_POST
@private
def lesson_again(request: PlayerRequest, key: str) -> HttpResponse:
    """Begin the lesson again."""
    found = access.lesson_for(request.player, key)
    learning.begin_again(lesson=found, learner=Learner.of(request.player, request.session))
    return redirect("player-lesson", key)


@require_POST
@private
def lesson_vote(request: PlayerRequest, key: str) -> HttpResponse:
    """Say whether the lesson helped."""
    found = access.lesson_for(request.player, key)
    learner, helped = Learner.of(request.player, request.session), request.POST.get("helped") == "yes"
    try:
        learning.vote(lesson=found, value=value_of(found), learner=learner, helped=helped)
    except Refusal as error:
        return _gone(request, found, error)
    return redirect("player-lesson", key)


def _page(
    request: PlayerRequest,
    found: PlayerLesson,
    value: Lesson,
    choices: tuple[str, ...],
    *,
    status: int = 200,
    restarts: bool = False,
    **said: Any,
) -> HttpResponse:
    page = lesson_page(value, choices, **said)
    if restarts:
        page = replace(page, note=_("The author has changed this lesson, so it starts again."))
    kind = kind_of(value.setup.game)
    part = kind.templates["lesson"]
    row = learning.row_of(found, Learner.of(request.player, request.session)) if page.is_over else None
    context = {
        "lesson": page, "page": page.page, "kind": kind, "part_template": part, "made": found, "learner": row,
        "is_author": access.is_author(request.player, found), "may_return": access.may_return(request.player, found),
        "is_administrator": access.is_administrator(request.player),
        "may_vote": learning.may_vote(request.player),
    }  # fmt: skip
    if request.headers.get("hx-request"):
        return render(request, part, context, status=status, using="jinja2")
    return render(request, "player_lessons/lesson.html", context, status=status)


def _ensure_same_version(request: PlayerRequest, found: PlayerLesson) -> None:
    """Raise ChangedByAuthor if the learner's page showed another version of the lesson."""
    if request.GET.get("version", str(found.version)) != str(found.version):
        raise ChangedByAuthor


def _gone(request: PlayerRequest, found: PlayerLesson, error: Refusal) -> HttpResponse:
    """Show in one sentence why the lesson cannot be shown."""
    context = {"sentence": str(error), "made": found, "is_author": access.is_author(request.player, found)}
    return render(request, "player_lessons/gone.html", context, status=error.status)
