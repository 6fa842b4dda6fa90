"""Views of reviews: the comments of an attempt, and the forms that write, edit and delete one.

A page about the attempt as it was played names no later moment, so each form carries the way back there.
"""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods

from logbook.challenges.access.replays import open_attempts, replay_for
from logbook.challenges.services import deal_access
from logbook.lib.exceptions import Refusal
from logbook.people.double_submit import once
from logbook.people.middleware import PlayerRequest
from logbook.reviews import services
from logbook.reviews.access import comment_for, comment_to_delete_for, may_moderate, may_write
from logbook.reviews.exceptions import AccountWanted, NoSuchMoment, NotYourComment, NotYoursToRemove
from logbook.reviews.forms import CommentForm, RemovalForm
from logbook.reviews.models import Comment
from logbook.reviews.selectors import NO_DRAFT, Draft, Place, author_of, review_of
from logbook.tables.models import Attempt

private = cache_control(private=True, no_store=True)

MOST_DIGITS = 9
"""The most digits of a moment's number: no attempt is that long, and longer numbers are slow to parse."""


@require_http_methods(["GET", "HEAD", "POST"])
@private
@once
def review(request: PlayerRequest, attempt_id: int) -> HttpResponse:
    """Show the comments of an attempt; a POST writes one on the moment `step`."""
    attempt = replay_for(request.player, attempt_id)
    deal_access.record_replay_access(attempt, request.player)
    if request.method != "POST":
        return _review_page(request, attempt, _place(request, attempt))
    text = request.POST.get("text", "")
    form = CommentForm(request.POST)
    try:
        step = _ensured_step(request, attempt)
        if request.player is None or not may_write(request.player, attempt):
            raise AccountWanted
        if not form.is_valid():
            return _review_page(
                request, attempt, _place(request, attempt), Draft(text, str(form.errors["text"][0])), 422
            )
        services.write_comment(attempt=attempt, by=request.player, step=step, text=form.cleaned_data["text"])
    except Refusal as error:
        draft = Draft(text, refusal=str(error))
        return _review_page(request, attempt, _place(request, attempt), draft, error.status)
    messages.success(request, _("Comment added."))
    return redirect(_place(request, attempt).href_after(step))


@require_http_methods(["GET", "HEAD", "POST"])
@private
def comment_edit(request: PlayerRequest, attempt_id: int, comment: int) -> HttpResponse:
    """Edit an own comment within ten minutes."""
    row = comment_for(request.player, attempt_id, comment)
    if request.player is None or row.player_id != request.player.pk:
        return _refused(request, row, NotYourComment())
    form = CommentForm(request.POST if request.method == "POST" else None, initial={"text": row.text})
    if form.is_bound and form.is_valid():
        try:
            services.edit_comment(comment=row, by=request.player, text=form.cleaned_data["text"])
        except Refusal as error:
            form.add_error("text", str(error))
            return _form_page(request, "reviews/edit.html", row, form, error.status)
        messages.success(request, _("Comment saved."))
        return redirect(_place(request, row.attempt).href_after(row.step))
    return _form_page(request, "reviews/edit.html", row, form, 422 if form.is_bound else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@private
def comment_delete(request: PlayerRequest, attempt_id: int, comment: int) -> HttpResponse:
    """Delete an own comment, also without its replay, or remove another player's as a moderator, with a reason."""
    row = comment_to_delete_for(request.player, attempt_id, comment)
    player = request.player
    if player is not None and row.player_id == player.pk:
        return _delete_own(request, row)
    if player is None or not may_moderate(player, row.attempt):
        return _refused(request, row, NotYoursToRemove())
    form = RemovalForm(request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        services.remove_comment(comment=row, by=player, reason=form.cleaned_data["reason"])
        messages.success(request, _("Comment removed."))
        return redirect(_place(request, row.attempt).href_after(row.step))
    return _form_page(request, "reviews/delete.html", row, form, 422 if form.is_bound else 200)


def _delete_own(request: PlayerRequest, row: Comment) -> HttpResponse:
    if request.method != "POST":
        return _form_page(request, "reviews/delete.html", row, None, 200)
    assert request.player is not None  # noqa: S101 - the comment is theirs
    back = _back(request, row)
    services.delete_comment(comment=row, by=request.player)
    messages.success(request, _("Comment deleted."))
    return redirect(back)


def _back(request: PlayerRequest, row: Comment) -> str:
    """Return the address of the comment's moment; that of the author's own page if they come from there.

    It is also where they go without the replay.
    """
    if "own" in request.GET or row.attempt_id not in open_attempts(request.player, [row.attempt]):
        return reverse("talk-own")
    return _place(request, row.attempt).href_after(row.step)


def _review_page(
    request: PlayerRequest, attempt: Attempt, place: Place, draft: Draft = NO_DRAFT, status: int = 200
) -> HttpResponse:
    context = {"attempt": attempt, "review": review_of(attempt, request.player, place, draft)}
    return render(request, "reviews/review.html", context, status=status)


def _form_page(
    request: PlayerRequest, template: str, row: Comment, form: CommentForm | RemovalForm | None, status: int
) -> HttpResponse:
    place = _place(request, row.attempt)
    context = {
        "comment": row, "attempt": row.attempt, "author": author_of(row), "form": form, "place": place,
        "back": _back(request, row),
    }  # fmt: skip
    return render(request, template, context, status=status)


def _refused(request: PlayerRequest, row: Comment, error: Refusal) -> HttpResponse:
    """Show the review with a refusal, at the comment's moment."""
    place = _place_at(request, row.attempt, row.step)
    return _review_page(request, row.attempt, place, Draft(refusal=str(error)), error.status)


def _place(request: PlayerRequest, attempt: Attempt) -> Place:
    return _place_at(request, attempt, min(_step(request) or 0, attempt.length))


def _place_at(request: PlayerRequest, attempt: Attempt, step: int) -> Place:
    fields = {*request.GET, *request.POST}
    return Place(attempt.pk, step, as_played="as-played" in fields, in_room="room" in fields)


def _ensured_step(request: PlayerRequest, attempt: Attempt) -> int:
    """Return the moment that the form names. Raises NoSuchMoment."""
    step = _step(request)
    if step is None or step > attempt.length:
        raise NoSuchMoment
    return step


def _step(request: PlayerRequest) -> int | None:
    text = request.POST.get("step", "") or request.GET.get("step", "")
    return int(text[:MOST_DIGITS]) if text.isascii() and text.isdigit() else None
