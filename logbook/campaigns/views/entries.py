"""Views of entries: add, correct, remove, photo."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import FileResponse, Http404, HttpResponse, JsonResponse, QueryDict
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST, require_safe

import games
from logbook.campaigns.access import campaign_for, entry_for
from logbook.campaigns.exceptions import LineChanged, SomebodyElse
from logbook.campaigns.forms.campaigns import LineForm
from logbook.campaigns.models import Campaign, LogEntry
from logbook.campaigns.selectors import campaigns
from logbook.campaigns.selectors import entries as selectors
from logbook.campaigns.services import entries as entry_services
from logbook.campaigns.services import entry_form
from logbook.campaigns.services.entry_form import EntryForm
from logbook.campaigns.views.client_keys import by_script, person_check
from logbook.lib.exceptions import Refusal
from logbook.people.access import MemberRequest, needs_account

private = cache_control(private=True, no_store=True)


@require_http_methods(["GET", "HEAD", "POST"])
@needs_account
@private
def line_new(request: MemberRequest, pk: int) -> HttpResponse:
    """Add an entry. The script that sends entries stored offline gets JSON."""
    campaign = campaign_for(request.player, pk)
    mission = campaigns.mission_preset(campaign, request.GET.get("mission", ""))
    blank = selectors.blank_entry_form(campaign, request.player, mission)
    if request.method != "POST":
        return _form(request, campaign, _line_form(campaign, blank, None))
    form = _line_form(campaign, blank, request)
    try:
        person_check(request)
    except SomebodyElse as other:
        form.add_error(None, str(other))
        if by_script(request):
            return JsonResponse({"sentence": str(other), "waits": True}, status=other.status)
        return _form(request, campaign, form, status=other.status)
    line, status = _added(request, campaign, form) if form.is_valid() else (None, 422)
    if by_script(request):
        return _in_json(form, line, status)
    if line is None:
        return _form(request, campaign, form, status=status)
    return _gone_to("campaign", campaign.pk)


def _added(request: MemberRequest, campaign: Campaign, form: LineForm) -> tuple[LogEntry | None, int]:
    try:
        line = entry_form.add_entry_from_form(
            campaign=campaign,
            by=request.player,
            key=form.cleaned_data["key"],
            entry=_entry(form),
            upload=form.cleaned_data["photo"],
        )
    except Refusal as error:
        _refuse(form, error)
        return None, error.status
    return line, 200


def _in_json(form: LineForm, line: LogEntry | None, status: int) -> JsonResponse:
    if line is not None:
        return JsonResponse({"line": line.pk})
    sentences = [str(sentence) for errors_of in form.errors.values() for sentence in errors_of]
    return JsonResponse({"sentence": " ".join(dict.fromkeys(sentences))}, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@needs_account
@private
def line(request: MemberRequest, pk: int, line: int) -> HttpResponse:
    """Show an entry, its history, and the form that corrects it."""
    shown = entry_for(request.player, pk, line)
    written = selectors.entry_form_of(shown)
    if request.method != "POST":
        return _line_page(request, shown, _line_form(shown.campaign, written, None))
    form = _line_form(shown.campaign, written, request)
    if not form.is_valid():
        return _line_page(request, shown, form, status=422)
    upload: UploadedFile[Any] | None = form.cleaned_data["photo"]
    try:
        entry_form.correct_entry_from_form(
            line=shown,
            by=request.player,
            seen=form.cleaned_data["seen"],
            entry=_entry(form),
            upload=upload,
            without_photo=form.cleaned_data["without_photo"],
        )
    except Refusal as error:
        _refuse(form, error)
        shown = entry_for(request.player, pk, line)
        if isinstance(error, LineChanged):
            _tell_seen(form, shown)
        return _line_page(request, shown, form, status=error.status)
    messages.success(request, _("The line is corrected. What it said before stands below it."))
    return _gone_to("campaign-line", pk, line)


@require_POST
@needs_account
def line_turn(request: MemberRequest, pk: int, line: int, what: str) -> HttpResponse:
    """Remove an entry, or restore it."""
    shown = entry_for(request.player, pk, line)
    if what == "remove":
        entry_services.remove_entry(line_id=shown.pk, by=request.player)
        messages.success(request, _("The line is removed and counts for nothing. You can take that back here."))
    elif what == "restore":
        entry_services.restore_entry(line_id=shown.pk, by=request.player)
        messages.success(request, _("The line stands in the logbook again."))
    else:
        raise Http404
    return _gone_to("campaign-line", pk, line)


@require_safe
@needs_account
@private
def line_photo(request: MemberRequest, pk: int, line: int) -> HttpResponseBase:
    """Return an entry's photo, to the crew only."""
    shown = entry_for(request.player, pk, line)
    if not shown.photo:
        raise Http404
    try:
        return FileResponse(shown.photo.open("rb"), content_type="image/jpeg")
    except OSError as gone:
        raise Http404 from gone


def _gone_to(name: str, *args: int) -> HttpResponse:
    response = redirect(name, *args)
    response.status_code = 303
    return response


def _line_form(campaign: Campaign, offered: selectors.EntryFormPage, request: MemberRequest | None) -> LineForm:
    return LineForm(
        request.POST if request else None,
        request.FILES if request else None,
        missions=_with_own(campaigns.missions_offered(campaign), str(offered.initial["mission"])),
        people=offered.people,
        race=games.GAMES[campaign.game].is_race if campaign.game in games.GAMES else False,
        initial=offered.initial,
    )


def _with_own(offered: list[tuple[str, str]], mission: str) -> list[tuple[str, str]]:
    """Add the entry's own mission to the choices: it is always possible."""
    return offered if mission in dict(offered) else [*offered, (mission, mission)]


def _entry(form: LineForm) -> EntryForm:
    told = form.cleaned_data
    return EntryForm(
        mission=told["mission"],
        won=told["won"],
        played_on=told["played_on"],
        distress=told["distress"],
        present=form.keys_present,
        points=form.points,
        guest=told["guest"],
        captain=told["captain"],
        substitutes=tuple(told["substitutes"]),
        minutes=told["minutes"],
        note=told["note"],
    )


def _refuse(form: LineForm, error: Refusal) -> None:
    """Show the refusal at its field, or above the form."""
    field = getattr(error, "field", None)
    form.add_error(field if field in form.fields else None, str(error))


def _tell_seen(form: LineForm, line: LogEntry) -> None:
    """Update the number of corrections in the form: the page has just shown them."""
    if isinstance(form.data, QueryDict):
        told = form.data.copy()
        told["seen"] = str(line.changes.count())
        form.data = told


def _form(request: MemberRequest, campaign: Campaign, form: LineForm, *, status: int = 200) -> HttpResponse:
    context = {"campaign": campaign, "form": form, "back": reverse("campaign", args=(campaign.pk,))}
    response = render(request, "campaigns/line_new.html", context, status=status)
    response.headers["X-Crewsite-Person"] = str(request.player.pk)
    return response


def _line_page(request: MemberRequest, shown: LogEntry, form: LineForm, *, status: int = 200) -> HttpResponse:
    context = {
        "campaign": shown.campaign,
        "line": shown,
        "form": form,
        "corrections": selectors.corrections(shown),
        "names": [selectors.attendance_name(row) for row in shown.attendances.select_related("player", "guest")],
    }
    return render(request, "campaigns/line.html", context, status=status)
