"""Views of imports and exports: a crew's logbook as a file, and files for a crew."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_GET, require_http_methods, require_POST, require_safe

from logbook.crews.access import crew_for, readable_crew_for
from logbook.crews.models.crews import Crew
from logbook.exchange import services
from logbook.exchange.access.files import opened_to
from logbook.exchange.access.imports import import_for
from logbook.exchange.exceptions import TooManyImports, UnreadableFile
from logbook.exchange.forms import ColumnsForm, EncodingForm, UploadForm
from logbook.exchange.models import Import
from logbook.exchange.selectors import club_imports
from logbook.exchange.selectors import crews as exchange_crews
from logbook.exchange.selectors import imports as selectors
from logbook.exchange.selectors.imports import import_number
from logbook.exchange.selectors.values import in_bytes
from logbook.lib import announcements
from logbook.lib.exceptions import Refusal
from logbook.lib.replica import reads_from_replica
from logbook.lib.responses import Download
from logbook.people.access import MemberRequest, needs_account
from logbook.people.double_submit import once
from logbook.people.middleware import PlayerRequest
from logbook.people.numbered_streams import number_stream

private = cache_control(private=True, no_store=True)


# --- export


@require_safe
@needs_account
@private
def crew_exchange(request: MemberRequest, slug: str) -> HttpResponse:
    """Show the exports and the imports of a crew."""
    return _exchange(request, crew_for(request.player, slug), UploadForm())


@require_safe
@needs_account
@private
@reads_from_replica
def crew_export(request: MemberRequest, slug: str) -> HttpResponseBase:
    """Export the crew without photos."""
    crew = readable_crew_for(request.player, slug)
    text = exchange_crews.crew_json(crew, opened_to(request.player, [crew]))
    return Download(in_bytes(text), f"{crew.slug}.json", "application/json")


@require_safe
@needs_account
@private
@reads_from_replica
def crew_zip(request: MemberRequest, slug: str) -> HttpResponseBase:
    """Export the crew with its photos."""
    crew = readable_crew_for(request.player, slug)
    return Download(
        exchange_crews.crew_zip(crew, opened_to(request.player, [crew]), get_language() or ""),
        f"{crew.slug}.zip",
        "application/zip",
    )


@require_safe
@needs_account
@private
@reads_from_replica
def crew_table(request: MemberRequest, slug: str) -> HttpResponseBase:
    """Export the entries of the crew's logbook for spreadsheets."""
    crew = readable_crew_for(request.player, slug)
    text = exchange_crews.crew_table(crew, get_language() or "")
    return Download(in_bytes(text), f"{crew.slug}.csv", "text/csv; charset=utf-8")


# --- import


def _exchange(
    request: MemberRequest, crew: Crew, form: UploadForm, *, error: str = "", status: int = 200
) -> HttpResponse:
    context = {"crew": crew, "form": form, "recent": selectors.recent_imports(crew), "error": error}
    return render(request, "exchange/exchange.html", context, status=status)


@require_POST
@needs_account
@private
def import_new(request: MemberRequest, slug: str) -> HttpResponse:
    """Upload a file."""
    crew = crew_for(request.player, slug)
    form = UploadForm(request.POST, request.FILES)
    if not form.is_valid():
        return _exchange(request, crew, form, status=422)
    file = form.cleaned_data["file"]
    try:
        return store_upload(request, services.accept_file(file, file.name, of_a_club=False), crew)
    except (UnreadableFile, TooManyImports) as error:
        return _exchange(request, crew, form, error=str(error), status=error.status)


@once
def store_upload(request: MemberRequest, upload: services.UploadedImport, crew: Crew | None) -> HttpResponse:
    """Store a checked file, and redirect to the next page. Raises UnreadableFile, TooManyImports."""
    job = services.store_import(upload, crew=crew, by=request.player)
    return redirect("import-columns" if job.state == Import.State.COLUMNS else "import", job.pk)


