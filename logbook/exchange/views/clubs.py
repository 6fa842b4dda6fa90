"""Views of clubs' imports and exports: a club as a file, its import, and its history on another site."""

from __future__ import annotations

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_http_methods, require_safe

from logbook.clubs.access import club_for
from logbook.exchange import services
from logbook.exchange.access.files import reader_of
from logbook.exchange.exceptions import TooManyImports, UnreadableFile
from logbook.exchange.forms import UploadForm
from logbook.exchange.selectors import club_records, clubs
from logbook.exchange.selectors.club_imports import club_imports_of
from logbook.exchange.selectors.values import in_bytes
from logbook.exchange.views.crews import private, store_upload
from logbook.lib.replica import reads_from_replica
from logbook.lib.responses import Download
from logbook.people.access import MemberRequest, needs_account


@require_safe
@needs_account
@private
@reads_from_replica
def club_export(request: MemberRequest, slug: str) -> HttpResponseBase:
    """Export the club as far as the person may see it, without photos."""
    club = club_for(request.player, slug)
    pieces = clubs.club_json(club, reader_of(request.player, club))
    return Download(in_bytes(pieces), f"{club.slug}.json", "application/json")


@require_safe
@needs_account
@private
@reads_from_replica
def club_zip(request: MemberRequest, slug: str) -> HttpResponseBase:
    """Export the club, with the photos of the person's crews."""
    club = club_for(request.player, slug)
    return Download(
        clubs.club_zip(club, reader_of(request.player, club), get_language() or ""),
        f"{club.slug}.zip",
        "application/zip",
    )


@require_http_methods(["GET", "HEAD", "POST"])
@needs_account
@private
def club_files(request: MemberRequest) -> HttpResponse:
    """Import a club, with its crews."""
    form = UploadForm(*((request.POST, request.FILES) if request.method == "POST" else ()))
    error = ""
    if form.is_bound and form.is_valid():
        file = form.cleaned_data["file"]
        try:
            return store_upload(request, services.accept_file(file, file.name, of_a_club=True), None)
        except (UnreadableFile, TooManyImports) as refusal:
            error = str(refusal)
    context = {"form": form, "error": error, "recent": club_imports_of(request.player)}
    return render(request, "exchange/club_files.html", context, status=422 if form.is_bound else 200)


@require_safe
@needs_account
@private
def club_before(request: MemberRequest, slug: str) -> HttpResponse:
    """Show the club's history on another site."""
    club = club_for(request.player, slug)
    return render(request, "clubs/club_before.html", {"club": club, "past": club_records.past_of(club)})
