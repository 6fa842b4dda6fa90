"""Views of one line of talk: mute its author, report it, hide it as a moderator."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods

from logbook.lib.exceptions import Refusal
from logbook.people.access import MemberRequest, needs_account
from logbook.people.middleware import PlayerRequest
from logbook.talk import moderation
from logbook.talk.exceptions import PlayerWanted
from logbook.talk.forms import HideForm, ReportForm
from logbook.talk.models import TalkLine
from logbook.talk.selectors import line_words

private = cache_control(private=True, no_store=True)


@require_http_methods(["GET", "HEAD", "POST"])
@private
def talk_line(request: PlayerRequest, table_id: int, line: int) -> HttpResponse:
    """Show a line with what its reader may do about it. A POST with `mute` mutes its author; any other reports it."""
    row = moderation.line_for(request.player, table_id, line)
    if request.method != "POST":
        return _line_page(request, row, ReportForm())
    form = ReportForm(request.POST)
    try:
        if request.player is None:
            raise PlayerWanted
        if "mute" in request.POST:
            moderation.mute(player=request.player, muted=row.player)
            messages.success(request, _("You won’t see what this player writes. You can undo this on “My talk”."))
            return redirect("table", table_id)
        if not form.is_valid():
            return _line_page(request, row, form, 422)
        moderation.report(line=row, by=request.player, reason=form.cleaned_data["reason"])
    except Refusal as error:
        return _line_page(request, row, form, error.status, str(error))
    messages.success(request, _("You’ve reported the line."))
    return redirect("table", table_id)


@require_http_methods(["GET", "HEAD", "POST"])
@private
@needs_account
def talk_hide(request: MemberRequest, line: int) -> HttpResponse:
    """Hide a line as a moderator, with a reason."""
    row = moderation.moderated_line_for(request.player, line)
    form = HideForm(request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        moderation.hide(line=row, by=request.player, reason=form.cleaned_data["reason"])
        messages.success(request, _("You’ve hidden the line."))
        return redirect("talk-reports")
    context = {"line": row, "words": line_words(row), "form": form}
    return render(request, "talk/hide.html", context, status=422 if form.is_bound else 200)


def _line_page(
    request: PlayerRequest, row: TalkLine, form: ReportForm, status: int = 200, refusal: str = ""
) -> HttpResponse:
    may_hide = moderation.may_moderate(request.player, row.table)
    context = {"line": row, "words": line_words(row), "form": form, "refusal": refusal, "may_hide": may_hide}
    return render(request, "talk/line.html", context, status=status)
