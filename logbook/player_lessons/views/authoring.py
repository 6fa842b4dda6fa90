"""Views of authors: make a lesson of a replay, change its words and steps, delete it."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods

from logbook.challenges.access.replays import replay_for
from logbook.challenges.services import deal_access
from logbook.clubs.access import clubs_of
from logbook.lib.exceptions import Refusal
from logbook.people.access import MemberRequest, needs_account
from logbook.people.double_submit import once
from logbook.player_lessons import access
from logbook.player_lessons.forms import MakeForm, StepForm, WordsForm
from logbook.player_lessons.models import LessonStep, PlayerLesson
from logbook.player_lessons.selectors import moments
from logbook.player_lessons.selectors.lists import figures_of
from logbook.player_lessons.selectors.moments import Choices
from logbook.player_lessons.services import authoring, findings
from logbook.tables.models import Attempt

private = cache_control(private=True, no_store=True)

MOST_DIGITS = 9
"""The most digits of a version: longer numbers are slow to parse."""


@require_http_methods(["GET", "HEAD", "POST"])
@private
@needs_account
@once
def lesson_make(request: MemberRequest, attempt_id: int) -> HttpResponse:
    """Make a lesson of an attempt whose replay the player may see."""
    attempt = replay_for(request.player, attempt_id)
    initial = {"language": get_language(), "seat": moments.seat_by_default(attempt, request.player)}
    form = MakeForm(
        request.POST if request.method == "POST" else None, seats=moments.seat_choices(attempt), initial=initial
    )
    refusal, status = access.refusal_of(attempt), 200
    if refusal is not None:
        return _make_page(request, attempt, None, str(refusal), refusal.status)
    deal_access.record_replay_access(attempt, request.player)
    if form.is_bound and form.is_valid():
        try:
            lesson = authoring.make_lesson(attempt=attempt, by=request.player, **form.cleaned_data)
        except Refusal as error:
            return _make_page(request, attempt, form, str(error), error.status)
        return redirect("player-lesson-edit", lesson.key)
    status = 422 if form.is_bound else 200
    return _make_page(request, attempt, form, "", status)


@require_http_methods(["GET", "HEAD", "POST"])
@private
@needs_account
def lesson_edit(request: MemberRequest, key: str) -> HttpResponse:
    """Show the author their lesson with its steps and all moments. A POST changes its words."""
    lesson = access.own_lesson_for(request.player, key)
    form = _words_form(lesson, request)
    if not form.is_bound:
        return _edit_page(request, lesson, form)
    if not form.is_valid():
        return _edit_page(request, lesson, form, status=422)
    try:
        authoring.change_words(lesson=lesson, seen=_version(request), **form.cleaned_data)
    except Refusal as error:
        return _edit_page(request, lesson, form, str(error), error.status)
    messages.success(request, _("Saved."))
    return redirect("player-lesson-edit", key)


@require_http_methods(["GET", "HEAD", "POST"])
@private
@needs_account
def lesson_step(request: MemberRequest, key: str, moment: int) -> HttpResponse:
    """Show the step at a moment, there or not. A POST writes it, or removes it."""
    lesson = access.own_lesson_for(request.player, key)
    refusal = access.refusal_for_author(lesson)
    if refusal is not None or lesson.attempt is None:
        return _gone_step_page(request, lesson, moment, str(refusal))
    if moment > lesson.attempt.length:
        raise Http404
    choices = moments.choices_at(lesson, lesson.attempt, moment)
    if request.method != "POST":
        return _new_step_page(request, lesson, lesson.attempt, moment, choices)
    form = _step_form(lesson.attempt, choices, request)
    try:
        if "remove" in request.POST:
            authoring.remove_step(lesson=lesson, seen=_version(request), moment=moment)
            messages.success(request, _("You’ve removed the step."))
            return redirect("player-lesson-edit", key)
        if not form.is_valid():
            return _step_page(request, lesson, moment, form, status=422)
        _save(request, lesson, moment, form)
    except Refusal as error:
        return _step_page(request, lesson, moment, form, str(error), error.status)
    messages.success(request, _("You’ve saved the step."))
    return redirect("player-lesson-edit", key)


@require_http_methods(["GET", "HEAD", "POST"])
@private
@needs_account
def lesson_delete(request: MemberRequest, key: str) -> HttpResponse:
    """Ask before a lesson is deleted; a POST deletes it."""
    lesson = access.own_lesson_for(request.player, key)
    if request.method != "POST":
        return render(request, "player_lessons/delete.html", {"made": lesson})
    authoring.delete_lesson(lesson=lesson)
    messages.success(request, _("You’ve deleted the lesson."))
    return redirect("lesson-list")


def _new_step_page(
    request: MemberRequest, lesson: PlayerLesson, attempt: Attempt, moment: int, choices: Choices
) -> HttpResponse:
    """Show the form of a step that is not there yet with what the solver suggests; else as the author wrote it."""
    step = lesson.steps.filter(moment=moment).first()
    waits = False
    if step is None:
        judged = findings.judged_at(attempt, choices, moment, request.player)
        waits = judged is None
        known = Choices(choices.played, choices.offered, judged)
        initial: dict[str, object] = {"acts": choices.is_asked, "right": known.suggested}
    else:
        initial = {"says": step.says, "acts": step.acts, "right": step.right, "wrong_says": step.wrong_says}
    form = StepForm(initial=initial, offered=_offered(attempt, choices))
    return _step_page(request, lesson, moment, form, step=step, waits=waits)


def _words_form(lesson: PlayerLesson, request: MemberRequest | None = None) -> WordsForm:
    words = {"title": lesson.title, "language": lesson.language, "ends": lesson.ends}
    return WordsForm(request.POST if request is not None and request.method == "POST" else None, initial=words)


def _gone_step_page(request: MemberRequest, lesson: PlayerLesson, moment: int, refusal: str) -> HttpResponse:
    """Show why the step can't be shown or saved, with the text that the author has typed."""
    if request.method != "POST":
        return _edit_page(request, lesson, _words_form(lesson), refusal, 409)
    return _step_page(request, lesson, moment, StepForm(request.POST, offered=()), refusal, 409)


