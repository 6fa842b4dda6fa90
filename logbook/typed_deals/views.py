"""Views of typed deals: "Could we have won?". They need no account; a cookie tells one phone from another."""

from __future__ import annotations

import secrets
from typing import Any, Final
from urllib.parse import urlencode

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST, require_safe

import games
from logbook.campaigns.access import campaign_for
from logbook.lib.exceptions import Refusal
from logbook.lib.setup_errors import setup_error_words
from logbook.people.middleware import PlayerRequest
from logbook.people.selectors import GUEST_KEY
from logbook.tables.models import Table
from logbook.typed_deals import devices
from logbook.typed_deals.access import deal_for, friends_deal_for, loggable_campaigns
from logbook.typed_deals.forms import BeginForm, LogForm, NameForm, ResultForm, tasks_in
from logbook.typed_deals.models import TypedDeal
from logbook.typed_deals.selectors import friends, pages
from logbook.typed_deals.selectors.own_replays import own_replay
from logbook.typed_deals.services import deals, log, tables

private = cache_control(private=True, no_store=True)
COOKIE_SECONDS: Final = 60 * 60 * 24 * 60
MOST_DIGITS: Final = 9


@require_http_methods(["GET", "HEAD", "POST"])
@private
def typed_deal_new(request: PlayerRequest) -> HttpResponse:
    """Show the choice of a mission; a POST begins a deal."""
    initial = {"players": 4, "game": request.GET.get("game", ""), "mission": request.GET.get("mission", "")}
    if request.method != "POST":
        return _begin_page(request, BeginForm(initial=initial | _given(request)))
    form = BeginForm(request.POST)
    if not form.is_valid():
        return _begin_page(request, form, status=422)
    try:
        deal, device = _begun(request, form)
    except (Refusal, games.UnknownSetup) as error:
        form.add_error(None, str(error) if isinstance(error, Refusal) else setup_error_words(error))
        return _begin_page(request, form, status=error.status if isinstance(error, Refusal) else 422)
    return _with_device(redirect("typed-deal", deal.code), device)


@require_safe
@private
def typed_deal(request: PlayerRequest, code: str) -> HttpResponse:
    """Show whose hands are in, and once the round is over, the answer. With `wait`, 204 while it has no news."""
    deal = deal_for(code)
    if request.GET.get("wait", "") == _page_of(request, deal).version:
        return HttpResponse(status=204)
    return _deal_page(request, deal)


@require_http_methods(["GET", "HEAD", "POST"])
@private
def typed_hand(request: PlayerRequest, code: str, seat: int) -> HttpResponse:
    """Show the grid of a seat; a POST stores its hand. The script that sends hands kept offline gets JSON."""
    deal, device = deal_for(code), devices.key_of(request)
    if seat >= deal.seats:
        raise Http404
    if request.method != "POST":
        return _hand_page(request, deal, seat)
    if _is_anothers(request):
        return JsonResponse({}, status=412)
    form, device = NameForm(request.POST), device or secrets.token_hex(16)
    if not form.is_valid():
        return _hand_refused(request, deal, seat, str(form.errors["name"][0]), 422)
    try:
        deals.type_hand(
            deal=deal,
            seat=seat,
            cards=[card for card in request.POST.getlist("card") if card],
            name=form.cleaned_data["name"],
            device=devices.hash_of(device),
            address=request.META["REMOTE_ADDR"],
            player=request.player,
        )
    except Refusal as error:
        return _hand_refused(request, deal, seat, str(error), error.status)
    return _with_device(JsonResponse({}) if _by_script(request) else _see_other(deal), device)


def _is_anothers(request: PlayerRequest) -> bool:
    """Return whether a hand kept offline was tapped under another account than the one that is here now."""
    person = request.POST.get("person", "")
    return bool(person) and request.player is not None and person != str(request.player.pk)


