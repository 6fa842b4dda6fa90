"""Views of the deals of the day: today's, one deal, and the presses that begin to play."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_POST, require_safe

from logbook.clubs.access import clubs_of
from logbook.crews.access import crews_of
from logbook.daily import sharing
from logbook.daily.forms import BoardForm
from logbook.daily.models import DailyDeal
from logbook.daily.selectors import boards, deals
from logbook.daily.selectors.calendar import streaks
from logbook.daily.selectors.deals import DealCard
from logbook.daily.selectors.own import OwnResult, own_result
from logbook.daily.services import plays
from logbook.lib.exceptions import Refusal
from logbook.lib.share_picture import picture_response
from logbook.people.middleware import PlayerRequest
from logbook.people.selectors import GUEST_KEY
from logbook.tables.models import Table

private = cache_control(private=True, no_store=True)


@require_safe
@private
def daily(request: PlayerRequest) -> HttpResponse:
    """Show the deals that are open now."""
    cards = deals.today_cards(request.player)
    context = {
        "cards": [(card, _shared(card)) for card in cards],
        "streaks": streaks(request.player) if request.player else None,
        "unopened": deals.unopened_today(),
        "yesterday": deals.closed_lately(),
        "feed": deals.feed_slug(),
    }
    return render(request, "daily/daily.html", context)


@require_safe
@private
def daily_archive_list(request: PlayerRequest) -> HttpResponse:
    """Show the deals that are closed, the newest first; each can be played again."""
    try:
        before = date.fromisoformat(text) if (text := request.GET.get("before", "")) else None
    except ValueError:
        raise Http404 from None
    page, older = deals.counted_before(before)
    return render(request, "daily/archive.html", {"deals": page, "older": older})


def _shared(card: DealCard) -> dict[str, dict[str, str]]:
    """Return what the player may share of each result: its text, and the address of its picture."""
    results = {"alone": card.alone, "crew": card.crew}
    return {kind: _shared_parts(own) for kind, own in results.items() if own is not None and own.tries}


def _shared_parts(own: OwnResult) -> dict[str, str]:
    picture = reverse("daily-picture", args=(sharing.result_token(own.result),))
    return {"text": sharing.share_text(own), "picture": picture}


@require_safe
@private
def daily_deal(request: PlayerRequest, day: date, game: str) -> HttpResponse:
    """Show one deal; its boards once it is over."""
    return _deal(request, deals.deal_or_404(day, game))


def _deal(request: PlayerRequest, deal: DailyDeal, *, error: str = "", status: int = 200) -> HttpResponse:
    (card,) = deals.cards([deal], request.player)
    form = BoardForm(request.GET, clubs=clubs_of(request.player), crews=crews_of(request.player))
    context: dict[str, Any] = {"card": card, "shared": _shared(card), "error": error, "form": form}
    if deal.counted_at is not None:
        page = request.GET.get("page", "")
        context["board"] = boards.board(deal, form.kind, request.player, group=form.group, page=page)
        context["boards"] = boards.BOARDS
    if form.errors:
        context["error"], status = form.sentence, 422
    return render(request, "daily/deal.html", context, status=status)


@require_POST
@private
def daily_play(request: PlayerRequest, day: date, game: str) -> HttpResponse:
    """Deal the player's own table; a visitor becomes a guest, whose session plays from now on."""
    return _begin(request, day, game, plays.play_alone)


@require_POST
@private
def daily_crew(request: PlayerRequest, day: date, game: str) -> HttpResponse:
    """Open a table for a crew."""
    return _begin(request, day, game, plays.open_for_crew)


@require_POST
@private
def daily_archive(request: PlayerRequest, day: date, game: str) -> HttpResponse:
    """Deal a closed deal again, unranked."""
    return _begin(request, day, game, plays.play_archive)


def _begin(request: PlayerRequest, day: date, game: str, open_table: Callable[..., Table]) -> HttpResponse:
    deal = deals.deal_or_404(day, game)
    try:
        table = open_table(deal=deal, player=request.player, address=request.META["REMOTE_ADDR"])
    except Refusal as error:
        return _deal(request, deal, error=str(error), status=error.status)
    if request.player is None:
        request.session[GUEST_KEY] = table.opened_by_id
    return redirect("table", table.pk)


@require_safe
@private
def daily_shared(request: PlayerRequest, token: str) -> HttpResponse:
    """Show what a player has shared, and invite the reader to the same deal."""
    own = _shared_result(token)
    (card,) = deals.cards([own.result.deal], request.player)
    alone = own.result.is_alone
    context = {
        "own": own,
        "card": card,
        "picture": sharing.picture_of(own),
        "token": token,
        "played": card.alone if alone else card.crew,
        "may_play": card.may_play_alone if alone else card.may_open_for_crew,
        "address": "daily-play" if alone else "daily-crew",
    }
    return render(request, "daily/shared.html", context)


@require_safe
def daily_picture(request: PlayerRequest, token: str) -> HttpResponse:
    """Draw the picture of a shared result."""
    return picture_response(sharing.picture_of(_shared_result(token)))


def _shared_result(token: str) -> OwnResult:
    result = deals.result_with_number(sharing.number_in(token))
    if result is None or not result.tries:
        raise Http404
    return own_result(result)
