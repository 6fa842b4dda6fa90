"""Looking at a deal before its challenge is over: giving it up, seeing it then, and the ledger of who did."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_safe

from logbook import access
from logbook.access import MemberRequest, needs_account
from logbook.models import Stage
from logbook.selectors import looks as selectors
from logbook.services import errors, looks

private = cache_control(private=True, no_store=True)


@require_safe
@needs_account
@private
def ledger(request: MemberRequest, challenge_id: int) -> HttpResponse:
    """Who has seen what, as far as the reader may know."""
    challenge = access.challenge_for(request.player, challenge_id)
    looks, ruled = access.looks_for(request.player, challenge), access.looks_ruled_by(request.player, challenge)
    lines = selectors.ledger_paged(looks, request.GET.get("page", "1"), ruled)
    context = {"challenge": challenge, "lines": lines, "all": challenge.is_over}
    return render(request, "sheets/ledger.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@needs_account
@private
def deal(request: MemberRequest, challenge_id: int, stage: int, attempt: int) -> HttpResponse:
    """A deal, to whoever knows it; to others what giving it up means, and POST does it."""
    chosen = access.stage_for(request.player, challenge_id, stage)
    if request.method == "POST":
        return _give_up(request, chosen, attempt)
    if not access.knows_deal(request.player, chosen, attempt):
        return _asked(request, chosen, attempt)
    shown = access.deal_for(request.player, challenge_id, stage, attempt)
    looks.deal_note(request.player, shown.stage, attempt)
    page = selectors.deal_page(shown, access.crews_of(request.player))
    replays = access.open_attempts(request.player, page.attempts)
    return render(request, "sheets/deal.html", {"page": page, "replays": replays})


def _give_up(request: MemberRequest, stage: Stage, attempt: int) -> HttpResponse:
    if access.knows_deal(request.player, stage, attempt):
        return redirect("deal", stage.challenge_id, stage.number, attempt)
    try:
        if request.POST.get("sure") != "yes":
            raise errors.NotSure
        director = access.looks_as_director(request.player, stage)
        looks.deal_give_up(player=request.player, stage=stage, number=attempt, director=director)
    except errors.Refusal as error:
        return _asked(request, stage, attempt, error=error)
    return redirect("deal", stage.challenge_id, stage.number, attempt)


def _asked(request: MemberRequest, stage: Stage, attempt: int, *, error: errors.Refusal | None = None) -> HttpResponse:
    looks.give_up_check(stage, attempt)
    context = {
        "stage": stage,
        "challenge": stage.challenge,
        "attempt": attempt,
        "director": access.looks_as_director(request.player, stage),
        "error": error,
    }
    return render(request, "sheets/give_up.html", context, status=error.status if error else 200)
