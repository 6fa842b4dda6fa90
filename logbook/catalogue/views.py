"""Views of the catalogue: missions, task cards and rules. They are public."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_safe

import games
from logbook.catalogue.forms import TaskFilterForm
from logbook.catalogue.selectors.missions import mission_page, mission_table
from logbook.challenges.access.challenges import challenges_of
from logbook.leaderboards.selectors.boards import USUAL_PLAYERS
from logbook.leaderboards.selectors.mission_chances import chances, curve
from logbook.leaderboards.selectors.mission_difficulty import challenges_with, hardness
from logbook.leaderboards.selectors.records import records
from logbook.leaderboards.selectors.where_lost import where_lost
from logbook.lessons.selectors import lesson_links, links_of_mission, rule_pictures
from logbook.lib.filters import game_requested
from logbook.lib.replica import reads_from_replica
from logbook.people.middleware import PlayerRequest
from logbook.races.selectors.dive_example import worked_dive
from logbook.races.selectors.scenarios import every_scenario, scenario_rows
from logbook.rounds.explanations import explanation_of
from logbook.rounds.site_words import site_word
from logbook.rounds.task_cards import task_deck
from logbook.tables.kinds import kind_of, view_of


@require_safe
@reads_from_replica
def mission_list(request: HttpRequest) -> HttpResponse:
    """Show the missions of one game or of all, as tables."""
    slug = game_requested(request)
    listed_games = [game for game in games.GAMES.values() if slug in ("", game.slug)]
    found = chances(slug)
    books = [
        (game, mission_table(game.slug), curve(game.slug, USUAL_PLAYERS, found))
        if kind_of(game.slug).is_numbered
        else (game, {"rows": scenario_rows(game.slug)}, None)
        for game in listed_games
    ]
    return render(request, "catalogue/mission_list.html", {"books": books, "game": slug, "games": list(games.GAMES)})


@require_safe
@reads_from_replica
def mission(request: PlayerRequest, game: str, mission: str) -> HttpResponseBase:
    """Show a mission: its tasks, its difficulty so far, its records, and where to play it."""
    own = view_of(game, "mission")
    if own is not None:
        return own(request, game, mission)
    page = mission_page(game, mission)
    if page is None:
        raise Http404
    context = {
        "page": page,
        "hardness": hardness(game, mission),
        "records": records(game, mission),
        "where_lost": where_lost(game, mission),
        "challenges": challenges_with(challenges_of(request.player), game, mission),
        "lessons": links_of_mission(game, mission),
    }
    return render(request, "catalogue/mission.html", context)


@require_safe
@reads_from_replica
def task_list(request: HttpRequest, game: str) -> HttpResponse:
    """Show the task cards of a game, drawn and in words."""
    if game not in games.GAMES or not task_deck(game, 4):
        raise Http404
    form = TaskFilterForm({"players": "4"} | request.GET.dict())
    valid = form.is_valid()
    players = (valid and form.cleaned_data["players"]) or 4
    deck = task_deck(game, players).values()
    tasks = [card for card in deck if form.shows(card.kind, card.difficulty)] if valid else list(deck)
    context = {
        "game": games.GAMES[game],
        "form": form,
        "tasks": tasks,
        "players": players,
        "of": len(deck),
        "filtered": bool(request.GET),
        "lessons": lesson_links(),
    }
    return render(request, "catalogue/task_list.html", context, status=200 if valid else 422)


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """Show the rules, in our words."""
    context = {
        "games": list(games.GAMES),
        "scenarios": every_scenario(),
        "worked": worked_dive(),
        "lessons": lesson_links(),
        "pictures": rule_pictures(),
    }
    return render(request, "catalogue/rules.html", context)


@require_safe
def explanation(request: HttpRequest, game: str, topic: str) -> HttpResponse:
    """Explain one task or condition in a sentence or two, for the "?" of a table."""
    # A race's scenario has a page of its own.
    explained = explanation_of(game, topic) if kind_of(game).has_tricks else None
    if explained is None:
        raise Http404
    context = {"game": game, "explained": explained, "lessons": lesson_links()}
    return render(request, "catalogue/explanation.html", context)


@require_safe
def word(request: HttpRequest, word: str) -> HttpResponse:
    """Explain a word of the site in a sentence or two, for the "?" beside it."""
    explained = site_word(word)
    if explained is None:
        raise Http404
    title, sentences = explained
    return render(request, "catalogue/word.html", {"title": title, "sentences": sentences})
