"""Views of campaigns: open, logbook, mission, close."""

from __future__ import annotations

from uuid import uuid4

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from logbook.campaigns.access import campaign_for
from logbook.campaigns.exceptions import OtherAuthor
from logbook.campaigns.forms.campaigns import CampaignForm
from logbook.campaigns.models import Campaign
from logbook.campaigns.selectors import campaigns as selectors
from logbook.campaigns.selectors.boards import places_of
from logbook.campaigns.services import campaigns, entry_form
from logbook.campaigns.views.client_keys import by_script, day_of_request, key_of_request, person_check
from logbook.crews.access import crew_for, founded_crews_of
from logbook.lib.exceptions import Refusal
from logbook.lib.service_workers import worker_response
from logbook.people import undo
from logbook.people.access import MemberRequest, needs_account
from logbook.people.double_submit import once

private = cache_control(private=True, no_store=True)


@require_http_methods(["GET", "HEAD", "POST"])
@needs_account
@private
@once
def campaign_new(request: MemberRequest, slug: str) -> HttpResponse:
    """Open a campaign for one of the person's crews."""
    crew = crew_for(request.player, slug)
    form = CampaignForm(request.POST or None, initial={"game": request.GET.get("game", "planet-nine")})
    if request.method == "POST" and form.is_valid():
        campaign = campaigns.open_campaign(
            crew=crew,
            by=request.player,
            game=form.cleaned_data["game"],
            name=form.cleaned_data["name"],
            in_order=form.cleaned_data["in_order"],
        )
        return redirect("campaign", campaign.pk)
    status = 422 if request.method == "POST" else 200
    return render(request, "campaigns/campaign_new.html", {"form": form, "crew": crew}, status=status)


@require_safe
@needs_account
@private
def campaign(request: MemberRequest, pk: int) -> HttpResponse:
    """Show the logbook."""
    return _logbook(request, campaign_for(request.player, pk))


def _logbook(request: MemberRequest, campaign: Campaign, *, error: str = "", status: int = 200) -> HttpResponse:
    is_founder = founded_crews_of(request.player).contains(campaign.crew)
    context = {"page": selectors.campaign_page(campaign), "campaign": campaign, "key": uuid4(), "error": error}
    context["is_founder"], context["places"] = is_founder, places_of(campaign)
    part = request.method == "POST" and getattr(request, "htmx", False)
    template = "campaigns/_logbook.html" if part else "campaigns/campaign.html"
    response = render(request, template, context, status=status)
    response.headers["X-Crewsite-Person"] = str(request.player.pk)
    return response


@require_POST
@needs_account
@private
def campaign_tally(request: MemberRequest, pk: int) -> HttpResponse:
    """Add a failure, in one tap."""
    campaign = campaign_for(request.player, pk)
    try:
        person_check(request)
        entry = entry_form.add_failure(
            campaign=campaign,
            by=request.player,
            key=key_of_request(request),
            mission=request.POST.get("mission", ""),
            played_on=day_of_request(request) or timezone.localdate(),
        )
    except Refusal as error:
        if by_script(request):
            waits = isinstance(error, OtherAuthor)
            return JsonResponse({"sentence": str(error), "waits": waits}, status=error.status)
        return _logbook(request, campaign, error=str(error), status=error.status)
    back = reverse("campaign", args=[campaign.pk])
    undo.offer(request, _("Failed attempt logged."), "entry-added", by=request.player, back=back, entry=entry.pk)
    if by_script(request):
        return JsonResponse({"entry": entry.pk})
    return _logbook(request, campaign) if getattr(request, "htmx", False) else _back(campaign)


def _back(campaign: Campaign) -> HttpResponse:
    response = redirect("campaign", campaign.pk)
    response.status_code = 303
    return response


@require_safe
@needs_account
@private
def campaign_mission(request: MemberRequest, pk: int, mission: str) -> HttpResponse:
    """Show one mission, attempt by attempt."""
    campaign = campaign_for(request.player, pk)
    if not selectors.is_mission(campaign.game, mission):
        raise Http404
    context = {"page": selectors.mission_page(campaign, mission), "campaign": campaign, "key": uuid4()}
    return render(request, "campaigns/mission.html", context)


@require_POST
@needs_account
def campaign_turn(request: MemberRequest, pk: int, what: str) -> HttpResponse:
    """Close the campaign, or open it again."""
    campaign = campaign_for(request.player, pk)
    turn, message = {
        "close": (campaigns.close_campaign, _("Campaign closed. You can still read its logbook, and reopen it.")),
        "open": (campaigns.reopen_campaign, _("Campaign reopened.")),
    }.get(what, (None, ""))
    if turn is None:
        raise Http404
    turn(campaign_id=campaign.pk, by=request.player)
    messages.success(request, message)
    return _back(campaign)


@require_safe
def campaign_worker(_request: HttpRequest) -> HttpResponse:
    """Return the service worker that keeps these pages usable offline. Its scope is its own folder."""
    return worker_response("logbook/campaigns-worker.js", {"STATIC": settings.STATIC_URL})