def _hand_refused(request: PlayerRequest, deal: TypedDeal, seat: int, sentence: str, status: int) -> HttpResponse:
    if _by_script(request):
        return JsonResponse({"sentence": sentence}, status=status)
    cards, name = request.POST.getlist("card"), request.POST.get("name", "")
    return _hand_page(request, deal, seat, cards=cards, name=name, error=sentence, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@private
def typed_tasks(request: PlayerRequest, code: str) -> HttpResponse:
    """Show the form of tasks and owners; a POST stores them."""
    deal = deal_for(code)
    if request.method != "POST":
        return _unlisted(render(request, "typed_deals/tasks.html", {"page": pages.tasks_page(deal)}))
    tasks, owners = tasks_in(request.POST)
    try:
        deals.type_tasks(deal=deal, tasks=tasks, owners=owners, address=request.META["REMOTE_ADDR"])
    except (Refusal, games.UnknownSetup) as error:
        words = str(error) if isinstance(error, Refusal) else setup_error_words(error)
        context = {"page": pages.tasks_page(deal, tasks, owners), "error": words}
        status = error.status if isinstance(error, Refusal) else 422
        return _unlisted(render(request, "typed_deals/tasks.html", context, status=status))
    return _see_other(deal)


@require_POST
@private
def typed_over(request: PlayerRequest, code: str) -> HttpResponse:
    """Say that the round is over, or agree to it."""
    deal = deal_for(code)
    try:
        deals.end_round(deal=deal, device=_hash(request))
    except Refusal as error:
        return _deal_page(request, deal, error=str(error), status=error.status)
    return _see_other(deal)


@require_POST
@private
def typed_result(request: PlayerRequest, code: str) -> HttpResponse:
    """Store how the round ended."""
    deal, form = deal_for(code), ResultForm(request.POST)
    if not form.is_valid():
        return _deal_page(request, deal, error=_("Choose whether you won or lost."), status=422)
    said = {"won": form.cleaned_data["result"] == "won", "distress": form.cleaned_data["distress"]}
    try:
        deals.say_result(deal=deal, device=_hash(request), address=request.META["REMOTE_ADDR"], **said)
    except Refusal as error:
        return _deal_page(request, deal, error=str(error), status=error.status)
    return _see_other(deal)


@require_safe
@private
def typed_line(request: PlayerRequest, code: str) -> HttpResponse:
    """Show a moment of a winning line with open hands; `line` is `play` or `distress`, `step` counts actions."""
    deal, line, step = deal_for(code), request.GET.get("line", "play"), request.GET.get("step", "0")
    number = int(step[:MOST_DIGITS]) if step.isascii() and step.isdigit() else 0
    page = pages.line_page(deal, line, number) if line in pages.LINES else None
    if page is None:
        raise Http404
    return _unlisted(render(request, "typed_deals/line.html", {"replay": page, "deal": deal}))


@require_POST
@private
def typed_log(request: PlayerRequest, code: str) -> HttpResponse:
    """Log the attempt in a campaign of the player's crew, with the deal as its note."""
    deal, form = deal_for(code), LogForm(request.POST)
    if request.player is None:
        return redirect(f"{reverse('account_login')}?{urlencode({'next': reverse('typed-deal', args=(code,))})}")
    if not form.is_valid():
        return _deal_page(request, deal, error=_("Choose a campaign, then log the attempt."), status=422)
    campaign = campaign_for(request.player, form.cleaned_data["campaign"])
    won, distress = form.cleaned_data["won"], form.cleaned_data["distress"]
    try:
        log.log_deal(deal=deal, campaign=campaign, by=request.player, won=won, distress=distress)
    except Refusal as error:
        return _deal_page(request, deal, error=str(error), status=error.status)
    return redirect("campaign", campaign.pk)


@require_POST
@private
def typed_play(request: PlayerRequest, code: str) -> HttpResponse:
    """Open a table with the deal, and go there; a visitor becomes a guest."""
    deal = deal_for(code)
    try:
        table = tables.play_again(deal=deal, **_person(request))
    except Refusal as error:
        return _deal_page(request, deal, error=str(error), status=error.status)
    return _to_table(request, table)


@require_POST
@private
def typed_friends(request: PlayerRequest, code: str) -> HttpResponse:
    """Make the address at which friends play the deal without seeing it."""
    deal = deal_for(code)
    try:
        tables.friends_code_of(deal=deal)
    except Refusal as error:
        return _deal_page(request, deal, error=str(error), status=error.status)
    return _see_other(deal)


@require_http_methods(["GET", "HEAD", "POST"])
@private
def friends_deal(request: PlayerRequest, code: str) -> HttpResponse:
    """Show the deal that a crew gives to friends, without a card; a POST opens the reader's table."""
    deal = friends_deal_for(code)
    if request.method != "POST":
        return _friends_page(request, deal)
    try:
        table = tables.play_as_friend(deal=deal, **_person(request))
    except Refusal as error:
        return _friends_page(request, deal, error=str(error), status=error.status)
    return _to_table(request, table)


def _person(request: PlayerRequest) -> dict[str, Any]:
    device = _hash(request)
    return {"player": request.player, "device": device, "address": request.META["REMOTE_ADDR"]}


def _to_table(request: PlayerRequest, table: Table) -> HttpResponse:
    if request.player is None:
        request.session[GUEST_KEY] = table.opened_by_id
    return redirect("table", table.pk)


def _friends_page(request: PlayerRequest, deal: TypedDeal, *, error: str = "", status: int = 200) -> HttpResponse:
    context = {"page": friends.friends_page(deal, request.player), "error": error}
    return _unlisted(render(request, "typed_deals/friends_deal.html", context, status=status))


def _begun(request: PlayerRequest, form: BeginForm) -> tuple[TypedDeal, str]:
    data = form.cleaned_data
    game, mission, players = data["game"], data["mission"], data["players"]
    campaign = campaign_for(request.player, data["campaign"]) if data["campaign"] else None
    tasks = pages.drawn_tasks(game, mission, players, data["seed"]) if data["seed"] else ()
    device = devices.key_of(request) or secrets.token_hex(16)
    deal = deals.begin_deal(
        game=game,
        mission=mission,
        players=players,
        device=devices.hash_of(device),
        address=request.META["REMOTE_ADDR"],
        by=request.player,
        campaign=campaign,
        tasks=tasks,
    )
    return deal, device


def _given(request: HttpRequest) -> dict[str, str]:
    return {name: request.GET[name] for name in ("listed", "players", "campaign", "seed") if name in request.GET}


def _begin_page(request: HttpRequest, form: BeginForm, *, status: int = 200) -> HttpResponse:
    return render(request, "typed_deals/typed_deal_new.html", {"form": form}, status=status)


def _deal_page(request: PlayerRequest, deal: TypedDeal, *, error: str = "", status: int = 200) -> HttpResponse:
    page = _page_of(request, deal)
    campaigns = loggable_campaigns(request.player, deal) if log.is_loggable(deal) else ()
    context = {"page": page, "error": error, "campaigns": campaigns, "replay": own_replay(deal, request.player)}
    return _unlisted(render(request, "typed_deals/typed_deal.html", context, status=status))


def _page_of(request: HttpRequest, deal: TypedDeal) -> pages.DealPage:
    return pages.deal_page(deal, _hash(request), f"{request.scheme}://{request.get_host()}")


def _hand_page(
    request: HttpRequest,
    deal: TypedDeal,
    seat: int,
    *,
    cards: list[str] | None = None,
    name: str = "",
    error: str = "",
    status: int = 200,
) -> HttpResponse:
    if deal.is_robot(seat):
        context = {"page": pages.robot_page(deal, cards or ()), "error": error}
        return _unlisted(render(request, "typed_deals/robot.html", context, status=status))
    page = pages.hand_page(deal, seat, cards=cards or (), name=name)
    return _unlisted(render(request, "typed_deals/hand.html", {"page": page, "error": error}, status=status))


def _see_other(deal: TypedDeal) -> HttpResponse:
    response = redirect("typed-deal", deal.code)
    response.status_code = 303
    return response


def _unlisted(response: HttpResponse) -> HttpResponse:
    response.headers["X-Robots-Tag"] = "noindex, nofollow, noarchive"
    return response


def _hash(request: HttpRequest) -> str:
    return devices.hash_of(devices.key_of(request))


def _by_script(request: HttpRequest) -> bool:
    """Return whether the request comes from our script, which expects JSON."""
    return request.accepts("application/json") and not request.accepts("text/html")


def _with_device(response: HttpResponse, device: str) -> HttpResponse:
    response.set_signed_cookie(
        devices.COOKIE,
        device,
        salt=devices.COOKIE,
        max_age=COOKIE_SECONDS,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    return response
