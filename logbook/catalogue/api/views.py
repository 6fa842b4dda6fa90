"""API views of games, missions and tasks. They are public."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

import games
from games.bots import bots_of
from logbook.api.base_views import Operation, operation, parse_query, respond, serialize_many
from logbook.api.pagination import paged_sequence
from logbook.catalogue.api.serializers import (
    GameSerializer,
    MissionDetailSerializer,
    MissionRowSerializer,
    TaskFilterSerializer,
    TaskSerializer,
)
from logbook.catalogue.selectors.missions import mission_page
from logbook.leaderboards.selectors.mission_difficulty import hardness
from logbook.lib.replica import reads_from_replica
from logbook.rounds import text
from logbook.rounds.task_cards import TaskFacts, task_deck
from logbook.tables.access import game_or_404, mission_or_404
from logbook.tables.kinds import kind_of
from logbook.tables.selectors.seat_labels import mission_text_of

USUAL_PLAYERS = 4


class GameListView(Operation):
    """The games."""

    is_open = True

    @operation("listGames", GameSerializer, listed=True)
    @reads_from_replica
    def get(self, request: Request) -> Response:
        """List the games."""
        return paged_sequence(
            request, list(games.GAMES.values()), lambda page: serialize_many(GameSerializer, [*map(_game, page)])
        )


class GameDetailView(Operation):
    """A game."""

    is_open = True

    @operation("readGame", GameSerializer)
    @reads_from_replica
    def get(self, request: Request, game: str) -> Response:
        """Get a game."""
        return respond(GameSerializer, _game(game_or_404(game)))


class MissionListView(Operation):
    """A game's missions."""

    is_open = True

    @operation("listMissions", MissionRowSerializer, listed=True)
    @reads_from_replica
    def get(self, request: Request, game: str) -> Response:
        """List a game's missions, in the order of its logbook.

        For races, lists the scenarios.
        """
        book = game_or_404(game)

        def tell(page: Sequence[str]) -> Sequence[Any]:
            return serialize_many(MissionRowSerializer, [_mission(game, mission) for mission in page])

        return paged_sequence(request, book.missions, tell)


class MissionDetailView(Operation):
    """A mission."""

    is_open = True

    @operation("readMission", MissionDetailSerializer)
    @reads_from_replica
    def get(self, request: Request, game: str, mission: str) -> Response:
        """Get a mission with its explanation.

        `mission` is a number, a scenario's name or a custom mission as text.
        """
        game_or_404(game)
        mission_text = mission_or_404(game, mission)
        return respond(MissionDetailSerializer, {**_mission(game, mission_text), **_explained(game, mission_text)})


class TaskListView(Operation):
    """A game's task cards."""

    is_open = True

    @operation("listTasks", TaskSerializer, filters=TaskFilterSerializer, listed=True)
    @reads_from_replica
    def get(self, request: Request, game: str) -> Response:
        """List the task cards of a game.

        Their difficulty is for the number of `players`, 4 by default. Empty for games without task cards.
        """
        game_or_404(game)
        players = parse_query(TaskFilterSerializer, request).get("players", USUAL_PLAYERS)
        deck = list(task_deck(game, players).values())
        return paged_sequence(request, deck, lambda page: serialize_many(TaskSerializer, [*map(_task, page)]))


def _game(game: games.Game) -> dict[str, Any]:
    return {
        "slug": game.slug,
        "title": text.title_words(game.title),
        "players": game.players,
        "missions": len(game.missions),
        "rules": game.rules,
        "options": game.options,
        "bots": list(bots_of(game.slug)),
        "is_race": game.is_race,
    }


def _mission(game: str, mission: str) -> dict[str, Any]:
    explanation = mission_text_of(game, mission, USUAL_PLAYERS)
    return {"game": game, "mission": mission, "title": text.mission_title(mission), "text": explanation}


def _explained(game: str, mission: str) -> dict[str, Any]:
    page = mission_page(game, mission)
    if page is None:
        explanation: dict[str, Any] = {"sentences": [], "for_two": "", "for_five": "", "before": None, "after": None}
    else:
        explanation = {name: getattr(page, name) for name in ("sentences", "for_two", "for_five", "before", "after")}
    hard = hardness(game, mission) if kind_of(game).is_won else None
    return {**explanation, "played": [hard.whole, *hard.by_players] if hard else []}


def _task(facts: TaskFacts) -> dict[str, Any]:
    return {
        "task": facts.name,
        "number": facts.number,
        "kind": facts.kind,
        "text": text.say(facts.sentence.code, facts.sentence.params, str),
        "difficulty": facts.difficulty,
        "difficulties": facts.difficulties,
        "captain_may_not_take": facts.captain_may_not_take,
    }
