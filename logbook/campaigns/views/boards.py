"""Views of campaign boards, which are public."""

from __future__ import annotations

from collections.abc import Iterator

from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from logbook.campaigns.access import campaigns_of, readable_campaigns_of
from logbook.campaigns.forms.boards import CampaignBoardForm
from logbook.campaigns.models import CampaignStanding
from logbook.campaigns.selectors import boards as selectors
from logbook.lib.csv_download import csv_download
from logbook.people.middleware import PlayerRequest


@require_safe
def campaign_board(request: PlayerRequest, game: str, players: int) -> HttpResponse:
    """Rank the logbooks of a game at a number of players."""
    _ensure_board(game, players)
    form = CampaignBoardForm(request.GET)
    valid = form.is_valid()
    place = {name: form.cleaned_data[name] for name in ("after", "before")} if valid else {}
    board = selectors.campaign_board(
        game,
        players,
        form.chosen,
        readable=readable_campaigns_of(request.player),
        own=campaigns_of(request.player),
        **place,
    )
    context = {"board": board, "form": form, "kinds": selectors.Kind, "games": selectors.GAMES}
    context["player_counts"] = selectors.PLAYERS
    return render(request, "campaigns/board.html", context, status=200 if valid else 422)


@require_safe
def campaign_board_csv(request: PlayerRequest, game: str, players: int, kind: str) -> HttpResponseBase:
    """Return a whole board as a table."""
    _ensure_board(game, players)
    if kind not in selectors.Kind:
        raise Http404
    header = (_("Rank"), _("Crew"), _("Missions won"), _("Mean score"), _("Clean missions"), _("Streak"), _("Ironman"))
    rows = selectors.board_rows(game, players, selectors.Kind(kind))
    return csv_download(f"{game}-{players}-{kind}", header, _cells(rows))


def _cells(rows: Iterator[tuple[int, CampaignStanding]]) -> Iterator[tuple[object, ...]]:
    for rank, row in rows:
        figures = (row.missions_won, round(row.mean, 3), row.clean_missions, row.streak, row.ironman)
        yield rank, row.campaign.crew.name, *figures


def _ensure_board(game: str, players: int) -> None:
    if game not in selectors.GAMES or players not in selectors.PLAYERS:
        raise Http404
