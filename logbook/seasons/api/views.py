"""API views of seasons: list, create, read and change, and their standings."""

from __future__ import annotations

from collections.abc import Iterator
from http import HTTPStatus
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from logbook.api.base_views import Operation, operation, parse_body, respond, serialize_many, validate_form
from logbook.api.callers import member
from logbook.api.pagination import paged, paged_sequence
from logbook.clubs.access import club_for, organized_club_for, organizes
from logbook.crews.access import crews_of
from logbook.people.models.players import Player
from logbook.seasons.access import organized_season_for, season_for
from logbook.seasons.api.serializers import (
    SeasonInputSerializer,
    SeasonRowSerializer,
    SeasonSerializer,
    SeasonStandingSerializer,
)
from logbook.seasons.forms import SeasonForm
from logbook.seasons.models.seasons import Season as Model
from logbook.seasons.selectors.seasons import season_page, seasons_of
from logbook.seasons.selectors.standings import SeasonBoard, season_board
from logbook.seasons.services import series as services


class SeasonListView(Operation):
    """A club's seasons."""

    @operation("listSeasons", SeasonRowSerializer, listed=True)
    def get(self, request: Request, slug: str) -> Response:
        """List a club's seasons, newest first."""
        club = club_for(member(request), slug)
        return paged(request, seasons_of(club), lambda page: serialize_many(SeasonRowSerializer, page))

    @operation("createSeason", SeasonSerializer, body=SeasonInputSerializer, status=HTTPStatus.CREATED)
    def post(self, request: Request, slug: str) -> Response:
        """Create a season.

        Organizers of the club only.
        """
        player = member(request)
        club = organized_club_for(player, slug)
        data = validate_form(SeasonForm(parse_body(SeasonInputSerializer, request)))
        season = services.create_season(club=club, by=player, **data)
        return respond(SeasonSerializer, _season_answer(player, season), status=HTTPStatus.CREATED)


class SeasonDetailView(Operation):
    """A season."""

    @operation("readSeason", SeasonSerializer)
    def get(self, request: Request, season: int) -> Response:
        """Get a season with its series and their weeks."""
        player = member(request)
        return respond(SeasonSerializer, _season_answer(player, season_for(player, season)))

    @operation("changeSeason", SeasonSerializer, body=SeasonInputSerializer)
    def put(self, request: Request, season: int) -> Response:
        """Change a season.

        Organizers of the club only. The first day can't change once the season has a series.
        """
        player = member(request)
        season_now = organized_season_for(player, season)
        data = validate_form(SeasonForm(parse_body(SeasonInputSerializer, request), season=season_now))
        services.change_season(season=season_now, **data)
        return respond(SeasonSerializer, _season_answer(player, season_for(player, season)))


class SeasonStandingsView(Operation):
    """A season's standings."""

    @operation("listSeasonStandings", SeasonStandingSerializer, listed=True)
    def get(self, request: Request, season: int) -> Response:
        """List a season's standings.

        The whole season comes first, then each series; for each, the crews come before the players. Players are listed
        to members of the club only.
        """
        player = member(request)
        season_now = season_for(player, season)
        own = set(crews_of(player).values_list("pk", flat=True))
        inside = season_now.club.members.filter(player=player).exists()
        rows = [*_standing_rows(season_board(season_now, player, own, member=inside))]
        return paged_sequence(request, rows, lambda page: serialize_many(SeasonStandingSerializer, page))


def _season_answer(player: Player, season: Model) -> dict[str, Any]:
    same = {name: getattr(season, name) for name in ("pk", "name", "starts_on", "ends_on", "best_n", "method", "club")}
    return {**same, "page": season_page(season, organizer=organizes(player, season.club))}


def _standing_rows(board: SeasonBoard) -> Iterator[dict[str, Any]]:
    names = ("crew", "player", "rank", "total", "wins", "best", "played", "moved")
    for standings in (board.whole, *board.of_series):
        for row in (*standings.crews, *standings.members):
            yield {
                **{name: getattr(row.standing, name) for name in names},
                "series": standings.series and standings.series.pk,
                "name": row.name,
                "mine": row.mine,
                "counted": row.counted,
            }
