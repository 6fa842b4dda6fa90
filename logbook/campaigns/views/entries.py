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

from logbook.campaigns.access import campaign_for, entry_for
from logbook.campaigns.exceptions import EntryChanged, OtherAuthor
from logbook.campaigns.forms.campaigns import EntryPageForm
from logbook.campaigns.models import Campaign, LogEntry
from logbook.campaigns.selectors import campaigns
from logbook.campaigns.selectors import entries as selectors
from logbook.campaigns.services import entries as entry_services
from logbook.campaigns.services import entry_form
from logbook.campaigns.services.entry_form import EntryForm
from logbook.campaigns.views.client_keys import by_script, person_check
from logbook.lib.exceptions import Refusal
from logbook.people import undo
from logbook.people.access import MemberRequest, needs_account
from logbook.tables.setup_fields import mission_groups

private = cache_control(private=True, no_store=True)


@require_http_methods(["GET", "HEAD", "POST"])
@needs_account
@private
def entry_new(request: MemberRequest, pk: int) -> HttpResponse:
    """Add an entry. The script that sends entries stored offline gets JSON."""
    campaign = campaign_for(request.player, pk)
    mission = campaigns.mission_preset(campaign, request.GET.get("mission", ""))
    blank = selectors.blank_entry_form(campaign, request.player, mission)
    if request.method != "POST":
        return _form(request, campaign, _page_form(campaign, blank, None))
    form = _page_form(campaign, blank, request)
    try:
        person_check(request)
    except OtherAuthor as other:
        form.add_error(None, str(other))
        if by_script(request):
            return JsonResponse({"sentence": str(other), "waits": True}, status=other.status)
        return _form(request, campaign, form, status=other.status)
    entry, status = _added(request, campaign, form) if form.is_valid() else (None, 422)
    if entry is not None:
        back = reverse("campaign", args=[campaign.pk])
        undo.offer(request, _("Attempt logged."), "entry-added", by=request.player, back=back, entry=entry.pk)
    if by_script(request):
        return _in_json(form, entry, status)
    if entry is None:
        return _form(request, campaign, form, status=status)
    return _gone_to("campaign", campaign.pk)


def _added(request: MemberRequest, campaign: Campaign, form: EntryPageForm) -> tuple[LogEntry | None, int]:
    try:
        entry = entry_form.add_entry_from_form(
            campaign=campaign,
            by=request.player,
            key=form.cleaned_data["key"],
            form=_entry(form),
            upload=form.cleaned_data["photo"],
        )
    except Refusal as error:
        _refuse(form, error)
        return None, error.status
    return entry, 200


