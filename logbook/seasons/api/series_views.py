"""API views of series: create, preview, read, change, pause and end."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

import games
from logbook.api.base_views import Operation, form_error, operation, parse_body, respond, validate_form
from logbook.api.callers import member
from logbook.people.models.players import Player
from logbook.seasons.access import organized_season_for, organized_series_for
from logbook.seasons.api.series_serializers import (
    SeriesDetailSerializer,
    SeriesInputSerializer,
    SeriesPreviewSerializer,
    SeriesStateSerializer,
)
from logbook.seasons.forms import SeriesForm
from logbook.seasons.models.seasons import Season
from logbook.seasons.models.seasons import Series as Model
from logbook.seasons.selectors.seasons import dates_of
from logbook.seasons.services import series as services


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


def _series_form(season: Season, data: dict[str, Any]) -> SeriesForm:
    """Return the page's form with the values of the request."""
    form_data = {
        **data,
        "time": f"{data['hour']:02}:{data['minute']:02}",
        "clock": "untimed" if data["untimed"] else "",
    }
    return SeriesForm({**form_data, "rotation": "\n".join("; ".join(week) for week in data["rotation"])}, season=season)


def _saved_series(player: Player, season: Season, series: Model | None, data: dict[str, Any]) -> Model:
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
