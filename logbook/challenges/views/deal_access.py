"""Views of deal access: give up a deal, see it, and list who has seen it."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_safe

from logbook.challenges.access.challenges import challenge_for
from logbook.challenges.access.deals import (
    deal_access_as_director,
    deal_access_for,
    deal_access_ruled_by,
    deal_for,
    knows_deal,
    stage_for,
)
from logbook.challenges.access.replays import open_attempts
from logbook.challenges.exceptions import NotSure
from logbook.challenges.models.challenges import Stage
from logbook.challenges.selectors import deal_access as selectors
from logbook.challenges.services import deal_access as access_services
from logbook.crews.access import crews_of
from logbook.lib.exceptions import Refusal
from logbook.people.access import MemberRequest, needs_account

private = cache_control(private=True, no_store=True)


@require_safe
@needs_account
@private
def ledger(request: MemberRequest, challenge_id: int) -> HttpResponse:
    """List the deal access that the reader may know."""
    challenge = challenge_for(request.player, challenge_id)
    accesses = deal_access_for(request.player, challenge)
    ruled = deal_access_ruled_by(request.player, challenge, readable=accesses)
    rows = selectors.paged_ledger(accesses, request.GET.get("page", "1"), ruled)
    context = {"challenge": challenge, "lines": rows, "all": challenge.is_over}
    return render(request, "challenges/ledger.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@needs_account
@private
def deal(request: MemberRequest, challenge_id: int, stage: int, attempt: int) -> HttpResponse:
    """Show a deal to readers who know it; to others, what giving it up means. POST gives it up."""
    stage_now = stage_for(request.player, challenge_id, stage)
    if request.method == "POST":
        return _give_up(request, stage_now, attempt)
    if not knows_deal(request.player, stage_now, attempt):
        return _confirmation_page(request, stage_now, attempt)
    deal_row = deal_for(request.player, challenge_id, stage, attempt)
    access_services.record_deal_page_access(request.player, deal_row.stage, attempt)
    page = selectors.deal_page(deal_row, crews_of(request.player))
    replays = open_attempts(request.player, page.attempts)
    return render(request, "challenges/deal.html", {"page": page, "replays": replays})


def _give_up(request: MemberRequest, stage: Stage, attempt: int) -> HttpResponse:
    if knows_deal(request.player, stage, attempt):
        return redirect("deal", stage.challenge_id, stage.number, attempt)
    try:
        if request.POST.get("sure") != "yes":
            raise NotSure
        director = deal_access_as_director(request.player, stage)
        access_services.give_up_deal(player=request.player, stage=stage, number=attempt, director=director)
    except Refusal as error:
        return _confirmation_page(request, stage, attempt, error=error)
    return redirect("deal", stage.challenge_id, stage.number, attempt)


def _confirmation_page(
    request: MemberRequest, stage: Stage, attempt: int, *, error: Refusal | None = None
) -> HttpResponse:
    access_services.ensure_may_give_up(stage, attempt)
    context = {
        "stage": stage,
        "challenge": stage.challenge,
        "attempt": attempt,
        "director": deal_access_as_director(request.player, stage),
        "error": error,
    }
    return render(request, "challenges/give_up.html", context, status=error.status if error else 200)
