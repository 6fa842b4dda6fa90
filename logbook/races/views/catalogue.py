"""Views of scenarios and of the components of a race's box. They are public."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

import games
from logbook.challenges.access.challenges import challenges_of
from logbook.clubs.access import acquaintances_of
from logbook.leaderboards.selectors.mission_difficulty import challenges_with
from logbook.lessons.selectors import links_of_mission
from logbook.people.middleware import PlayerRequest
from logbook.races.selectors import components
from logbook.races.selectors.boards import race_reader_of, race_records
from logbook.races.selectors.scenarios import scenario_page
from logbook.tables.kinds import kind_of


def scenario(request: PlayerRequest, game: str, mission: str) -> HttpResponse:
    """Show a race's scenario: its changes, its records, and where to race it."""
    page = scenario_page(game, mission)
    if page is None:
        raise Http404
    reader = race_reader_of(request.player, acquaintances_of(request.player))
    context = {
        "page": page,
        "records": race_records(page.row.slug, reader, game=game),
        "challenges": challenges_with(challenges_of(request.player), game, page.row.slug),
        "lessons": links_of_mission(game, page.row.slug),
    }
    return render(request, "races/scenario.html", context)


@require_safe
def component_list(request: HttpRequest, game: str) -> HttpResponse:
    """Show the components of a race's box, drawn and in words, each with its source."""
    box = components.box_page(request.GET.get("box") or components.usual_name())
    if kind_of(game).has_tricks or box is None:
        raise Http404
    context = {"game": games.GAMES[game], "box": box, "boxes": components.box_names()}
    return render(request, "races/component_list.html", context)
