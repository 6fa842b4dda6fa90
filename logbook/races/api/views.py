"""The board of a scenario in the API."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from django.http.response import HttpResponseBase
from rest_framework.request import Request

from logbook.api.base_views import validate_form
from logbook.api.callers import caller
from logbook.challenges.access.deals import locked_challenges
from logbook.clubs.access import acquaintances_of, clubs_of
from logbook.races.forms import RaceBoardForm
from logbook.races.selectors.boards import RaceBoardEntry, race_board, race_reader_of


def board(request: Request, game: str, mission: str, answer: Callable[..., HttpResponseBase]) -> HttpResponseBase:
    """Answer with the board of a scenario."""
    player = caller(request)
    form = RaceBoardForm(request.query_params.dict(), clubs=clubs_of(player))
    data = validate_form(form)
    locked = locked_challenges(player, game, mission)
    reader = race_reader_of(player, acquaintances_of(player))
    filters = replace(form.filters, locked=locked, reader=reader.player)
    place = {name: data[name] for name in ("after", "before")}
    page = race_board(game, mission, form.measure, filters, reader=reader, **place)
    results = [_row(entry) for entry in page.entries]
    return answer(page, players=form.filters.players, count=page.people, results=results)


def _row(entry: RaceBoardEntry) -> dict[str, Any]:
    return {
        "rank": entry.rank,
        "name": entry.name,
        "mine": entry.mine,
        "value": entry.value,
        "players": entry.race.players,
        "bots": None,
        "attempts": None,
        "distress": None,
        "first_tries": None,
        "runs": None,
        "rating": None,
        "seconds": None,
        "races": entry.races,
        "place": None,
        "finished_at": entry.race.finished_at,
        "replay": entry.replay_id,
    }
