"""View of a crew's statistics."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from logbook.campaigns.selectors import statistics as selectors
from logbook.crews.access import readable_crew_for
from logbook.lib.filters import game_requested
from logbook.lib.replica import reads_from_replica
from logbook.people.access import MemberRequest, needs_account


@require_safe
@needs_account
@cache_control(private=True, no_store=True)
@reads_from_replica
def crew_statistics(request: MemberRequest, slug: str) -> HttpResponse:
    """Show the crew's statistics: over all campaigns, one game's, or one."""
    crew = readable_crew_for(request.player, slug)
    game, campaign = game_requested(request), _campaign_requested(request)
    page = selectors.statistics_of(crew, game=game, campaign_id=campaign)
    if campaign is not None and not page.selected_campaigns:
        raise Http404
    context = {"page": page, "crew": crew, "game": game, "campaign": campaign}
    return render(request, "crews/statistics.html", context)


def _campaign_requested(request: MemberRequest) -> int | None:
    number = request.GET.get("campaign", "")
    if not number:
        return None
    if not (number.isascii() and number.isdecimal() and len(number) < 19):
        raise Http404
    return int(number)
