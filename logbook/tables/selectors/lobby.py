"""Selectors of a table's lobby: its seats before the first deal and between attempts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from django.urls import reverse

import games
from games.bots import bots_of, strongest_bot
from logbook.crews.selectors.namesakes import labels_of_members
from logbook.lib.translation import gettext as _
from logbook.people.models.invitations import Invite
from logbook.people.models.players import Player
from logbook.rounds import text
from logbook.rounds.view.end import SeatAsked, WatchChoice
from logbook.tables.contest import contest_of
from logbook.tables.kinds import Kind, kind_of
from logbook.tables.models import Attempt, Seat, Table
from logbook.tables.presence import presence_key
from logbook.tables.selectors.going_on import asked_at
from logbook.tables.selectors.seat_labels import page_of, seat_name, subtitle_text
from logbook.tables.selectors.seats import has_free_seat, own_seat_of, seats_move
from logbook.tables.selectors.watching import watch_choice_of


@dataclass(frozen=True, slots=True)
class LobbySeat:
    """A seat as the lobby shows it."""

    number: int
    kind: Literal["person", "bot", "empty"]
    name: str
    mine: bool
    may_clear: bool
    """The reader may empty this seat (their own, or a bot's)."""
    bot: str = ""
    presence: str = ""
    """The key of the player's presence."""
    page: int | None = None
    """The player, if readers at this table may open their page."""


@dataclass(frozen=True, slots=True)
class Lobby:
    """A table before its first deal, between attempts, and for readers who may not see the cards."""

    table: Table
    game: str
    """The game's title."""
    mission: str
    description: str
    seats: tuple[LobbySeat, ...]
    my_seat: int | None
    may_arrange: bool
    """The reader may take a free seat, and put bots and crew members there."""
    may_invite: bool
    """The reader may create a link to a free seat; a challenge is for the crew alone."""
    may_fill: bool
    """The reader may put bots in all free seats."""
    may_start: bool
    """Every seat is filled, the reader sits, and nothing forbids the deal."""
    bots: tuple[tuple[str, str], ...]
    members: tuple[tuple[int, str], ...]
    """Crew members who have no seat yet: their keys and labels, in which namesakes differ."""
    invite: Invite | None
    may_end_invite: bool
    """The reader created it."""
    attempts: tuple[Attempt, ...]
    playing: bool
    """An attempt is under way which this reader may not watch."""
    why_hidden: str
    """The reason why not, in a sentence; "" while no attempt is under way."""
    watching: WatchChoice | None
    """The choice of who may watch, for a player at the table; None while an attempt is under way."""
    reported_attempt: Attempt | None
    asked: tuple[SeatAsked, ...]
    """Players who ask for a seat, for readers who can make room."""
    own_table: str
    """The URL where a member of the crew has the next attempt given out for a real table, if they may."""
    number: int
    """The table's number, for `seen`."""
    contest: tuple[str, str]
    """The address and the title of the contest's page; empty at a free table."""
    error: str = ""

    @property
    def pace(self) -> str:
        """The table's pace in words, where it has one."""
        return "" if self.table.pace == Table.Pace.RELAXED else str(self.table.get_pace_display())

    @property
    def kind(self) -> Kind:
        """The kind of the table's game."""
        return kind_of(self.table.game)


def lobby_of(table: Table, seats: Sequence[Seat], player: Player | None, error: str) -> Lobby:
    """Return the lobby for this reader."""
    own_seat = own_seat_of(seats, player)
    members = _crew_members(table)
    attempts = tuple(table.attempts.order_by("number"))
    playing = table.state == Table.State.PLAYING
    may_arrange = seats_move(table, seats) and (own_seat is not None or player in members)
    bots = contest_of(table).bots(table)
    invite = table.invites.filter(revoked_at=None).order_by("-pk").first() if own_seat is not None else None
    return Lobby(
        table=table,
        game=text.title_words(games.GAMES[table.game].title),
        mission=table.mission,
        description=subtitle_text(table.game, table.mission, table.players, table.options),
        seats=tuple(
            _lobby_seat(
                table,
                seat,
                player,
                may_arrange=may_arrange,
                known=own_seat is not None or (player in members and seat.player in members),
            )
            for seat in seats
        ),
        my_seat=own_seat,
        may_arrange=may_arrange,
        may_invite=may_arrange and own_seat is not None and contest_of(table).may_invite(table),
        may_fill=may_arrange and own_seat is not None and has_free_seat(seats) and bool(bots),
        may_start=_may_start(table, seats, own_seat),
        bots=tuple(bot for bot in offered_bots(table.game) if bot[0] in bots),
        members=_without_seat(table, members, seats, player) if may_arrange else (),
        invite=invite if invite is not None and invite.is_open else None,
        may_end_invite=invite is not None and player is not None and invite.created_by_id == player.pk,
        attempts=attempts,
        playing=playing,
        why_hidden=_why_hidden(table, attempts[-1]) if playing and attempts else "",
        watching=watch_choice_of(table) if own_seat is not None else None,
        reported_attempt=next(
            (one for one in attempts if playing and one.is_at_a_real_table and one is attempts[-1]), None
        ),
        asked=asked_at(table) if may_arrange and own_seat is not None and table.stage_id is None else (),
        own_table=_own_table_address(table) if player in members else "",
        number=table.version,
        error=error,
        contest=contest_of(table).page_of(table),
    )


def _why_hidden(table: Table, attempt: Attempt) -> str:
    """Return why a reader without a seat does not see the running attempt."""
    if table.stage_id is not None and not contest_of(table).may_be_watched(table):
        return _(
            "An attempt is in progress. Only the players at the table can see its cards until the challenge closes."
        )
    if attempt.unwatched:
        return _("The players are playing this attempt without watchers. You can watch the next one.")
    return _("An attempt is in progress. Only the players at this table can see it.")


def _own_table_address(table: Table) -> str:
    stage, crew = table.stage, table.crew
    moving = table.state in (Table.State.GATHERING, Table.State.BETWEEN)
    has_sheets = kind_of(table.game).has_sheets
    if stage is None or crew is None or not moving or not contest_of(table).is_open(table) or not has_sheets:
        return ""
    return reverse("stage-at-table", args=(stage.challenge_id, stage.number, crew.slug))


def has_room_for(table: Table, player: Player | None) -> bool:
    """True if the player sits at the table, or could take a free seat now."""
    seats = list(table.seats.all())
    room = has_free_seat(seats) and seats_move(table, seats)
    return room or own_seat_of(seats, player) is not None


def why_no_room(table: Table) -> Literal["playing", "taken", "over"]:
    """Return why nobody can take a seat now: an attempt is in progress, all seats are taken, or the mission is over."""
    if table.state == Table.State.PLAYING:
        return "playing"
    return "over" if has_free_seat(list(table.seats.all())) else "taken"


def _crew_members(table: Table) -> list[Player]:
    if table.crew is None:
        return []
    memberships = table.crew.members.filter(left_at=None).select_related("player").order_by("player__name", "pk")
    return [membership.player for membership in memberships]


def _without_seat(
    table: Table, members: Sequence[Player], seats: Sequence[Seat], player: Player | None
) -> tuple[tuple[int, str], ...]:
    """Return the members who have no seat yet; `player` is the one who chooses."""
    seated = {seat.player_id for seat in seats}
    waiting = [member for member in members if member.pk not in seated]
    if not waiting or table.crew is None:
        return ()
    labels = labels_of_members(table.crew.members.filter(left_at=None), you=player.pk if player else None)
    return tuple((member.pk, labels[f"player:{member.pk}"]) for member in waiting)


def _may_start(table: Table, seats: Sequence[Seat], own_seat: int | None) -> bool:
    is_open = contest_of(table).is_open(table)
    between = table.stage is not None and table.state == Table.State.BETWEEN
    filled = all(seat.player_id or seat.bot for seat in seats)
    return own_seat is not None and is_open and filled and (between or table.state == Table.State.GATHERING)


def _lobby_seat(table: Table, seat: Seat, player: Player | None, *, may_arrange: bool, known: bool) -> LobbySeat:
    mine = player is not None and seat.player_id == player.pk
    opener = player is not None and table.opened_by_id == player.pk
    if seat.bot:
        words = text.bot_words(seat.bot)
        return LobbySeat(seat.number, "bot", seat_name(seat), mine=False, may_clear=may_arrange, bot=words)
    if seat.player_id:
        key = "" if mine else presence_key(table.pk, seat.player_id)
        may_clear = may_arrange and (mine or opener)
        return LobbySeat(
            seat.number, "person", seat_name(seat), mine, may_clear, presence=key, page=page_of(seat, known=known)
        )
    return LobbySeat(seat.number, "empty", "", mine=False, may_clear=False)


def offered_bots(game: str) -> tuple[tuple[str, str], ...]:
    """Return the game's selectable bots with their labels; the default first."""
    return tuple((slug, _with_strength(slug, game)) for slug in bots_of(game))


def _with_strength(slug: str, game: str) -> str:
    name = {"bot": text.bot_words(slug)}
    if slug == strongest_bot(game).slug:
        return _("%(bot)s: strongest") % name
    return (_("%(bot)s: plays at random") if slug == "random" else _("%(bot)s: good")) % name
