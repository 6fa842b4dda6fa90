"""Views of a club's all-time standings, and of two of its crews head to head. Those of a public club are public."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from logbook.clubs.access import is_inside, readable_club_for
from logbook.clubs.models import Club
from logbook.crews.access import crews_of
from logbook.lib.csv_download import csv_download
from logbook.lib.replica import reads_from_replica
from logbook.lib.share_picture import SharePicture, picture_response
from logbook.people.middleware import PlayerRequest
from logbook.people.models.players import Player
from logbook.seasons.forms import CrewPlacesForm, HeadToHeadForm
from logbook.seasons.selectors import club_standings as selectors
from logbook.seasons.selectors.club_standings import ClubRow
from logbook.seasons.selectors.head_to_head import HeadToHead, Side
from logbook.seasons.selectors.head_to_head import head_to_head as compared

private = cache_control(private=True, no_store=True)


@require_safe
@private
@reads_from_replica
def club_standings(request: PlayerRequest, slug: str) -> HttpResponse:
    """Rank the club's crews over all its challenges, and list the places of one of them on request."""
    club = readable_club_for(request.player, slug)
    inside = is_inside(request.player, club)
    rows = _rows(request.player, club)
    form = CrewPlacesForm(request.GET, crews=selectors.crews_ranked(club))
    crew = form.cleaned_data["crew"] if form.is_valid() else None
    context = {
        "club": club,
        "inside": inside,
        "rows": rows,
        "form": form,
        "places": selectors.crew_places(club, crew, inside=inside) if crew else None,
        "enough": selectors.ENOUGH_CHALLENGES,
        "picture": _standings_picture(club, rows),
    }
    return render(request, "seasons/club_standings.html", context, status=422 if form.errors else 200)


@require_safe
@private
@reads_from_replica
def club_standings_csv(request: PlayerRequest, slug: str) -> HttpResponseBase:
    """Return the all-time standings as a table."""
    club = readable_club_for(request.player, slug)
    header = [_("Rank"), _("Crew"), _("Challenges played"), _("Average matchpoints in percent")]
    header += [_("Best rank"), _("Podiums"), _("Best season")]
    return csv_download(f"{club.slug}-standings", header, map(_standing_cells, _rows(request.player, club)))


@require_safe
@private
@reads_from_replica
def club_standings_picture(request: PlayerRequest, slug: str) -> HttpResponse:
    """Return the picture for links to the standings."""
    club = readable_club_for(request.player, slug)
    return picture_response(_standings_picture(club, _rows(None, club)))


@require_safe
@private
@reads_from_replica
def head_to_head(request: PlayerRequest, slug: str) -> HttpResponse:
    """Compare two crews on every deal that both have played."""
    club = readable_club_for(request.player, slug)
    form = HeadToHeadForm(request.GET or None, crews=selectors.crews_ranked(club))
    page = _comparison(club, form)
    context = {
        "club": club,
        "inside": is_inside(request.player, club),
        "form": form,
        "page": page,
        "picture": _comparison_picture(club, page) if page else None,
    }
    return render(request, "seasons/head_to_head.html", context, status=422 if form.errors else 200)


@require_safe
@private
@reads_from_replica
def head_to_head_csv(request: PlayerRequest, slug: str) -> HttpResponseBase:
    """Return the deals that both crews have played as a table."""
    page = _comparison_or_404(request, slug)
    first, second = page.first, page.second
    header = (_("Challenge"), _("Stage"), _("Attempt"), _("Mission"), first.name, second.name, _("Better"))
    return csv_download(f"{first.slug}-{second.slug}", header, _deal_cells(page))


@require_safe
@private
@reads_from_replica
def head_to_head_picture(request: PlayerRequest, slug: str) -> HttpResponse:
    """Return the picture for links to a comparison."""
    club = readable_club_for(request.player, slug)
    return picture_response(_comparison_picture(club, _comparison_or_404(request, slug)))


def _rows(player: Player | None, club: Club) -> tuple[ClubRow, ...]:
    own = set(crews_of(player).values_list("pk", flat=True))
    return selectors.club_standings(club, own, inside=is_inside(player, club))


def _comparison(club: Club, form: HeadToHeadForm) -> HeadToHead | None:
    if not form.is_valid():
        return None
    return compared(club, form.cleaned_data["crew"], form.cleaned_data["other"])


def _comparison_or_404(request: PlayerRequest, slug: str) -> HeadToHead:
    club = readable_club_for(request.player, slug)
    page = _comparison(club, HeadToHeadForm(request.GET, crews=selectors.crews_ranked(club)))
    if page is None:
        raise Http404
    return page


# --- tables and pictures


def _standing_cells(row: ClubRow) -> tuple[Any, ...]:
    percent = "" if row.percent is None else round(float(row.percent), 1)
    places = (str(row.best or ""), row.podiums, str(row.best_season or ""))
    return row.rank or "", row.crew.name, row.played, percent, *places


def _deal_cells(page: HeadToHead) -> Iterator[tuple[Any, ...]]:
    names = {Side.FIRST: page.first.name, Side.SECOND: page.second.name, Side.EQUAL: _("equal")}
    for deal in page.deals:
        results = (_result(deal.first), _result(deal.second))
        better = names.get(deal.better, _("not compared"))
        yield deal.challenge.title, deal.stage.number, deal.attempt, deal.mission, *results, better


def _result(played: Any) -> str:
    if not played.won:
        return _("not won")
    return _("won") if played.without_distress else _("won with the distress signal")


def _standings_picture(club: Club, rows: tuple[ClubRow, ...]) -> SharePicture:
    crews = ngettext("%(crews)s crew", "%(crews)s crews", len(rows)) % {"crews": len(rows)}
    leader = next((row for row in rows if row.percent is not None), None)
    title = _("%(club)s: all-time standings") % {"club": club}
    if leader is None:
        return SharePicture(title, (crews,))
    percent = _("%(number)s%%") % {"number": round(leader.percent or 0)}
    return SharePicture(title, (crews,), percent, _("matchpoints: %(name)s leads") % {"name": leader.crew})


def _comparison_picture(club: Club, page: HeadToHead) -> SharePicture:
    number = len(page.compared)
    deals = ngettext("%(deals)s deal compared", "%(deals)s deals compared", number) % {"deals": number}
    title = _("%(first)s and %(second)s head to head") % {"first": page.first, "second": page.second}
    return SharePicture(title, (str(club), deals), f"{page.better} : {page.worse}", _("deals with the better result"))
