"""API views of travellers and trees: deals of challenges that are over."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from rest_framework.request import Request
from rest_framework.response import Response

from logbook.api.base_views import Operation, operation, parse_query, respond, serialize_many
from logbook.api.callers import caller
from logbook.api.pagination import paged
from logbook.lib.replica import reads_from_replica
from logbook.races.selectors.travellers import RaceReader, races_on
from logbook.tables.kinds import kind_of
from logbook.travellers.access import (
    finished_deal_for,
    finished_deal_of_missions_for,
    names_people_to,
)
from logbook.travellers.api.serializers import (
    RaceLineSerializer,
    TravellerFilterSerializer,
    TravellerLineSerializer,
    TreeFilterSerializer,
    TreeSerializer,
)
from logbook.travellers.selectors.traveller import RowReader, Shown
from logbook.travellers.selectors.tree import all_branches, start_of


class TravellerView(Operation):
    """The results of every crew on a deal."""

    is_open = True

    @operation("listTravellerLines", TravellerLineSerializer, filters=TravellerFilterSerializer, listed=True)
    @reads_from_replica
    def get(self, request: Request, challenge: int, stage: int, attempt: int) -> Response:
        """List every crew's attempt on a deal of a mission, newest first.

        404 until the challenge is over. Challenges in public clubs are open to all callers.
        """
        player = caller(request)
        deal = finished_deal_of_missions_for(player, challenge, stage, attempt)
        reader = RowReader.of(deal, player)
        attempts = reader.attempts(None, _shown(request))
        return paged(request, attempts, lambda page: serialize_many(TravellerLineSerializer, reader.rows(page)))


class RacesView(Operation):
    """Every race on a deal."""

    is_open = True

    @operation("listTravellerRaces", RaceLineSerializer, filters=TravellerFilterSerializer, listed=True)
    @reads_from_replica
    def get(self, request: Request, challenge: int, stage: int, attempt: int) -> Response:
        """List every race on a deal of races, newest first.

        404 until the challenge is over. Players are named to those who play in the club.
        """
        player = caller(request)
        deal = finished_deal_for(player, challenge, stage, attempt)
        if not kind_of(deal.stage.game).has_points:
            raise Http404
        reader = RaceReader.of(deal, player, names_people=names_people_to(player, deal))
        races = reader.shown(races_on(deal), _shown(request))
        return paged(request, races, lambda page: serialize_many(RaceLineSerializer, reader.rows(page)))


class TreeView(Operation):
    """The tree of a deal."""

    is_open = True

    @operation("readTree", TreeSerializer, filters=TreeFilterSerializer)
    @reads_from_replica
    def get(self, request: Request, challenge: int, stage: int, attempt: int) -> Response:
        """Get a position of a deal with its branches: how crews went on, and how many of them won.

        404 until the challenge is over, and for a position that fewer than two crews came to.
        """
        deal = finished_deal_of_missions_for(caller(request), challenge, stage, attempt)
        at = parse_query(TreeFilterSerializer, request).get("at")
        position = start_of(deal, int(at) if at else None)
        if position is None:
            raise Http404
        root = all_branches(deal, position)
        pairs = zip(root.branches, position.branches_by_move.items(), strict=True)
        branches = [_branch(branch.fate, move, made) for branch, (move, made) in pairs]
        facts = {"position": str(position.number), "lines": position.lines, "won": position.won, "solver": root.fate}
        return respond(TreeSerializer, {**facts, "branches": branches})


def _shown(request: Request) -> Shown | None:
    chosen = parse_query(TravellerFilterSerializer, request).get("show")
    return Shown(chosen) if chosen else None


def _branch(fate: str, move: str, made: Any) -> dict[str, Any]:
    return {
        "moves": [move, *made.chain] if move else [],
        "lines": made.lines,
        "won": made.won,
        "solver": fate,
        "next": None if made.to is None else str(made.to),
        "attempts": list(made.attempts),
    }