def _in_json(form: EntryPageForm, entry: LogEntry | None, status: int) -> JsonResponse:
    if entry is not None:
        return JsonResponse({"entry": entry.pk})
    sentences = [str(sentence) for errors_of in form.errors.values() for sentence in errors_of]
    return JsonResponse({"sentence": " ".join(dict.fromkeys(sentences))}, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@needs_account
@private
def entry(request: MemberRequest, pk: int, entry: int) -> HttpResponse:
    """Show an entry, its history, and the form that corrects it."""
    entry_now = entry_for(request.player, pk, entry)
    form_data = selectors.entry_form_of(entry_now, request.player)
    if request.method != "POST":
        return _entry_page(request, entry_now, _page_form(entry_now.campaign, form_data, None))
    form = _page_form(entry_now.campaign, form_data, request)
    if not form.is_valid():
        return _entry_page(request, entry_now, form, status=422)
    upload: UploadedFile[Any] | None = form.cleaned_data["photo"]
    try:
        entry_form.correct_entry_from_form(
            entry=entry_now,
            by=request.player,
            corrections=form.cleaned_data["seen"],
            form=_entry(form),
            upload=upload,
            without_photo=form.cleaned_data["without_photo"],
        )
    except Refusal as error:
        _refuse(form, error)
        entry_now = entry_for(request.player, pk, entry)
        if isinstance(error, EntryChanged):
            _set_corrections(form, entry_now)
        return _entry_page(request, entry_now, form, status=error.status)
    messages.success(request, _("Entry corrected. The earlier version is in its history."))
    return _gone_to("campaign-entry", pk, entry)


@require_POST
@needs_account
def entry_turn(request: MemberRequest, pk: int, entry: int, what: str) -> HttpResponse:
    """Remove an entry, or restore it."""
    entry_now = entry_for(request.player, pk, entry)
    if what == "remove":
        entry_services.remove_entry(entry_id=entry_now.pk, by=request.player)
        sentence, address = _("Entry removed: it no longer counts."), reverse("campaign-entry", args=[pk, entry])
        detail = {"entry": entry_now.pk, "changes": entry_now.changes.count()}
        undo.offer(request, sentence, "entry-removed", by=request.player, back=address, **detail)
    elif what == "restore":
        entry_services.restore_entry(entry_id=entry_now.pk, by=request.player)
        messages.success(request, _("Entry restored."))
    else:
        raise Http404
    return _gone_to("campaign-entry", pk, entry)


@require_safe
@needs_account
@private
def entry_photo(request: MemberRequest, pk: int, entry: int) -> HttpResponseBase:
    """Return an entry's photo, to the crew only."""
    entry_now = entry_for(request.player, pk, entry)
    if not entry_now.photo:
        raise Http404
    try:
        return FileResponse(entry_now.photo.open("rb"), content_type="image/jpeg")
    except OSError as error:
        raise Http404 from error


def _gone_to(name: str, *args: int) -> HttpResponse:
    response = redirect(name, *args)
    response.status_code = 303
    return response


def _page_form(campaign: Campaign, offered: selectors.EntryFormPage, request: MemberRequest | None) -> EntryPageForm:
    return EntryPageForm(
        request.POST if request else None,
        request.FILES if request else None,
        missions=mission_groups(
            _with_own(campaigns.missions_offered(campaign), str(offered.initial["mission"])), campaign.game
        ),
        people=offered.people,
        kind=campaign.kind,
        initial=offered.initial,
    )


def _with_own(offered: list[tuple[str, str]], mission: str) -> list[tuple[str, str]]:
    """Add the entry's own mission to the choices: it is always possible."""
    return offered if mission in dict(offered) else [*offered, (mission, mission)]


def _entry(form: EntryPageForm) -> EntryForm:
    data = form.cleaned_data
    return EntryForm(
        mission=data["mission"],
        won=data["won"],
        played_on=data["played_on"],
        distress=data["distress"],
        present=form.keys_present,
        points=form.points,
        guest=data["guest"],
        captain=data["captain"],
        substitutes=tuple(data["substitutes"]),
        minutes=data["minutes"],
        note=data["note"],
    )


def _refuse(form: EntryPageForm, error: Refusal) -> None:
    """Show the refusal at its field, or above the form."""
    field = getattr(error, "field", None)
    form.add_error(field if field in form.fields else None, str(error))


def _set_corrections(form: EntryPageForm, entry: LogEntry) -> None:
    """Update the number of corrections in the form: the page has just shown them."""
    if isinstance(form.data, QueryDict):
        data = form.data.copy()
        data["seen"] = str(entry.changes.count())
        form.data = data


def _form(request: MemberRequest, campaign: Campaign, form: EntryPageForm, *, status: int = 200) -> HttpResponse:
    context = {"campaign": campaign, "form": form, "back": reverse("campaign", args=(campaign.pk,))}
    response = render(request, "campaigns/entry_new.html", context, status=status)
    response.headers["X-Crewsite-Person"] = str(request.player.pk)
    return response


def _entry_page(request: MemberRequest, entry: LogEntry, form: EntryPageForm, *, status: int = 200) -> HttpResponse:
    context = {
        "campaign": entry.campaign,
        "entry": entry,
        "form": form,
        "corrections": selectors.corrections(entry),
        "names": [selectors.attendance_name(row) for row in entry.attendances.select_related("player", "guest")],
    }
    return render(request, "campaigns/entry.html", context, status=status)
