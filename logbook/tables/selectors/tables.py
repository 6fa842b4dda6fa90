"""Selectors of the page of a table: the attempt, or the lobby.

The table's number is always read before its events. A page may then show more than its number says, which the next
request puts right; the reverse order would miss a move for ever.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from django.urls import reverse
from django.utils import timezone

import games
from games.crew.state import State as CrewState
from logbook.lib.compiled_queries import CompiledQuery
from logbook.people.models.players import Player
from logbook.rounds.view.end import After, EndLost
from logbook.rounds.view.parts import NO_WAIT, BotsWait, Moment, PassedCard, SeatFace, SignalChoice
from logbook.tables import bot_timing, event_replay
from logbook.tables.contest import contest_of
from logbook.tables.kinds import TablePage, kind_of
from logbook.tables.missions import UNTIMED, mission_after, next_is_timed, tasks_may_stay
from logbook.tables.models import Attempt, Event, PreparedCard, Seat, Table
from logbook.tables.selectors.going_on import with_ways_on
from logbook.tables.selectors.help import help_at
from logbook.tables.selectors.lobby import Lobby, lobby_of
from logbook.tables.selectors.seat_labels import (
    reason_of,
    seat_labels_of,
    time_taken,
)
from logbook.tables.selectors.seats import has_free_seat, own_seat_of, seats_in, seats_of
from logbook.tables.selectors.watching import may_send_away, watch_choice_of
from logbook.tables.services.undo import undoable_event

_PREPARED: Final = CompiledQuery(lambda attempt: PreparedCard.objects.filter(attempt=attempt))
_LATEST: Final = CompiledQuery(lambda table: Attempt.objects.filter(table=table).order_by("-number")[:1])
_PLAYED = ("play ", "robot play ")


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
) -> TablePage | Lobby:
    """Return the table for this reader: the attempt if they may watch a dealt one, else the lobby.

    `error` is the refusal of their last action; `since` the last number they saw, after which events are news;
    `replays` are the attempts whose hands they may see open; `lost` is the turning point of the last attempt, if they
    may read it.
    """
    seats = seats_of(table)
    attempt = _LATEST.first(table.pk)
    if table.stage_id and table.state == Table.State.BETWEEN and has_free_seat(seats):
        return lobby_of(table, seats, player, error)  # A removal has freed the seat: it must be filled first.
    if attempt is None or attempt.is_at_a_real_table or not may_watch(table, attempt, seats, player):
        return lobby_of(table, seats, player, error)
    attempt.table = table
    sat = seats_in(attempt, seats)
    own_seat = _seat_seen(sat, seats, player)
    after = replace(_after(attempt, own_seat_of(seats, player), replays), lost=lost)
    if player is not None and own_seat_of(seats, player) is not None:
        after = replace(with_ways_on(table, player, after), newly_seated=own_seat is None)
        after = replace(after, watching=watch_choice_of(table))
    if table.campaign is not None and _finds_campaign(table, player):
        back = reverse("campaign", args=(table.campaign.pk,))
        after = replace(after, back_url=back, back_label=table.campaign.name)
    states = event_replay.states_of(attempt)
    return page_of_seat(attempt, states, sat, own_seat, error=error, since=since, after=after)


def _seat_seen(sat: Sequence[Seat], seats: Sequence[Seat], player: Player | None) -> int | None:
    """Return the seat whose view the player sees: the one they `sat` on in the attempt, if they still have any.

    A player who took a seat after it sees it as a spectator: they never held that hand.
    """
    return None if own_seat_of(seats, player) is None else own_seat_of(sat, player)


def seats_to_change(table: Table, player: Player | None) -> Lobby:
    """Return the seats after an attempt, as the lobby shows them: they are changed on the page of the attempt."""
    return lobby_of(table, seats_of(table), player, "")


def log_page(table: Table, player: Player | None) -> Sequence[Any] | None:
    """Return the log of the attempt at this table, for readers who may watch it; None where there is none."""
    seats = seats_of(table)
    attempt = _LATEST.first(table.pk)
    if attempt is None or not may_watch(table, attempt, seats, player):
        return None
    attempt.table = table
    sat = seats_in(attempt, seats)
    own_seat = _seat_seen(sat, seats, player)
    return kind_of(table.game).log_of(attempt, seat_labels_of(table, sat, own_seat), own_seat)


def seat_view(table: Table, player: Player | None) -> games.View | None:
    """Return the player's view of the running or last attempt online; None where they may not watch."""
    seats = list(table.seats.all())
    attempt = _LATEST.first(table.pk)
    if attempt is None or attempt.is_at_a_real_table or not may_watch(table, attempt, seats, player):
        return None
    attempt.table = table
    own_seat = _seat_seen(seats_in(attempt, seats), seats, player)
    return event_replay.view_for(event_replay.state_of(attempt), own_seat, table.deadline)


