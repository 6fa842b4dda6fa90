"""API views of seasons, their series and standings, and of all-time standings. Those of a public club are public."""

from __future__ import annotations

from collections.abc import Iterator
from http import HTTPStatus
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

import games
from logbook.api.base_views import (
    Operation,
    form_error,
    operation,
    parse_body,
    parse_query,
    respond,
    serialize_many,
    validate_form,
)
from logbook.api.callers import caller, member
from logbook.api.pagination import paged, paged_sequence
from logbook.clubs.access import club_for, is_inside, organized_club_for, organizes, readable_club_for
from logbook.crews.access import crews_of
from logbook.people.models.players import Player
from logbook.seasons.access import organized_season_for, organized_series_for, season_for
from logbook.seasons.api.serializers import (
    ClubStandingSerializer,
    HeadToHeadFilterSerializer,
    SeasonInputSerializer,
    SeasonRowSerializer,
    SeasonSerializer,
    SeasonStandingSerializer,
    SeriesDetailSerializer,
    SeriesInputSerializer,
    SeriesPreviewSerializer,
    SeriesStateSerializer,
    SharedDealSerializer,
)
from logbook.seasons.forms import HeadToHeadForm, SeasonForm, SeriesForm
from logbook.seasons.models.seasons import Season, Series
from logbook.seasons.selectors.club_standings import club_standings, crews_ranked
from logbook.seasons.selectors.head_to_head import head_to_head
from logbook.seasons.selectors.seasons import dates_of, season_page, seasons_of
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


class SeasonSeriesView(Operation):
    """A season's series."""

    @operation("createSeries", SeriesDetailSerializer, body=SeriesInputSerializer, status=HTTPStatus.CREATED)
    def post(self, request: Request, season: int) -> Response:
        """Create a series of weekly challenges.

        Challenges are announced automatically. Organizers of the club only.
        """
        player = member(request)
        parent = organized_season_for(player, season)
        series_now = _saved_series(player, parent, None, parse_body(SeriesInputSerializer, request))
        return respond(SeriesDetailSerializer, series_now, status=HTTPStatus.CREATED)


class SeriesPreviewView(Operation):
    """A preview of a series."""

    @operation("previewSeries", SeriesPreviewSerializer, body=SeriesInputSerializer)
    def post(self, request: Request, season: int) -> Response:
        """Preview the weeks of a series.

        Nothing is stored. Organizers of the club only.
        """
        parent = organized_season_for(member(request), season)
        form = _series_form(parent, parse_body(SeriesInputSerializer, request))
        rotation = validate_form(form)["rotation"]
        return respond(SeriesPreviewSerializer, {"weeks": dates_of(form.rhythm, rotation)})


class SeriesDetailView(Operation):
    """A series."""

    @operation("readSeries", SeriesDetailSerializer)
    def get(self, request: Request, series: int) -> Response:
        """Get a series with its full plan.

        Organizers of the club only. Get the season for the weeks of the series.
        """
        return respond(SeriesDetailSerializer, organized_series_for(member(request), series))

    @operation("changeSeries", SeriesDetailSerializer, body=SeriesInputSerializer)
    def put(self, request: Request, series: int) -> Response:
        """Change the weeks of a series that have not been announced yet.

        Organizers of the club only.
        """
        player = member(request)
        parent = organized_series_for(player, series)
        return respond(
            SeriesDetailSerializer,
            _saved_series(player, parent.season, parent, parse_body(SeriesInputSerializer, request)),
        )


class SeriesStateView(Operation):
    """The state of a series."""

    @operation("changeSeriesState", SeriesDetailSerializer, body=SeriesStateSerializer)
    def post(self, request: Request, series: int) -> Response:
        """Pause, resume or end a series.

        Challenges already announced continue. 409 if the series has ended, or is in this state already. Organizers of
        the club only.
        """
        player = member(request)
        parent = organized_series_for(player, series)
        services.change_state(series=parent, by=player, action=parse_body(SeriesStateSerializer, request)["action"])
        return respond(SeriesDetailSerializer, organized_series_for(player, series))


class ClubStandingsView(Operation):
    """A club's all-time standings."""

    is_open = True

    @operation("listClubStandings", ClubStandingSerializer, listed=True)
    def get(self, request: Request, slug: str) -> Response:
        """List the crews of a club over its closed challenges and finished seasons, best first.

        Seasons are for the club's members.
        """
        player = caller(request)
        club = readable_club_for(player, slug)
        own = set(crews_of(player).values_list("pk", flat=True))
        rows = club_standings(club, own, inside=is_inside(player, club))
        return paged_sequence(request, rows, lambda page: serialize_many(ClubStandingSerializer, page))


class HeadToHeadView(Operation):
    """Two crews of a club on the deals that both have played."""

    is_open = True

    @operation("listSharedDeals", SharedDealSerializer, filters=HeadToHeadFilterSerializer, listed=True)
    def get(self, request: Request, slug: str) -> Response:
        """List the deals of closed challenges that two crews of a club have both played, latest first."""
        club = readable_club_for(caller(request), slug)
        chosen = validate_form(
            HeadToHeadForm(parse_query(HeadToHeadFilterSerializer, request), crews=crews_ranked(club))
        )
        deals = head_to_head(club, chosen["crew"], chosen["other"]).deals
        return paged_sequence(request, deals, lambda page: serialize_many(SharedDealSerializer, page))


def _season_answer(player: Player, season: Season) -> dict[str, Any]:
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


def _series_form(season: Season, data: dict[str, Any]) -> SeriesForm:
    """Return the page's form with the values of the request."""
    form_data = {
        **data,
        "time": f"{data['hour']:02}:{data['minute']:02}",
        "clock": "untimed" if data["untimed"] else "",
    }
    return SeriesForm({**form_data, "rotation": "\n".join("; ".join(week) for week in data["rotation"])}, season=season)


def _saved_series(player: Player, season: Season, series: Series | None, data: dict[str, Any]) -> Series:
    """Store the series and return it. Raises ValidationError, also for unknown missions."""
    form = _series_form(season, data)
    validate_form(form)
    try:
        if series is None:
            return services.create_series(season=season, by=player, **form.series_fields)
        return services.change_series(series=series, by=player, **form.series_fields)
    except games.UnknownSetup as error:
        form.refuse(error)
        raise form_error(form) from error
