"""Views of campaign boards, which are public."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from logbook.campaigns.access import campaigns_of, readable_campaigns_of
from logbook.campaigns.forms.boards import CampaignBoardForm
from logbook.campaigns.models import CampaignStanding
from logbook.campaigns.selectors import boards as selectors
from logbook.campaigns.selectors.boards import CampaignBoard
from logbook.lib.csv_download import csv_download
from logbook.lib.share_picture import SharePicture, picture_response
from logbook.people.middleware import PlayerRequest
from logbook.people.models.players import Player
from logbook.rounds import text


@require_safe
def campaign_board(request: PlayerRequest, game: str, players: int) -> HttpResponse:
    """Rank the logbooks of a game at a number of players."""
    _ensure_board(game, players)
    form = CampaignBoardForm(request.GET)
    valid = form.is_valid()
    place = {name: form.cleaned_data[name] for name in ("after", "before")} if valid else {}
    board = _board(request.player, game, players, form.chosen, **place)
    context = {"board": board, "form": form, "kinds": selectors.Kind, "games": selectors.games_with_boards()}
    context |= {"player_counts": selectors.PLAYERS, "picture": _picture(board)}
    return render(request, "campaigns/board.html", context, status=200 if valid else 422)


@require_safe
def campaign_board_csv(request: PlayerRequest, game: str, players: int, kind: str) -> HttpResponseBase:
    """Return a whole board as a table."""
    _ensure_board(game, players, kind)
    header = (_("Rank"), _("Crew"), _("Missions won"), _("Mean score"), _("Clean missions"), _("Streak"), _("Ironman"))
    rows = selectors.board_rows(game, players, selectors.Kind(kind))
    return csv_download(f"{game}-{players}-{kind}", header, _cells(rows))


def _cells(rows: Iterator[tuple[int, CampaignStanding]]) -> Iterator[tuple[object, ...]]:
    for rank, row in rows:
        figures = (row.missions_won, round(row.mean, 3), row.clean_missions, row.streak, row.ironman)
        yield rank, row.campaign.crew.name, *figures


@require_safe
def campaign_board_picture(request: PlayerRequest, game: str, players: int, kind: str) -> HttpResponse:
    """Return the picture for links to a board. It says what every visitor may read."""
    _ensure_board(game, players, kind)
    return picture_response(_picture(_board(None, game, players, selectors.Kind(kind))))


def _board(player: Player | None, game: str, players: int, kind: selectors.Kind, **place: Any) -> CampaignBoard:
    readable, own = readable_campaigns_of(player), campaigns_of(player)
    return selectors.campaign_board(game, players, kind, readable=readable, own=own, **place)


def _picture(board: CampaignBoard) -> SharePicture:
    title = ngettext(
        "%(game)s: logbooks of %(players)s player", "%(game)s: logbooks of %(players)s players", board.players
    )
    count = ngettext(
        "%(logbooks)s logbook on this leaderboard", "%(logbooks)s logbooks on this leaderboard", board.logbooks
    )
    lines = (str(capfirst(board.kind.label)), count % {"logbooks": board.logbooks})
    figure = board.leaders and board.entries[0].missions_won
    return SharePicture(
        title % {"game": text.game_name(board.game), "players": board.players},
        lines,
        str(figure or ""),
        ngettext("mission won", "missions won", figure) if figure else "",
    )


def _ensure_board(game: str, players: int, kind: str = selectors.Kind.PROVEN) -> None:
    if not selectors.has_boards(game, players) or kind not in selectors.Kind:
        raise Http404