@require_http_methods(["GET", "HEAD", "POST"])
@needs_account
@private
def import_columns(request: MemberRequest, pk: int) -> HttpResponse:
    """Name the columns."""
    job = import_for(request.player, pk)
    if (
        job.kind != Import.Kind.TABLE
        or job.is_at_work
        or job.state
        in (
            Import.State.DONE,
            Import.State.TAKEN_BACK,
        )
    ):
        return redirect("import", job.pk)
    posted = request.POST if request.method == "POST" else None
    look = selectors.columns_preview(job, (posted or request.GET).get("encoding", ""))
    plan = asdict(look.glance.plan) if look.encoding else job.plan
    form, error = ColumnsForm(posted, headers=list(look.glance.headers), plan=plan), look.error
    if form.is_bound and form.is_valid():
        try:
            services.set_columns(
                import_id=job.pk,
                columns=form.columns,
                game=form.cleaned_data["the_game"],
                day_order=form.cleaned_data["day_order"],
                encoding=look.encoding,
            )
            return redirect("import", job.pk)
        except Refusal as refusal:
            error = str(refusal)
    context = {"job": job, "form": form, "look": look, "error": error}
    context["looked"] = EncodingForm(initial={"encoding": look.encoding})
    return render(request, "exchange/columns.html", context, status=422 if form.is_bound or error else 200)


@require_safe
@needs_account
@private
def import_(request: MemberRequest, pk: int) -> HttpResponse:
    """Show an import: its choices, doubts and existing entries; its progress; its result."""
    job = import_for(request.player, pk)
    if job.state == Import.State.COLUMNS:
        return redirect("import-columns", job.pk)
    return _page(request, job)


def _answers(job: Import, posted: Mapping[str, str]) -> dict[str, Any]:
    """Return the importer's answers, as the service takes them."""
    kinds = ("people", "campaigns")
    choices = {kind: selectors.chosen_in(job, kind, posted) if job.findings else {} for kind in kinds}
    return {**choices, **{name: posted.get(name, "") for name in ("unmarked", "lengths")}, "lines": posted}


def _page(request: MemberRequest, job: Import, *, error: str = "", status: int = 200) -> HttpResponse:
    page = selectors.import_page(job, request.POST, request.GET.get("page", ""))
    context = {"page": page, "job": job, "error": error, "posted": request.POST}
    return render(request, "exchange/import.html", context, status=status)


@require_safe
@needs_account
@private
def import_progress(request: MemberRequest, pk: int) -> HttpResponse:
    """Return the part of the page that changes; 204 if it has not."""
    job = import_for(request.player, pk)
    if request.GET.get("number") == str(job.steps):
        return HttpResponse(status=204)
    response = render(request, "exchange/_import.html", {"page": selectors.import_page(job), "job": job})
    if not job.is_at_work:
        # Replace the whole frame, which closes its stream: nothing more follows.
        response.headers["HX-Retarget"] = "#import-frame"
    return response


@require_POST
@needs_account
@private
def import_do(request: MemberRequest, pk: int, what: str) -> HttpResponse:
    """Confirm, delete or undo an import."""
    job = import_for(request.player, pk)
    if what not in ("confirm", "take-back", "discard"):
        raise Http404
    try:
        if what == "confirm" and job.kind == Import.Kind.CLUB:
            crews = club_imports.chosen_crews(job, request.POST)
            services.confirm_club(import_id=job.pk, me=request.POST.get("me", ""), crews=crews)
        elif what == "confirm":
            services.confirm_import(import_id=job.pk, **_answers(job, request.POST))
        elif what == "take-back":
            services.take_back_import(import_id=job.pk)
        else:
            services.discard_import(import_id=job.pk)
            messages.success(request, _("File discarded. Nothing was imported."))
            return redirect("crew-exchange", job.crew.slug) if job.crew else redirect("club-files")
    except Refusal as error:
        return _page(request, import_for(request.player, pk), error=str(error), status=error.status)
    return redirect("import", job.pk)


@require_safe
@needs_account
@private
def import_report(request: MemberRequest, pk: int) -> HttpResponseBase:
    """Return the report: the outcome of each place of the file."""
    job = import_for(request.player, pk)
    return Download(in_bytes(selectors.report_table(job)), f"import-{job.pk}.csv", "text/csv; charset=utf-8")


@require_safe
def export_format(request: MemberRequest) -> HttpResponse:
    """Return the schema of our files; public."""
    return render(request, "exchange/format.html")


@require_GET
async def import_stream(request: PlayerRequest, pk: int) -> HttpResponseBase:
    """Stream the progress of an import."""
    return await number_stream(
        request, pk, announcements.IMPORT, partial(import_for, request.player, pk), import_number
    )