def may_watch(table: Table, attempt: Attempt, seats: Sequence[Seat], player: Player | None) -> bool:
    """True for every player at the table, and for the others who found it, as far as contest and players allow.

    While a contest keeps watchers away, a player who took a seat between two attempts sees no card of the last one,
    which they were not dealt. A running attempt is for its players alone where the table says so, or where one of them
    has sent the watchers away.
    """
    is_seated, contest = own_seat_of(seats, player) is not None, contest_of(table)
    if not contest.may_be_watched(table):
        return is_seated and (table.state != Table.State.BETWEEN or contest.was_dealt(table, attempt.number, player))
    if is_seated or attempt.state != Attempt.State.PLAYING:
        return True
    return table.watching != Table.Watching.PLAYERS and not attempt.unwatched


def page_of_seat(
    attempt: Attempt,
    states: Sequence[games.State],
    seats: Sequence[Seat],
    own_seat: int | None,
    *,
    error: str = "",
    since: int | None,
    after: After | None = None,
    prepared: Sequence[PreparedCard] | None = None,
) -> TablePage:
    """Return the page of this seat, or of a spectator, from the states that `event_replay.states_of` gives.

    `prepared` are the attempt's prepared cards, where they have been read.
    """
    faces = seat_labels_of(attempt.table, seats, own_seat)
    moment = _moment(attempt, states, seats, faces, own_seat, error, after or After())
    helped = help_at(attempt, states[-1], seats, faces, own_seat)
    moment = replace(moment, prepared=_prepared(attempt, seats, own_seat, prepared), help=helped)
    return kind_of(attempt.table.game).table_page(attempt, states, faces, own_seat, moment, since)


def _moment(
    attempt: Attempt,
    states: Sequence[games.State],
    seats: Sequence[Seat],
    faces: Sequence[SeatFace],
    own_seat: int | None,
    error: str,
    after: After,
) -> Moment:
    """Return the facts about the attempt that no view contains, without the texts that each kind of game has."""
    table, state = attempt.table, states[-1]
    own = next((seat for seat in seats if seat.number == own_seat), None)
    signals = _signal_choice(attempt, state, own)
    waits = _bots_wait(attempt, state, seats, own, signals)
    return Moment(
        table.pk,
        attempt.number,
        table.version,
        reason=reason_of(attempt, faces),
        error=error,
        after=after,
        took=time_taken(attempt),
        own_seat=own_seat,
        received=received_card(state, own_seat),
        stand_ins=table.stand_ins,
        may_leave=_may_leave(table, seats, own),
        stand_in=own is not None and bool(own.stand_in),
        mixed=attempt.mixed,
        attempt_words=contest_of(table).attempt_words(attempt.number),
        practice=table.practice,
        helped=table.helped,
        is_of_real_table=bool(table.deal),
        may_send_away=own is not None and may_send_away(table, attempt),
        unwatched=attempt.unwatched,
        may_undo=own is not None and undoable_event(attempt, states, own) is not None,
        bots_wait=waits,
        signals=signals,
        signals_until=_waits_for_signals_until(attempt),
        decides_by=own.decides_by if own is not None else None,
        pace=table.pace,
        waited_seconds=max(0, int((timezone.now() - table.moved_at).total_seconds())),
    )


