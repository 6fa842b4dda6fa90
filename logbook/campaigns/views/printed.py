"""Views of a printed logbook: a page that browsers print, and PDF files."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from logbook.campaigns import pdf
from logbook.campaigns.access import campaign_for
from logbook.campaigns.selectors import printed as selectors
from logbook.campaigns.selectors.volumes import volumes as volumes_of
from logbook.people.access import MemberRequest, needs_account

private = cache_control(private=True, no_store=True)


@require_safe
@needs_account
@private
def campaign_print(request: MemberRequest, pk: int) -> HttpResponse:
    """Show the logbook as pages, for the browser's printing."""
    campaign = campaign_for(request.player, pk)
    paper = request.GET.get("paper", "a5")
    if paper not in pdf.FORMATS:
        raise Http404
    printed = selectors.printed(campaign)
    context = {"printed": printed, "campaign": campaign, "words": _labels(printed), "paper": paper}
    return render(request, "campaigns/print.html", context)


@require_safe
@needs_account
@private
def campaign_pdf(request: MemberRequest, pk: int, paper: str) -> HttpResponse:
    """Return the logbook as a PDF. A long one has several volumes, one per request, so that none is slow to draw."""
    campaign = campaign_for(request.player, pk)
    if paper not in pdf.FORMATS:
        raise Http404
    volumes = volumes_of(campaign)
    volume_number = request.GET.get("volume", "1" if len(volumes) < 2 else "")
    if not volume_number:
        return render(request, "campaigns/volumes.html", {"campaign": campaign, "volumes": volumes, "paper": paper})
    volume = next((one for one in volumes if str(one.number) == volume_number), None)
    if volume is None and (volumes or volume_number != "1"):
        raise Http404
    printed = selectors.printed(campaign, volume)
    file = pdf.pdf_of(printed, _labels(printed), paper)
    response = HttpResponse(file, content_type="application/pdf")
    name = slugify(campaign.name) or "logbook"
    part = f"-{volume_number}" if len(volumes) > 1 else ""
    response.headers["Content-Disposition"] = f'inline; filename="{name}{part}-{paper}.pdf"'
    return response


def _labels(printed: pdf.Printed) -> pdf.Labels:
    return pdf.Labels(
        logbook=_("Logbook"),
        people=_("Who played"),
        missions=_("Scenarios") if printed.titled else _("Missions"),
        notes=_("Notes"),
        sums=_("Summary"),
        lozenges=_("A lozenge (◊) replaces a character this file can’t show. Print from the browser to see it."),
        columns=_columns_of_races() if printed.titled else _columns(),
    )


def _columns() -> tuple[str, str, str, str, str]:
    return (
        pgettext("number of a mission", "No."),
        _("Attempts"),
        _("Score"),
        pgettext("column of a table", "When"),
        pgettext("column of a table", "Who"),
    )


def _columns_of_races() -> tuple[str, str, str, str, str]:
    return _("Scenario"), _("Races"), _("Most points"), pgettext("column of a table", "When"), _("Won by")
