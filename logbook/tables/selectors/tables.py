"""Selectors of the pages of tables: the lobby and the round.

The table's number is always read before its events. A page may then show more than its number says, which the next
request puts right; the reverse order would miss a move for ever.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from django.urls import reverse

import games
from games.bots import bots_of
from logbook.lib.compiled_queries import CompiledQuery
from logbook.people.models.invitations import Invite
from logbook.people.models.players import Player
from logbook.rounds import text
from logbook.rounds.race.parts import LogTurn, RacePage
from logbook.rounds.view.news import news_of
from logbook.rounds.view.page import round_page
from logbook.rounds.view.parts import After, EndLost, Moment, RoundPage, SeatFace
from logbook.rounds.view.status import Names
from logbook.tables import bot_timing, event_replay
from logbook.tables.contest import contest_of
from logbook.tables.missions import RACES, UNTIMED, mission_after, next_is_timed, tasks_may_stay
from logbook.tables.models import Attempt, Seat, Table
from logbook.tables.presence import key_of
from logbook.tables.selectors.races import race_log, race_table_page
from logbook.tables.selectors.seat_labels import (
    ended_from_outside,
    mission_text_of,
    reason_of,
    seat_labels_of,
    seat_name,
    subtitle_text,
    time_taken,
)

_SEATS: Final = CompiledQuery(lambda table: Seat.objects.filter(table=table).order_by("number"))
_SITTING: Final = CompiledQuery(lambda table: Player.objects.filter(seats__table=table))
_LATEST: Final = CompiledQuery(lambda table: Attempt.objects.filter(table=table).order_by("-number")[:1])


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
    may_start: bool
    """Every seat is filled, the reader sits, and nothing forbids the deal."""
    bots: tuple[tuple[str, str], ...]
    members: tuple[Player, ...]
    """Crew members who have no seat yet."""
    invite: Invite | None
    may_end_invite: bool
    """The reader created it."""
    attempts: tuple[Attempt, ...]
    playing: bool
    """An attempt is under way which this reader may not watch."""
    reported_attempt: Attempt | None
    own_table: str
    """The URL where a member of the crew has the next attempt given out for a real table, if they may."""
    number: int
    """The table's number, for `seen`."""
    error: str = ""

    @property
    def race(self) -> bool:
        """True if the game is a race."""
        return self.table.game in RACES


def ended_attempts(table: Table) -> list[Attempt]:
    """Return the table's ended attempts, while none is under way."""
    if table.state == Table.State.PLAYING:
        return []
    return list(table.attempts.exclude(state=Attempt.State.PLAYING).order_by("number"))


def table_page(
    table: Table,
    player: Player | None,
    *,
    error: str = "",
    since: int | None = None,
    replays: Collection[int] = (),
    lost: EndLost | None = None,
) -> RoundPage | RacePage | Lobby:
    """Return the table for this reader: the round if they may watch a dealt one, else the lobby.

    `error` is the refusal of their last action; `since` the last number they saw, after which events are news;
    `replays` are the attempts whose hands they may see open; `lost` is the turning point of the last attempt, if they
    may read it.
    """
    seats = seats_of(table)
    attempt = _LATEST.first(table.pk)
    if table.stage_id and table.state == Table.State.BETWEEN and _has_free_seat(seats):
        return _lobby(table, seats, player, error)  # A removal has freed the seat: it must be filled first.
    if attempt is None or attempt.is_at_a_real_table or not may_watch(table, attempt, seats, player):
        return _lobby(table, seats, player, error)
    attempt.table = table
    after = replace(_after(attempt, own_seat_of(seats, player), replays), lost=lost)
    if table.campaign is not None and _finds_campaign(table, player):
        back = reverse("campaign", args=(table.campaign.pk,))
        after = replace(after, back_url=back, back_label=table.campaign.name)
    states = event_replay.states_of(attempt)
    return round_or_race(attempt, states, seats, own_seat_of(seats, player), error=error, since=since, after=after)


def seats_of(table: Table) -> list[Seat]:
    """Return the table's seats in order, with their players."""
    seats = _SEATS.rows(table.pk)
    people = {player.pk: player for player in _SITTING.rows(table.pk)}
    for seat in seats:
        seat.table = table
        if seat.player_id in people:  # A former player is queried when shown.
            seat.player = people[seat.player_id]
    return seats


def log_page(table: Table, player: Player | None) -> tuple[LogTurn, ...] | None:
    """Return the log of the race at this table, for readers who may watch it; None where there is none."""
    seats = seats_of(table)
    own_seat = own_seat_of(seats, player)
    attempt = _LATEST.first(table.pk)
    if attempt is None or table.game not in RACES or not may_watch(table, attempt, seats, player):
        return None
    attempt.table = table
    return race_log(attempt, seat_labels_of(table, seats, own_seat), own_seat)


