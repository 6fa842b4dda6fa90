"""Views of a lesson's way to its readers: its author shares it, an administrator publishes or returns it."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST

from logbook.clubs.access import clubs_of
from logbook.lib.exceptions import Refusal
from logbook.people.access import MemberRequest, needs_account
from logbook.player_lessons import access
from logbook.player_lessons.forms import ReportForm, ReturnForm, ShareForm
from logbook.player_lessons.services import publishing

private = cache_control(private=True, no_store=True)

MOST_DIGITS = 9
"""The most digits of a version."""


@require_POST
@private
@needs_account
def lesson_share(request: MemberRequest, key: str) -> HttpResponse:
    """Take one's own lesson to another state."""
    lesson = access.own_lesson_for(request.player, key)
    form = ShareForm(request.POST, clubs=clubs_of(request.player))
    form.is_valid()
    state, club = form.cleaned_data.get("state", ""), form.cleaned_data.get("club")
    try:
        publishing.share(lesson=lesson, by=request.player, state=state, club=club)
    except Refusal as error:
        context = {"sentence": str(error), "made": lesson, "is_author": True}
        return render(request, "player_lessons/gone.html", context, status=error.status)
    messages.success(request, _("Saved."))
    return redirect("player-lesson-edit", key)


@require_POST
@private
@needs_account
def lesson_publish(request: MemberRequest, key: str) -> HttpResponse:
    """Publish a proposed lesson as an administrator."""
    lesson = access.publishable_lesson_for(request.player, key)
    version = request.POST.get("version", "")[:MOST_DIGITS]
    try:
        publishing.publish(lesson=lesson, seen=int(version) if version.isascii() and version.isdigit() else -1)
    except Refusal as error:
        context = {"sentence": str(error), "made": lesson, "is_author": False}
        return render(request, "player_lessons/gone.html", context, status=error.status)
    messages.success(request, _("You’ve published the lesson."))
    return redirect("lesson-list")


@require_http_methods(["GET", "HEAD", "POST"])
@private
@needs_account
def lesson_return(request: MemberRequest, key: str) -> HttpResponse:
    """Return a lesson to its author, with a reason. One without an author is deleted instead."""
    lesson = access.returnable_lesson_for(request.player, key)
    form = ReturnForm(request.POST if request.method == "POST" else None)
    if lesson.author is None:
        del form.fields["reason"]
    if form.is_bound and form.is_valid():
        try:
            publishing.return_lesson(lesson=lesson, reason=form.cleaned_data.get("reason", ""))
        except Refusal as error:
            context = {"sentence": str(error), "made": lesson, "is_author": False}
            return render(request, "player_lessons/gone.html", context, status=error.status)
        done = _("You’ve returned the lesson to its author.") if lesson.author else _("You’ve deleted the lesson.")
        messages.success(request, done)
        return redirect("lesson-list")
    status = 422 if form.is_bound else 200
    return render(request, "player_lessons/return.html", {"made": lesson, "form": form}, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@private
@needs_account
def lesson_report(request: MemberRequest, key: str) -> HttpResponse:
    """Report a lesson. A POST with `dismiss` by an administrator drops its reports."""
    lesson = access.lesson_for(request.player, key)
    if "dismiss" in request.POST and access.is_administrator(request.player):
        publishing.dismiss_reports(lesson=lesson)
        messages.success(request, _("The lesson stays as it is."))
        return redirect("lesson-list")
    form, refusal, status = ReportForm(request.POST if request.method == "POST" else None), "", 200
    if form.is_bound and form.is_valid():
        try:
            publishing.report(lesson=lesson, by=request.player, reason=form.cleaned_data["reason"])
        except Refusal as error:
            refusal, status = str(error), error.status
        else:
            messages.success(request, _("You’ve reported the lesson."))
            return redirect("player-lesson", key)
    status = 422 if form.is_bound and not refusal else status
    context = {"made": lesson, "form": form, "refusal": refusal}
    return render(request, "player_lessons/report.html", context, status=status)
