"""Views of tables: list, creation, lobby, round, and every action there.

Every POST answers in one of two ways: to htmx with the changed part, to a plain form with the page (303). A refusal is
the same part or page, with its sentence and its status.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from django.db.models import QuerySet
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST, require_safe

import games
from logbook.campaigns.access import campaigns_of
from logbook.campaigns.exceptions import CampaignClosed, ImpossibleEntry, OtherCampaign
from logbook.campaigns.selectors.campaigns import campaign_last_used
from logbook.campaigns.services.online_campaigns import OnlineCampaign
from logbook.challenges.access.replays import ended_for
from logbook.crews.access import crews_of
from logbook.crews.models.crews import Crew
from logbook.lib.exceptions import Refusal, Unreadable, status_of
from logbook.lib.filters import game_requested
from logbook.lib.posted_actions import action_text
from logbook.people.double_submit import once
from logbook.people.middleware import PlayerRequest
from logbook.people.selectors import GUEST_KEY
from logbook.people.services import invitations
from logbook.tables import beats, presence
from logbook.tables.access import table_for, tables_of, watched_table_for
from logbook.tables.contest import contest_of
from logbook.tables.exceptions import TooManyFirstTables, TooManyTables
from logbook.tables.forms import TableForm
from logbook.tables.kinds import kind_of
from logbook.tables.models import Table
from logbook.tables.parts import ROOM, Use, shown, template_of
from logbook.tables.selectors import tables as selectors
from logbook.tables.selectors.seat_labels import refusal_text
from logbook.tables.selectors.table_rows import by_urgency, table_rows
from logbook.tables.selectors.watching import watchers_of
from logbook.tables.services import attempts, bots, deals, first_table, nudges, other_missions, stand_ins, tables
from logbook.tables.services.undo import undo_action
from logbook.tables.setup_fields import FIRST_GAME
from logbook.tables.views.captions import offers_lesson, shows_captions
from logbook.talk.selectors import talk_of, voice_room_of

LONGEST_MISSION: Final = 200
MINIMAL: Final = "return=minimal"
"""The preference (RFC 7240) of a page that follows the table by its stream."""

private = cache_control(private=True, no_store=True)


@require_safe
@private
def table_list(request: PlayerRequest) -> HttpResponse:
    """List the player's tables, the latest first."""
    game, seen = game_requested(request), tables_of(request.player)
    rows = table_rows(seen.filter(game=game) if game else seen, request.player)
    return render(request, "tables/table_list.html", {"rows": by_urgency(rows), "game": game})


@require_http_methods(["GET", "HEAD", "POST"])
@private
@once
def table_new(request: PlayerRequest) -> HttpResponse:
    """Choose game, mission and players, and open a table; a visitor becomes a guest, who then plays in this session."""
    crews, campaigns = crews_of(request.player), campaigns_of(request.player)
    if request.method != "POST":
        form = TableForm(initial=_wishes(request, crews, campaigns), crews=crews, campaigns=campaigns)
        return render(request, "tables/table_new.html", {"form": form})
    form, status = TableForm(request.POST, crews=crews, campaigns=campaigns), 422
    if form.is_valid():
        try:
            return _opened(request, form)
        except games.UnknownSetup as error:
            form.refuse(error)
        except (CampaignClosed, ImpossibleEntry, OtherCampaign) as error:
            form.add_error("campaign", str(error))
        except (TooManyTables, TooManyFirstTables) as error:
            form.add_error(None, str(error))
            status = error.status
    return render(request, "tables/table_new.html", {"form": form}, status=status)


def _opened(request: PlayerRequest, form: TableForm) -> HttpResponse:
    table = first_table.open_table(player=request.player, address=request.META["REMOTE_ADDR"], **form.chosen)
    if request.player is None:
        request.session[GUEST_KEY] = table.opened_by_id
    return redirect("table", table.pk)


@require_safe
@private
def table(request: PlayerRequest, table_id: int) -> HttpResponseBase:
    """Show the lobby or the round; once an attempt has ended, its end and its room, until the next one is dealt."""
    return _page(request, _table_now(request, table_id))


@require_safe
@private
def table_round(request: PlayerRequest, table_id: int) -> HttpResponse:
    """Show the part of the page that changes; 204 if the reader has seen it."""
    table = _table_now(request, table_id)
    if request.GET.get("seen") == str(table.version):
        return _with_the_clock(HttpResponse(status=204), table)
    return _part(request, table)


@require_safe
@private
def table_lost(request: PlayerRequest, table_id: int) -> HttpResponse:
    """Show the turning point of the table's last attempt in the end panel; 204 while there is none to show."""
    table = watched_table_for(request.player, table_id)
    attempts = selectors.ended_attempts(table)
    _replays, lost = ended_for(request.player, attempts[-1:])
    if lost is None or lost.pending:
        return HttpResponse(status=204)
    return render(request, "tables/_lost.html", {"lost": lost, "table_id": table.pk})


