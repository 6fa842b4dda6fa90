"""Views of lessons: the list, a moment of a lesson, and the learner's choice there. They are public."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_POST, require_safe

import games
from logbook.lessons import progress
from logbook.lessons.book import Lesson, lesson_of, lessons
from logbook.lessons.selectors import cost_of_choice, lesson_page, lesson_rows, refusal_text
from logbook.lib.exceptions import Refusal
from logbook.people.middleware import PlayerRequest
from logbook.player_lessons.selectors.lists import player_lesson_lists
from logbook.rounds.principles import principle_texts
from logbook.tables.kinds import kind_of

private = cache_control(private=True, no_store=True)


@require_safe
@private
def lesson_list(request: PlayerRequest) -> HttpResponse:
    """Show the lessons of each game, with what the learner has finished."""
    finished = progress.finished_lessons(request.session)
    begun = {lesson.slug for lesson in lessons() if progress.choices_of(request.session, lesson)}
    listed = ((game, lesson_rows(game.slug, finished=finished, begun=begun)) for game in games.GAMES.values())
    books = [(game, rows) for game, rows in listed if rows]
    context = {
        "books": books, "principles": principle_texts(), "by_players": player_lesson_lists(request.player),
    }  # fmt: skip
    return render(request, "lessons/lesson_list.html", context)


@require_safe
@private
def lesson(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the moment that the learner has come to."""
    found = _lesson_or_404(slug)
    return _page(request, found, progress.choices_of(request.session, found))


@require_POST
@private
def lesson_act(request: HttpRequest, slug: str) -> HttpResponse:
    """Take the learner's choice: a right one leads on, a wrong one is explained and taken back."""
    found = _lesson_or_404(slug)
    choices, action = progress.choices_of(request.session, found), request.POST.get("action", "")
    try:
        cost = cost_of_choice(found, choices, seen=request.POST.get("seen", ""), action=action)
    except games.GameError as error:
        return _page(request, found, choices, error=refusal_text(found, error), status=422)
    except Refusal as error:
        return _page(request, found, choices, error=str(error), status=error.status)
    if cost:
        return _page(request, found, choices, cost=cost)
    choices = (*choices, action)
    progress.remember(request.session, found, choices)
    if len(choices) == len(found.steps):
        progress.finish(request.session, found)
    return _page(request, found, choices) if request.headers.get("hx-request") else redirect("lesson", slug)


@require_POST
@private
def lesson_again(request: HttpRequest, slug: str) -> HttpResponse:
    """Begin the lesson again."""
    progress.remember(request.session, _lesson_or_404(slug), ())
    return redirect("lesson", slug)


def _page(
    request: HttpRequest, found: Lesson, choices: tuple[str, ...], *, status: int = 200, **said: Any
) -> HttpResponse:
    page = lesson_page(found, choices, **said)
    kind = kind_of(found.setup.game)
    part = kind.templates["lesson"]
    context = {"lesson": page, "page": page.page, "kind": kind, "part_template": part}
    if request.headers.get("hx-request"):
        return render(request, part, context, status=status, using="jinja2")
    return render(request, "lessons/lesson.html", context, status=status)


def _lesson_or_404(slug: str) -> Lesson:
    found = lesson_of(slug)
    if found is None:
        raise Http404
    return found
