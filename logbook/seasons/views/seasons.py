"""Views of seasons and their series."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST, require_safe

import games
from logbook.clubs.access import club_for, organized_club_for, organizes
from logbook.crews.access import crews_of
from logbook.lib.exceptions import Refusal
from logbook.people.access import MemberRequest, needs_account
from logbook.people.double_submit import once
from logbook.seasons.access import organized_season_for, organized_series_for, season_for
from logbook.seasons.exceptions import WeeksAllPast
from logbook.seasons.forms import SeasonForm, SeriesPageForm, initial_of
from logbook.seasons.models.seasons import Season, Series
from logbook.seasons.selectors import seasons as selectors
from logbook.seasons.selectors.standings import season_board
from logbook.seasons.services import series as services

private = cache_control(private=True, no_store=True)


@require_safe
@needs_account
@private
def season_list(request: MemberRequest, slug: str) -> HttpResponse:
    """List the seasons of a club."""
    club = club_for(request.player, slug)
    context = {
        "club": club,
        "seasons": selectors.seasons_of(club),
        "organizer": organizes(request.player, club),
    }
    return render(request, "seasons/season_list.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@needs_account
@private
@once
def season_new(request: MemberRequest, slug: str) -> HttpResponse:
    """Plan a season."""
    club = organized_club_for(request.player, slug)
    form = SeasonForm(request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        return redirect("season", services.create_season(club=club, by=request.player, **form.cleaned_data).pk)
    context = {"form": form, "club": club, "season": None}
    return render(request, "seasons/season_form.html", context, status=422 if form.is_bound else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@needs_account
@private
def season_edit(request: MemberRequest, pk: int) -> HttpResponse:
    """Change a season's name, its days, its scoring, or the number of results that count."""
    season = organized_season_for(request.player, pk)
    data = request.POST if request.method == "POST" else None
    initial = {name: getattr(season, name) for name in ("name", "starts_on", "ends_on", "best_n", "method")}
    form = SeasonForm(data, season=season, initial=initial)
    if form.is_bound and form.is_valid():
        services.change_season(season=season, **form.cleaned_data)
        return redirect("season", season.pk)
    context = {"form": form, "club": season.club, "season": season}
    return render(request, "seasons/season_form.html", context, status=422 if form.is_bound else 200)


@require_safe
@needs_account
@private
def season(request: MemberRequest, pk: int) -> HttpResponse:
    """Show a season's weeks in order."""
    return _page(request, season_for(request.player, pk))


@require_http_methods(["GET", "HEAD", "POST"])
@needs_account
@private
@once
def series_new(request: MemberRequest, pk: int) -> HttpResponse:
    """Add a series, after a preview of its dates."""
    season = organized_season_for(request.player, pk)
    form = SeriesPageForm(request.POST if request.method == "POST" else None, season=season)
    return _series_form(request, season, form, None)


@require_http_methods(["GET", "HEAD", "POST"])
@needs_account
@private
def series_edit(request: MemberRequest, pk: int) -> HttpResponse:
    """Change the weeks that are not announced yet."""
    series = organized_series_for(request.player, pk)
    data = request.POST if request.method == "POST" else None
    form = SeriesPageForm(data, season=series.season, initial=initial_of(series))
    return _series_form(request, series.season, form, series)


@require_POST
@needs_account
@private
def series_state(request: MemberRequest, pk: int, action: str) -> HttpResponse:
    """Pause, resume or end a series."""
    series = organized_series_for(request.player, pk)
    if action not in services.NEW_STATES:
        raise Http404
    try:
        services.change_state(series=series, by=request.player, action=action)
    except Refusal as error:
        return _page(request, series.season, error=str(error), status=error.status)
    return redirect("season", series.season_id)


def _series_form(request: MemberRequest, season: Season, form: SeriesPageForm, series: Series | None) -> HttpResponse:
    dates: tuple[selectors.Date, ...] = ()
    if form.is_bound and form.is_valid():
        rhythm = services.is_rhythm_changed(series, form.rhythm) if series is not None else form.rhythm
        dates = selectors.dates_of(rhythm, form.cleaned_data["rotation"])
        if "preview" not in request.POST and _save_series(request, season, form, series):
            messages.success(request, _("Series saved. Its challenges will be announced automatically."))
            return redirect("season", season.pk)
    context = {"form": form, "season": season, "series": series, "dates": dates}
    return render(request, "seasons/series_form.html", context, status=422 if form.errors else 200)


def _save_series(request: MemberRequest, season: Season, form: SeriesPageForm, series: Series | None) -> bool:
    """Store the series and return True; on a refusal, put the reason into the form and return False."""
    try:
        if series is None:
            services.create_series(season=season, by=request.player, **form.series_fields)
        else:
            services.change_series(series=series, by=request.player, **form.series_fields)
    except games.UnknownSetup as error:
        form.refuse(error)
    except WeeksAllPast as error:
        form.add_error("weekday", str(error))
    except Refusal as error:
        form.add_error(None, str(error))
    return not form.errors


def _page(request: MemberRequest, season: Season, *, error: str = "", status: int = 200) -> HttpResponse:
    page = selectors.season_page(season, organizer=organizes(request.player, season.club))
    own_crews = set(crews_of(request.player).values_list("pk", flat=True))
    member = season.club.members.filter(player=request.player).exists()
    board = season_board(season, request.player, own_crews, member=member)
    context = {"page": page, "season": season, "board": board, "error": error}
    return render(request, "seasons/season.html", context, status=status)