@require_safe
@private
def table_log(request: PlayerRequest, table_id: int) -> HttpResponse:
    """Show the whole log of an attempt in words, where the game has one."""
    table = watched_table_for(request.player, table_id)
    turns = selectors.log_page(table, request.player)
    if turns is None:
        return redirect("table", table_id)
    return render(request, kind_of(table.game).templates["log"], {"table": table, "turns": turns})


@require_POST
@private
def table_act(request: PlayerRequest, table_id: int) -> HttpResponse:
    """Store one action of the player's seat. A page whose stream brings the part prefers an answer without one."""

    def act() -> None:
        text, seen = action_text(request.POST), number_in(request, "seen")
        attempts.act(table_id=table_id, player=request.player, text=text, seen=seen)

    return answer(request, table_id, act, minimal=request.headers.get("Prefer") == MINIMAL)


@require_POST
@private
def table_undo(request: PlayerRequest, table_id: int) -> HttpResponse:
    """Undo the player's last action in a race."""

    def undo() -> None:
        undo_action(table_id=table_id, player=request.player, seen=number_in(request, "seen"))

    return answer(request, table_id, undo)


@require_POST
@private
def table_start(request: PlayerRequest, table_id: int) -> HttpResponse:
    """Deal the first attempt."""
    return answer(request, table_id, lambda: _deal(request, table_id))


@require_POST
@private
def table_retry(request: PlayerRequest, table_id: int) -> HttpResponse:
    """Deal the next attempt, with new tasks or the same."""
    same_tasks = request.POST.get("tasks") == "same"
    return answer(request, table_id, lambda: _deal(request, table_id, same_tasks=same_tasks))


@require_POST
@private
def table_abandon(request: PlayerRequest, table_id: int) -> HttpResponse:
    """Give up the running attempt."""

    def abandon() -> None:
        attempts.abandon_attempt(table_id=table_id, player=request.player, seen=number_in(request, "seen"))

    return answer(request, table_id, abandon)


@require_POST
@private
def table_hurry(request: PlayerRequest, table_id: int) -> HttpResponse:
    """Tell the bots not to wait."""

    def hurry() -> None:
        bots.skip_bot_pause(table_id=table_id, player=request.player, seen=number_in(request, "seen"))

    return answer(request, table_id, hurry)


@require_POST
@private
def table_invite(request: PlayerRequest, table_id: int) -> HttpResponse:
    """Create the link to this table."""

    def make() -> None:
        table = table_for(request.player, table_id)
        seat = attempts.seat_of(table, request.player)
        if seat.player is not None:
            invitations.create_invitation(by=seat.player, table=table)

    return answer(request, table_id, make)


@require_POST
@private
def table_next(request: PlayerRequest, table_id: int) -> HttpResponse:
    """Open the table of the next mission; with its clock or without, where it has one."""
    timed = {"with": True, "without": False}.get(request.POST.get("clock", ""))
    table_for(request.player, table_id)
    try:
        following = tables.open_next_table(table_id=table_id, player=request.player, timed=timed)
    except (Refusal, games.GameError) as error:
        return _refused(request, table_id, error)
    return _go_to(request, reverse("table", args=(following.pk,)))


@require_POST
@private
def table_other(request: PlayerRequest, table_id: int) -> HttpResponse:
    """Open a table of another mission for the same people."""
    table = table_for(request.player, table_id)
    campaign = OnlineCampaign(table.campaign) if table.campaign is not None else None
    try:
        other = other_missions.open_other_table(
            table_id=table_id,
            player=request.player,
            mission=request.POST.get("mission", "").strip()[:LONGEST_MISSION],
            players=number_in(request, "players"),
            campaign=campaign,
        )
    except (Refusal, games.GameError) as error:
        return _refused(request, table_id, error)
    return _go_to(request, reverse("table", args=(other.pk,)))


def _wishes(request: PlayerRequest, crews: QuerySet[Crew], campaigns: QuerySet[Any]) -> dict[str, object]:
    """Return the form's values in the query string: ?game=deep-sea&mission=12&players=3&crew=aurora&campaign=7.

    For a crew without a campaign in the query, the last used one is chosen.
    """
    wishes: dict[str, object] = {key: request.GET[key] for key in ("game", "mission", "players") if key in request.GET}
    crew = crews.filter(slug=request.GET.get("crew", "")).first()
    if crew is None:
        return wishes
    own = campaigns.filter(crew=crew, game=request.GET.get("game", FIRST_GAME))
    asked = request.GET.get("campaign", "")
    campaign = own.filter(pk=int(asked)).first() if asked.isdecimal() and len(asked) < 10 else campaign_last_used(own)
    return wishes | {"crew": crew.pk} | ({"campaign": campaign.pk} if campaign else {})