def seat_view(table: Table, player: Player | None) -> games.View | None:
    """Return the player's view of the running or last attempt online; None where they may not watch."""
    seats = list(table.seats.all())
    own_seat = own_seat_of(seats, player)
    attempt = _LATEST.first(table.pk)
    if attempt is None or attempt.is_at_a_real_table or not may_watch(table, attempt, seats, player):
        return None
    attempt.table = table
    return event_replay.view_for(event_replay.state_of(attempt), own_seat, table.deadline)


def own_seat_of(seats: Sequence[Seat], player: Player | None) -> int | None:
    """Return the number of the player's seat among these; None if the player has none."""
    return next((seat.number for seat in seats if player is not None and seat.player_id == player.pk), None)


def may_watch(table: Table, attempt: Attempt, seats: Sequence[Seat], player: Player | None) -> bool:
    """True for every player at the table, and for others too, except in an open challenge with its shared deals.

    There a player who took a seat between two attempts sees no card of the last one, which they were not dealt.
    """
    if table.stage is None or table.stage.challenge.is_over:
        return True
    if own_seat_of(seats, player) is None:
        return False
    return table.state != Table.State.BETWEEN or contest_of(table).was_dealt(table, attempt.number, player)


def round_or_race(
    attempt: Attempt,
    states: Sequence[games.State],
    seats: Sequence[Seat],
    own_seat: int | None,
    *,
    error: str = "",
    since: int | None,
    after: After | None = None,
) -> RoundPage | RacePage:
    """Return the page of this seat, or of a spectator, from the states that `event_replay.states_of` gives."""
    page = _race if attempt.table.game in RACES else _round
    return page(attempt, states, seats, own_seat, error=error, since=since, after=after or After())


def _race(
    attempt: Attempt,
    states: Sequence[games.State],
    seats: Sequence[Seat],
    own_seat: int | None,
    *,
    error: str,
    since: int | None,
    after: After,
) -> RacePage:
    table, faces = attempt.table, seat_labels_of(attempt.table, seats, own_seat)
    explained = subtitle_text(table.game, table.mission, table.players, table.options)
    reason, took = reason_of(attempt, faces), time_taken(attempt)
    moment = Moment(table.pk, attempt.number, table.version, explained, reason, error, after=after, took=took)
    return race_table_page(attempt, states, faces, own_seat, moment, since=since)


def _round(
    attempt: Attempt,
    states: Sequence[games.State],
    seats: Sequence[Seat],
    own_seat: int | None,
    *,
    error: str,
    since: int | None,
    after: After,
) -> RoundPage:
    table, state = attempt.table, states[-1]
    faces = seat_labels_of(table, seats, own_seat)
    facts = event_replay.view_for(state, own_seat, table.deadline).as_dict()
    if attempt.state == Attempt.State.ABANDONED:
        facts |= _given_up(attempt)
    return round_page(
        facts,
        faces,
        table_id=table.pk,
        attempt_number=attempt.number,
        seen=table.version,
        mission_words=mission_text_of(table.game, table.mission, table.players, table.options),
        reason=reason_of(attempt, faces),
        error=error,
        news=_news(table, state.log, faces, own_seat, since),
        after=after,
        took=time_taken(attempt),
        **_courtesy(attempt, state, seats, own_seat),
    )


def _courtesy(attempt: Attempt, state: games.State, seats: Sequence[Seat], own_seat: int | None) -> dict[str, bool]:
    """Return whether the bots wait for players, and whether this reader may tell them to go on."""
    people = [seat.number for seat in seats if not seat.bot]
    running = attempt.state == Attempt.State.PLAYING and len(people) < len(seats)
    waits = running and bot_timing.bots_wait(state, people)
    return {"bots_wait": waits, "may_hurry": waits and own_seat in people}


def _news(
    table: Table, log: Sequence[games.Action], faces: Sequence[SeatFace], own_seat: int | None, since: int | None
) -> tuple[str, ...]:
    """Return the other seats' actions since the table's number `since`, which grows by one with every action."""
    new = 0 if since is None else table.version - since
    if not 0 < new <= len(log):
        return ()
    names = Names({face.number: face.name for face in faces}, own_seat, table.game)
    return news_of([action for action in log[-new:] if action.seat != own_seat], names)


def _given_up(attempt: Attempt) -> dict[str, Any]:
    """Return the view's fields for an attempt ended from outside the game."""
    outcome = {"success": False, "reason": ended_from_outside(attempt)}
    return {"outcome": outcome, "phase": "over", "legal": [], "waiting_on": [], "proposal": None, "trick": None}


def offered_bots(game: str) -> tuple[tuple[str, str], ...]:
    """Return the game's selectable bots with their labels; the default first."""
    return tuple((slug, text.bot_words(slug)) for slug in bots_of(game))