def _may_leave(table: Table, seats: Sequence[Seat], own: Seat | None) -> bool:
    """Return whether the reader may leave the attempt to a stand-in: other people still play in it."""
    if own is None or own.stand_in or not table.stand_ins or table.state != Table.State.PLAYING:
        return False
    return any(seat.player_id and not seat.stand_in for seat in seats if seat.number != own.number)


def _bots_wait(
    attempt: Attempt, state: games.State, seats: Sequence[Seat], own: Seat | None, signals: SignalChoice | None
) -> BotsWait:
    """Return for what the bots leave the reader time. Nobody is told for which other player they wait."""
    people = [seat.number for seat in seats if not seat.acting_bot]
    running = attempt.state == Attempt.State.PLAYING and len(people) < len(seats)
    if own is None or own.stand_in or not running:
        return NO_WAIT
    silent = bot_timing.silent_seats(attempt.declines, state)
    if not bot_timing.leaves_time(state, people, silent):
        return NO_WAIT
    left = _seconds_left(attempt.table, bot_timing.pause(state, people, silent=silent, speed=attempt.table.bot_speed))
    alone = len(people) == 1
    if alone and not left:
        return NO_WAIT
    if not alone and bot_timing.bots_hold_signals(state, people):
        left = 0.0  # They keep their signals until the leader acts.
    return BotsWait(_what_for(state, own, signals), left)


def _what_for(state: games.State, own: Seat, signals: SignalChoice | None) -> str:
    if signals is not None and signals.may_now and own.number not in state.waiting_on:
        return "signal"
    if not bot_timing.may_agree(state, [own.number]):
        return ""
    if state.shares_freely or state.view(None)["phase"] != "gap":
        return "proposal"
    return "bots-signal" if own.number in state.waiting_on else "distress"


def _seconds_left(table: Table, pause: float) -> float:
    return max(0.0, pause - (timezone.now() - table.moved_at).total_seconds())


def prepared_in(attempt: Attempt) -> list[PreparedCard]:
    """Return all prepared cards of a running attempt: for pages of all its seats."""
    return _PREPARED.rows(attempt.pk) if _is_at_cards(attempt) else []


def _is_at_cards(attempt: Attempt) -> bool:
    return attempt.state == Attempt.State.PLAYING and attempt.phase in ("gap", "trick")


def _prepared(
    attempt: Attempt, seats: Sequence[Seat], own_seat: int | None, prepared: Sequence[PreparedCard] | None
) -> dict[str, str] | None:
    """Return the cards that the reader has prepared, by the suit led; None where they prepare none now."""
    own = next((seat for seat in seats if seat.number == own_seat), None)
    if own is None or own.stand_in or not _is_at_cards(attempt) or own.number in attempt.waiting_on:
        return None
    found = prepared_in(attempt) if prepared is None else prepared
    return {one.led: one.card for one in found if one.seat == own.number}


def _waits_for_signals_until(attempt: Attempt) -> datetime | None:
    until = attempt.signals_until if attempt.state == Attempt.State.PLAYING else None
    return until if until is not None and until > timezone.now() else None


def _signal_choice(attempt: Attempt, state: games.State, own: Seat | None) -> SignalChoice | None:
    """Return what the reader has said about their signals; None where they have none left to give."""
    if own is None or own.stand_in or attempt.state != Attempt.State.PLAYING:
        return None
    if not bot_timing.may_signal_later(state, own.number):
        return None
    declined = attempt.declines.get(str(own.number), 0)
    trick = bot_timing.coming_trick(state)
    return SignalChoice(
        may_now=bool(trick) and declined < trick and bot_timing.may_signal(state, [own.number]),
        declined_round=declined >= bot_timing.WHOLE_ATTEMPT,
        asked=attempt.signals_until is not None and own.number not in state.waiting_on,
    )


