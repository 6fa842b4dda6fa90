"""Views of lessons: the list, a moment of a lesson, the learner's choice there, and practice with help. All are public.

A visitor who practises becomes a guest, as with "Play now". Only the one person at a table answers its questions.
"""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST, require_safe

import games
from logbook.lessons import progress
from logbook.lessons.book import Lesson, lesson_of, lessons
from logbook.lessons.forms import PracticeForm
from logbook.lessons.selectors import cost_of_choice, lesson_page, lesson_rows, meters_of, refusal_text
from logbook.lessons.services import answer_question, begin_again
from logbook.lib.exceptions import Refusal, Unreadable
from logbook.people.double_submit import once
from logbook.people.middleware import PlayerRequest
from logbook.people.selectors import GUEST_KEY
from logbook.player_lessons.selectors.lists import player_lesson_lists
from logbook.rounds.principles import principle_texts
from logbook.tables.access import helped_table_for, table_for
from logbook.tables.kinds import kind_of
from logbook.tables.parts import shown, template_of
from logbook.tables.services import first_table

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


@require_http_methods(["GET", "HEAD", "POST"])
@private
@once
def practice(request: PlayerRequest) -> HttpResponse:
    """Show the player's meters, and deal the chosen mission with bots and help; a visitor becomes a guest."""
    if request.method != "POST":
        return _practice(request, PracticeForm(initial=_wishes(request)))
    form, status = PracticeForm(request.POST), 422
    if form.is_valid():
        try:
            return _dealt(request, form.wish)
        except games.UnknownSetup as error:
            form.refuse(error)
        except Refusal as error:
            form.add_error(None, str(error))
            status = error.status
    return _practice(request, form, status=status)


@require_POST
@private
def practice_answer(request: PlayerRequest, table_id: int) -> HttpResponse:
    """Take the player's answer to the question before their card, and show the table with what is right."""
    table = helped_table_for(request.player, table_id)
    try:
        trick = request.POST.get("trick", "")
        if request.player is None or not (trick.isascii() and trick.isdigit() and len(trick) < 4):
            raise Unreadable
        about, answer = request.POST.get("about", ""), request.POST.get("answer", "")
        answer_question(table=table, player=request.player, trick=int(trick), about=about, answer=answer)
    except Refusal as error:
        return _at_the_table(request, table_id, error)
    return _at_the_table(request, table_id)


@require_POST
@private
def practice_again(request: PlayerRequest) -> HttpResponse:
    """Give all help with one concept again."""
    try:
        begin_again(player=request.player, concept=request.POST.get("concept", ""))
    except Refusal as error:
        return _practice(request, PracticeForm(), error=str(error), status=error.status)
    return redirect("practice")


def _wishes(request: PlayerRequest) -> dict[str, object]:
    """Return the form's values in the query string: ?game=deep-sea&mission=12&players=3."""
    wishes: dict[str, object] = {key: request.GET[key] for key in ("players",) if key in request.GET}
    if "mission" in request.GET:
        wishes["mission"] = f"{request.GET.get('game', first_table.GAME)} {request.GET['mission']}"
    return wishes


def _dealt(request: PlayerRequest, wish: first_table.Wish) -> HttpResponse:
    table = first_table.play_now(player=request.player, address=request.META["REMOTE_ADDR"], wish=wish)
    if request.player is None:
        request.session[GUEST_KEY] = table.opened_by_id
    return redirect("table", table.pk)


def _practice(request: PlayerRequest, form: PracticeForm, *, error: str = "", status: int = 200) -> HttpResponse:
    context = {"form": form, "meters": meters_of(request.player), "error": error}
    return render(request, "lessons/practice.html", context, status=status)


def _at_the_table(request: PlayerRequest, table_id: int, error: Refusal | None = None) -> HttpResponse:
    """Show the part of the table that moves; without scripts lead back there, or show the refusal with the way back."""
    words, status = (str(error), error.status) if error else ("", 200)
    if getattr(request, "htmx", False):
        table = table_for(request.player, table_id)
        origin = f"{request.scheme}://{request.get_host()}"
        page, context = shown(table, request.player, "part", origin=origin, error=words)
        return render(request, template_of(table, page, "part"), context, status=status)
    if error is None:
        return HttpResponse(status=303, headers={"Location": reverse("table", args=(table_id,))})
    return render(request, "lessons/answer_refused.html", {"words": words, "table_id": table_id}, status=status)


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
