"""Views of a printed logbook: a page that browsers print, and PDF files."""

from __future__ import annotations

from collections.abc import Sequence

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.utils.text import slugify
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from logbook.campaigns import pdf
from logbook.campaigns.access import campaign_for
from logbook.campaigns.selectors import printed as selectors
from logbook.campaigns.selectors.volumes import Volume
from logbook.campaigns.selectors.volumes import volumes as volumes_of
from logbook.campaigns.services import printed_files
from logbook.campaigns.services.printed_files import Print
from logbook.people.access import MemberRequest, needs_account

private = cache_control(private=True, no_store=True)


@require_safe
@needs_account
@private
def campaign_print(request: MemberRequest, pk: int) -> HttpResponse:
    """Show the logbook as pages, for the browser's printing; the notes of a long one a volume at a time."""
    campaign = campaign_for(request.player, pk)
    paper = request.GET.get("paper", "a5")
    volumes = volumes_of(campaign)
    volume = _volume(volumes, request.GET.get("volume", "1"))
    if paper not in pdf.FORMATS:
        raise Http404
    printed = selectors.printed(campaign, volume)
    context = {"printed": printed, "campaign": campaign, "words": selectors.labels(printed), "paper": paper}
    return render(request, "campaigns/print.html", context | {"volumes": volumes, "volume": volume})


@require_safe
@needs_account
@private
def campaign_pdf(request: MemberRequest, pk: int, paper: str) -> HttpResponse:
    """Return the logbook as a PDF; a long one has several volumes. A worker draws it, and meanwhile a page asks again.

    With `wait`, it answers 204 until the file is there, and then sends the page to it.
    """
    campaign = campaign_for(request.player, pk)
    if paper not in pdf.FORMATS:
        raise Http404
    volumes = volumes_of(campaign)
    number = request.GET.get("volume", "1" if len(volumes) < 2 else "")
    if not number:
        return render(request, "campaigns/volumes.html", {"campaign": campaign, "volumes": volumes, "paper": paper})
    volume = _volume(volumes, number)
    what = Print(request.player.pk, pk, paper, volume.number if volume else 1, translation.get_language())
    file = printed_files.file_of(what)
    href = f"{request.path}?volume={what.volume}"
    if "wait" in request.GET:
        return HttpResponse(status=204, headers={} if file is None else {"HX-Redirect": href})
    if file is None:
        return render(request, "campaigns/drawing.html", {"campaign": campaign, "href": href}, status=202)
    part = f"-{what.volume}" if len(volumes) > 1 else ""
    return _pdf(file, f"{slugify(campaign.name) or 'logbook'}{part}-{paper}.pdf")


def _volume(volumes: Sequence[Volume], number: str) -> Volume | None:
    """Return the volume with this number; None for the only one of a logbook without notes, else 404."""
    volume = next((one for one in volumes if str(one.number) == number), None)
    if volume is None and (volumes or number != "1"):
        raise Http404
    return volume


def _pdf(file: bytes, name: str) -> HttpResponse:
    response = HttpResponse(file, content_type="application/pdf")
    response.headers["Content-Disposition"] = f'inline; filename="{name}"'
    return response