def _after(attempt: Attempt, own_seat: int | None, replays: Collection[int]) -> After:
    table = attempt.table
    seated = own_seat is not None
    back_url, back_label = contest_of(table).page_of(table)
    may_retry = seated and table.state == Table.State.BETWEEN and contest_of(table).is_open(table)
    may_go_on = seated and table.state == kind_of(table.game).done_state and mission_after(table) is not None
    return After(
        may_retry=may_retry,
        tasks_may_stay=may_retry and tasks_may_stay(table),
        may_go_on=may_go_on,
        next_is_timed=may_go_on and next_is_timed(table),
        untimed=UNTIMED in table.options.split(),
        replay_id=attempt.pk if attempt.pk in replays else None,
        back_url=back_url,
        back_label=back_label,
        share=contest_of(table).share_text(table) if seated else "",
    )


def _finds_campaign(table: Table, player: Player | None) -> bool:
    """True if the player may open the table's campaign."""
    if player is None or table.campaign is None:
        return False
    return table.campaign.crew.members.filter(player=player, left_at=None).exists()


def table_number(table_id: int) -> int:
    """Return the table's number."""
    return Table.objects.values_list("version", flat=True).get(pk=table_id)


def table_numbers(table_id: int, player: Player) -> tuple[int, int]:
    """Return the table's number, and that of its talk for this reader. One query; two if watchers have talked."""
    columns = ("version", "talk_number", "watchers_talk_number")
    number, said, watchers = Table.objects.values_list(*columns).get(pk=table_id)
    is_seated = bool(watchers) and Seat.objects.filter(table=table_id, player=player).exists()
    return number, said if is_seated else said + watchers


def talk_numbers(table_id: int, players: Sequence[Player]) -> list[int]:
    """Return the number of the table's talk for each of these readers, who may read it. At most two queries."""
    said, watchers = Table.objects.values_list("talk_number", "watchers_talk_number").get(pk=table_id)
    if not watchers:
        return [said for _reader in players]
    seated = set(Seat.objects.filter(table=table_id).exclude(player=None).values_list("player_id", flat=True))
    return [said if player.pk in seated else said + watchers for player in players]


def was_played_since(moment: datetime) -> bool:
    """Return whether an action was taken at any table since then. The newest event has the highest number."""
    newest = Event.objects.order_by("-pk").values_list("at", flat=True).first()
    return newest is not None and newest >= moment


def received_card(state: games.State, own_seat: int | None) -> PassedCard | None:
    """Return what the reader received, until the next card is played.

    The reader knows this card and its giver; no other card that changed hands is looked at.
    """
    if own_seat is None or not isinstance(state, CrewState):
        return None
    passed = _passed(state, own_seat)
    return _drawn(state, own_seat, passed) if _cards_played(state) else passed


def _cards_played(state: CrewState) -> int:
    return sum(action.text.startswith(_PLAYED) for action in state.log)


def _passed(state: CrewState, own_seat: int) -> PassedCard | None:
    """Return the card that the reader was passed in this attempt; None before all have chosen."""
    given = {action.seat: action.text[5:] for action in state.log if action.text.startswith("give ")}
    if not given or (view := state.view(own_seat))["phase"] == "giving":
        return None
    giver = (own_seat + (-1 if view["distress"]["direction"] == "left" else 1)) % len(given)
    return PassedCard(given[giver], giver, state.log[-1].text.startswith("give "))


def _drawn(state: CrewState, own_seat: int, passed: PassedCard | None) -> PassedCard | None:
    """Return the card that the reader drew after trick 1 of mission 12: the only new one in their hand."""
    if len(state.tricks) != 1 or _cards_played(state) != state.seats:
        return None
    given = {action.text[5:] for action in state.log if action.seat == own_seat and action.text.startswith("give ")}
    known = {str(card) for card in state.dealt.hands[own_seat]} - given | ({passed.card} if passed else set())
    drawn = {str(card) for card in state.hands[own_seat]} - known
    giver = (own_seat - 1) % state.seats
    return next((PassedCard(card, giver, state.log[-1].text.startswith(_PLAYED)) for card in drawn), None)