def _deal(request: PlayerRequest, table_id: int, *, same_tasks: bool = False) -> None:
    seen = number_in(request, "seen")
    deals.start_attempt(table_id=table_id, player=request.player, seen=seen, same_tasks=same_tasks)


def number_in(request: PlayerRequest, name: str) -> int:
    """Return a whole number of the form. Raises Unreadable."""
    text = request.POST.get(name, "")
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise Unreadable
    return int(text)


def answer(
    request: PlayerRequest, table_id: int, service: Callable[[], None], *, minimal: bool = False
) -> HttpResponse:
    """Call the service, and show the table's new state or the refusal. With `minimal`, only a refusal is shown."""
    table_for(request.player, table_id)
    try:
        service()
    except (Refusal, games.GameError) as error:
        return _refused(request, table_id, error)
    if minimal:
        return HttpResponse(status=204, headers={"Preference-Applied": MINIMAL})
    if getattr(request, "htmx", False):
        return _part(request, _table_now(request, table_id))
    return _go_to(request, reverse("table", args=(table_id,)))


def _refused(request: PlayerRequest, table_id: int, error: Refusal | games.GameError) -> HttpResponse:
    table = _table_now(request, table_id)
    words = refusal_text(error, table) if isinstance(error, games.GameError) else str(error)
    show = _part if getattr(request, "htmx", False) else _page
    return show(request, table, error=words, status=status_of(error))


def _table_now(request: PlayerRequest, table_id: int) -> Table:
    """Return the table's present state, with an overdue attempt ended even if no worker has done so."""
    table = watched_table_for(request.player, table_id)
    if not table.time_is_up:
        return table
    attempts.time_out_attempt(table_id=table_id)
    return watched_table_for(request.player, table_id)


def _is_between(table: Table) -> bool:
    """True if the table's last attempt has ended."""
    return table.state not in (Table.State.GATHERING, Table.State.PLAYING)


def _with_the_clock(response: HttpResponse, table: Table) -> HttpResponse:
    """Return the response with the seconds left: the page goes by the server's time, sent with every response."""
    left = table.seconds_left
    if left is not None:
        response.headers["Seconds-Left"] = f"{left:.3f}"
    return response


def _go_to(request: PlayerRequest, address: str) -> HttpResponse:
    """Redirect: htmx loads the whole page, a browser follows with a GET."""
    if getattr(request, "htmx", False):
        return HttpResponse(status=204, headers={"HX-Redirect": address})
    return HttpResponse(status=303, headers={"Location": address})


def _since(request: PlayerRequest) -> int | None:
    """Return the number that the reader's page shows, if it sends one."""
    text = (request.POST if request.method == "POST" else request.GET).get("seen", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def _page(request: PlayerRequest, table: Table, *, error: str = "", status: int = 200) -> HttpResponse:
    return _rendered(request, table, "table", error=error, status=status)


def _part(request: PlayerRequest, table: Table, *, error: str = "", status: int = 200) -> HttpResponse:
    response = _rendered(request, table, "part", error=error, status=status, since=_since(request))
    return _with_the_clock(response, table)


def _rendered(
    request: PlayerRequest,
    table: Table,
    use: Use,
    *,
    error: str,
    status: int,
    since: int | None = None,
) -> HttpResponse:
    """Render the table in the template of its state: the lobby, a round or a race."""
    origin = f"{request.scheme}://{request.get_host()}"
    page, context = shown(table, request.player, use, origin=origin, error=error, since=since)
    if use == "table":
        talk = talk_of(table, request.player)
        context |= {
            "closes_at": contest_of(table).counts_down_to(table),
            "is_daily": table.played_for.is_daily,
            "shown_room": ROOM.entry(request, table) if _is_between(table) else None,
            "watchers": watchers_of(table, request.player),
            "captions": shows_captions(request, table),
            "offers_lesson": offers_lesson(request, table),
            "talk": talk,
            "voice_room": "" if talk else voice_room_of(table, request.player),
            "bell_table": table.pk if request.player is not None else None,
            "beat": _beat_token(request, table),
            "beat_url": beats.PATH,
            "beat_seconds": presence.BEAT_SECONDS,
            "here_seconds": presence.HERE_SECONDS,
            "nudge_seconds": nudges.AWAY_SECONDS,
            "live_seconds": nudges.LIVE_SECONDS,
            "stand_in_seconds": stand_ins.AWAY_SECONDS,
        }
    return render(request, template_of(table, page, use), context, status=status)


def _beat_token(request: PlayerRequest, table: Table) -> str:
    """Return the token of the page's beats: for those who may take a seat one kind, for mere watchers the other."""
    player, own_circle = request.player, table.watching in (Table.Watching.PLAYERS, Table.Watching.CREW)
    if player is not None and (own_circle or tables_of(player).filter(pk=table.pk).exists()):
        return presence.beat_token(table.pk, player.pk)
    return presence.watcher_token(table.pk, player.pk if player is not None else None, request.META["REMOTE_ADDR"])