def _after(attempt: Attempt, own_seat: int | None, replays: Collection[int]) -> After:
    table = attempt.table
    seated = own_seat is not None
    challenge = table.stage.challenge if table.stage else None
    may_retry = seated and table.state == Table.State.BETWEEN and contest_of(table).is_open(table)
    done = Table.State.ENDED if table.game in RACES else Table.State.WON
    may_go_on = seated and table.state == done and mission_after(table) is not None
    return After(
        may_retry=may_retry,
        tasks_may_stay=may_retry and tasks_may_stay(table),
        may_go_on=may_go_on,
        next_is_timed=may_go_on and next_is_timed(table),
        untimed=UNTIMED in table.options.split(),
        replay_id=attempt.pk if attempt.pk in replays else None,
        back_url=reverse("challenge", args=(challenge.pk,)) if challenge else "",
        back_label=challenge.title if challenge else "",
    )


def _finds_campaign(table: Table, player: Player | None) -> bool:
    """True if the player may open the table's campaign."""
    if player is None or table.campaign is None:
        return False
    return table.campaign.crew.members.filter(player=player, left_at=None).exists()


def _lobby(table: Table, seats: Sequence[Seat], player: Player | None, error: str) -> Lobby:
    own_seat = own_seat_of(seats, player)
    members = _crew_members(table)
    attempts = tuple(table.attempts.order_by("number"))
    playing = table.state == Table.State.PLAYING
    may_arrange = _seats_move(table, attempts, seats) and (own_seat is not None or player in members)
    invite = table.invites.filter(revoked_at=None).order_by("-pk").first() if own_seat is not None else None
    return Lobby(
        table=table,
        game=text.title_words(games.GAMES[table.game].title),
        mission=table.mission,
        description=subtitle_text(table.game, table.mission, table.players, table.options),
        seats=tuple(_lobby_seat(table, seat, player, may_arrange=may_arrange) for seat in seats),
        my_seat=own_seat,
        may_arrange=may_arrange,
        may_invite=may_arrange and own_seat is not None and table.stage is None,
        may_start=_may_start(table, seats, own_seat),
        bots=offered_bots(table.game) if contest_of(table).takes_bots(table) else (),
        members=tuple(member for member in members if member.pk not in {seat.player_id for seat in seats}),
        invite=invite if invite is not None and invite.is_open else None,
        may_end_invite=invite is not None and player is not None and invite.created_by_id == player.pk,
        attempts=attempts,
        playing=playing,
        reported_attempt=next(
            (one for one in attempts if playing and one.is_at_a_real_table and one is attempts[-1]), None
        ),
        own_table=_own_table_address(table) if player in members else "",
        number=table.version,
        error=error,
    )


def _own_table_address(table: Table) -> str:
    stage, crew = table.stage, table.crew
    moving = table.state in (Table.State.GATHERING, Table.State.BETWEEN)
    if stage is None or crew is None or not moving or not contest_of(table).is_open(table) or stage.challenge.rivals:
        return ""
    return reverse("stage-at-table", args=(stage.challenge_id, stage.number, crew.slug))


def _has_free_seat(seats: Sequence[Seat]) -> bool:
    return any(seat.player_id is None and not seat.bot for seat in seats)


def has_room_for(table: Table, player: Player | None) -> bool:
    """True if the player sits at the table, or could take a free seat now."""
    seats, attempts = list(table.seats.all()), list(table.attempts.all())
    room = _has_free_seat(seats) and _seats_move(table, attempts, seats)
    return room or own_seat_of(seats, player) is not None


def _crew_members(table: Table) -> list[Player]:
    if table.crew is None:
        return []
    memberships = table.crew.members.filter(left_at=None).select_related("player").order_by("player__name", "pk")
    return [membership.player for membership in memberships]


def _seats_move(table: Table, attempts: Sequence[Attempt], seats: Sequence[Seat]) -> bool:
    seen = table.stage is not None and any(not attempt.is_at_a_real_table for attempt in attempts)
    fixed = (seen and not _has_free_seat(seats)) or table.soloist_id is not None
    return not fixed and table.state in (Table.State.GATHERING, Table.State.BETWEEN)


def _may_start(table: Table, seats: Sequence[Seat], own_seat: int | None) -> bool:
    is_open = contest_of(table).is_open(table)
    between = table.stage is not None and table.state == Table.State.BETWEEN
    filled = all(seat.player_id or seat.bot for seat in seats)
    return own_seat is not None and is_open and filled and (between or table.state == Table.State.GATHERING)


def _lobby_seat(table: Table, seat: Seat, player: Player | None, *, may_arrange: bool) -> LobbySeat:
    mine = player is not None and seat.player_id == player.pk
    opener = player is not None and table.opened_by_id == player.pk
    if seat.bot:
        words = text.bot_words(seat.bot)
        return LobbySeat(seat.number, "bot", seat_name(seat), mine=False, may_clear=may_arrange, bot=words)
    if seat.player_id:
        key = "" if mine else key_of(table.pk, seat.player_id)
        may_clear = may_arrange and (mine or opener)
        return LobbySeat(seat.number, "person", seat_name(seat), mine, may_clear, presence=key)
    return LobbySeat(seat.number, "empty", "", mine=False, may_clear=False)


def table_number(table_id: int) -> int:
    """Return the table's number."""
    return Table.objects.values_list("version", flat=True).get(pk=table_id)
