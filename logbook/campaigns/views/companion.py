"""Views of the companion of a real table: mission, tasks, clock, tally. They need no account."""

from __future__ import annotations

from urllib.parse import urlencode
from uuid import uuid4

from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_safe

import games
from logbook.campaigns.access import campaign_for
from logbook.campaigns.exceptions import OtherAuthor
from logbook.campaigns.forms.companion import DrawForm
from logbook.campaigns.models import Campaign
from logbook.campaigns.selectors import companion as selectors
from logbook.campaigns.services import entry_form
from logbook.campaigns.views.client_keys import by_script, day_of_request, key_of_request, person_check
from logbook.lib.exceptions import Refusal
from logbook.lib.setup_errors import setup_error_words
from logbook.people import undo
from logbook.people.middleware import PlayerRequest
from logbook.tables.kinds import kind_of
from logbook.tables.mission_form import MissionForm

private = cache_control(private=True, no_store=True)


@require_safe
def companion_choose(request: PlayerRequest) -> HttpResponse:
    """Choose any mission, or write a custom one."""
    form = MissionForm(request.GET if "players" in request.GET else None, initial={"players": 4})
    if form.is_valid():
        data = form.cleaned_data
        return redirect(_address(data["game"], data["mission"], players=data["players"]))
    return render(request, "campaigns/companion/choose.html", {"form": form}, status=422 if form.is_bound else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@private
def companion(request: PlayerRequest, game: str, mission: str) -> HttpResponse:
    """Show one mission at the table. `draw` draws anew; a POST adds a failure to the campaign's logbook."""
    if not _is_mission(game, mission):
        raise Http404
    form = DrawForm(request.GET)
    valid = form.is_valid()
    campaign = _campaign(request, game, form)
    if request.method == "POST":
        return _tallied(request, game, mission, form, campaign)
    if valid and "draw" in request.GET:
        return redirect(_address(game, mission, seed=selectors.new_seed(), **_draw_options(form)))
    return _page(request, game, mission, form, campaign)


def _is_mission(game: str, mission: str) -> bool:
    try:
        game_now = games.GAMES.get(game)
        return game_now is not None and kind_of(game).is_numbered and game_now.mission_text(mission) == mission
    except games.UnknownSetup:
        return False


def _campaign(request: PlayerRequest, game: str, form: DrawForm) -> Campaign | None:
    """Return the person's campaign in which the table plays; 404 for any other."""
    pk = form.cleaned_data.get("campaign")
    if pk is None:
        return None
    campaign = campaign_for(request.player, pk)
    if campaign.game != game:
        raise Http404
    return campaign


def _draw_options(form: DrawForm) -> dict[str, object]:
    data = form.cleaned_data
    return {name: data.get(name) for name in ("players", "untimed", "campaign")}


def _address(game: str, mission: str, **options: object) -> str:
    """Return the URL with the non-empty parameters only, always in the same order."""
    parameters = [(name, options[name]) for name in ("players", "seed", "untimed", "campaign") if options.get(name)]
    query = urlencode([(name, 1 if value is True else value) for name, value in parameters])
    return reverse("companion", args=(game, mission)) + (f"?{query}" if query else "")


def _tallied(
    request: PlayerRequest, game: str, mission: str, form: DrawForm, campaign: Campaign | None
) -> HttpResponse:
    if campaign is None or request.player is None:
        raise Http404
    try:
        person_check(request)
        entry = entry_form.add_failure(
            campaign=campaign,
            by=request.player,
            key=key_of_request(request),
            mission=mission,
            played_on=day_of_request(request) or timezone.localdate(),
        )
    except Refusal as error:
        if by_script(request):
            waits = isinstance(error, OtherAuthor)
            return JsonResponse({"sentence": str(error), "waits": waits}, status=error.status)
        return _page(request, game, mission, form, campaign, error=str(error), status=error.status)
    back = _address(game, mission, seed=form.cleaned_data.get("seed"), **_draw_options(form)) + "#count"
    undo.offer(request, _("Failed attempt logged."), "entry-added", by=request.player, back=back, entry=entry.pk)
    if by_script(request):
        return JsonResponse({"entry": entry.pk})
    response = redirect(back)
    response.status_code = 303
    return response


def _page(
    request: PlayerRequest,
    game: str,
    mission: str,
    form: DrawForm,
    campaign: Campaign | None,
    *,
    error: str = "",
    status: int = 200,
) -> HttpResponse:
    data = form.cleaned_data
    latest_failure = selectors.kept_so_far(campaign, mission) if campaign else None
    players = data.get("players") or (latest_failure and latest_failure.players) or selectors.USUAL_PLAYERS
    seed = data.get("seed") or ""
    if form.errors:
        error, status = " ".join(str(message) for rows in form.errors.values() for message in rows), 422
    page = None
    try:
        page = selectors.companion(game, mission, players, seed, untimed=bool(data.get("untimed")))
    except games.UnknownSetup as fault:
        error, status = setup_error_words(fault), 422
    options = _draw_options(form)
    context = {
        "page": page,
        "game": game,
        "mission": mission,
        "seed": seed,
        "players": players,
        "error": error,
        "campaign": campaign,
        "kept": latest_failure,
        "key": uuid4(),
        "tables": [
            (number, _address(game, mission, **(options | {"players": number})) + "&draw=1") for number in (2, 3, 4, 5)
        ],
        "again": _address(game, mission, **(options | {"players": players})) + "&draw=1",
        "other_clock": _address(
            game, mission, seed=seed, **(options | {"players": players, "untimed": not data.get("untimed")})
        ),
        "shared": _address(game, mission, players=players, seed=seed, untimed=data.get("untimed")),
    }
    response = render(request, "campaigns/companion/companion.html", context, status=status)
    if request.player is not None:
        # The phone keeps the page for this person alone.
        response.headers["X-Crewsite-Person"] = str(request.player.pk)
    return response