def _step_form(attempt: Attempt, choices: Choices, request: MemberRequest) -> StepForm:
    return StepForm(request.POST, offered=_offered(attempt, choices))


def _offered(attempt: Attempt, choices: Choices) -> list[tuple[str, str]]:
    table = attempt.table
    return [(text, moments.action_words(table.game, text, table.players)) for text in choices.offered]


def _save(request: MemberRequest, lesson: PlayerLesson, moment: int, form: StepForm) -> None:
    fields = form.cleaned_data
    authoring.save_step(
        lesson=lesson,
        by=request.player,
        seen=_version(request),
        moment=moment,
        says=fields["says"],
        acts=fields.get("acts", False),
        right=fields.get("right", ()),
        wrong_says=fields.get("wrong_says", ""),
    )


def _make_page(
    request: MemberRequest, attempt: Attempt, form: MakeForm | None, refusal: str, status: int
) -> HttpResponse:
    context = {"attempt": attempt, "form": form, "refusal": refusal}
    return render(request, "player_lessons/make.html", context, status=status)


def _edit_page(
    request: MemberRequest, lesson: PlayerLesson, form: WordsForm, refusal: str = "", status: int = 200
) -> HttpResponse:
    lesson = access.own_lesson_for(request.player, lesson.key)  # A refused form goes on from the version of now.
    gone, attempt = access.refusal_for_author(lesson), lesson.attempt
    shown = attempt is not None and gone is None
    context = {
        "made": lesson, "form": form, "refusal": refusal or (str(gone) if gone else ""), "attempt": attempt,
        "is_gone": gone is not None,
        "is_for_others": attempt is not None and access.is_for_others(lesson, attempt),
        "steps": moments.step_rows(lesson, attempt) if shown and attempt else [],
        "chapters": moments.moments_of(lesson, attempt, lesson.steps.all()) if shown and attempt else [],
        "figures": figures_of([lesson]).get(lesson.pk), "clubs": clubs_of(request.player),
        "address": request.build_absolute_uri(reverse("player-lesson", args=(lesson.key,))),
        "most_steps": authoring.MOST_STEPS,
    }  # fmt: skip
    return render(request, "player_lessons/edit.html", context, status=status)


def _step_page(
    request: MemberRequest,
    lesson: PlayerLesson,
    moment: int,
    form: StepForm,
    refusal: str = "",
    status: int = 200,
    *,
    step: LessonStep | None = None,
    waits: bool = False,
) -> HttpResponse:
    lesson = access.own_lesson_for(request.player, lesson.key)
    step = step or lesson.steps.filter(moment=moment).first()
    attempt = lesson.attempt if access.refusal_for_author(lesson) is None else None  # It may be gone by now.
    context = {
        "made": lesson, "form": form, "refusal": refusal, "moment": moment, "step": step, "waits": waits,
        "happened": moments.happened_before(lesson, attempt, moment) if attempt else "", "attempt": attempt,
        "name": moments.NAMES[lesson.seat],
    }  # fmt: skip
    return render(request, "player_lessons/step.html", context, status=status)


def _version(request: MemberRequest) -> int:
    """Return the version that the form showed; -1 for none, which no lesson has."""
    text = request.POST.get("version", "")[:MOST_DIGITS]
    return int(text) if text.isascii() and text.isdigit() else -1
