"""Services that prepare a player's next card, and play it when its time has come."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import F, QuerySet, Value

from logbook.lib import leases
from logbook.people.models.players import Player
from logbook.tables import event_replay
from logbook.tables.exceptions import (
    NothingRunning,
    NotInHand,
    NotSeated,
    PlayedAtTable,
    PlayStopped,
    SignalsFirst,
    Stale,
    StandInPlays,
    TimeUp,
)
from logbook.tables.models import Attempt, PreparedCard, Seat, Table
from logbook.tables.services import attempts, prepared_cards
from logbook.tables.services.attempts import lock_table, seat_of

LATE: Final = timedelta(seconds=prepared_cards.SECONDS[1] + 20)
LATE_BY_TURNS: Final = timedelta(seconds=prepared_cards.SECONDS_BY_TURNS[1] + 60)
"""A table that has not moved for so long has lost the task of its prepared card."""
GIVEN_UP: Final = timedelta(hours=1)
"""After so long a last trick that did not play itself is no lost task: its player holds two cards."""
CARDS: Final = 40
"""The cards of both Crew games."""


@transaction.atomic
def prepare(*, table_id: int, player: Player | None, cards: Mapping[str, str]) -> None:
    """Store the cards that the player will play, by the suit led; they replace those prepared before.

    Nobody else is told, and the table's number does not change. Raises NotSeated, NothingRunning, PlayedAtTable,
    StandInPlays, and NotInHand for a card that the seat could not play then.
    """
    table = lock_table(table_id)
    seat = seat_of(table, player)
    attempt = table.attempts.filter(state=Attempt.State.PLAYING).first()
    if attempt is None:
        raise NothingRunning
    if attempt.is_at_a_real_table:
        raise PlayedAtTable
    if seat.stand_in:
        raise StandInPlays
    attempt.table = table
    hand = event_replay.state_of(attempt).view(seat.number)["hand"]
    for led, card in cards.items():
        if card not in playable(hand, led):
            raise NotInHand
    PreparedCard.objects.filter(attempt=attempt, seat=seat.number).delete()
    PreparedCard.objects.bulk_create(
        PreparedCard(attempt=attempt, seat=seat.number, led=led, card=card) for led, card in cards.items()
    )


def playable(hand: Sequence[str], led: str) -> list[str]:
    """Return the cards of a hand that may be played if this suit is led (rulebook: follow suit if you can)."""
    return [card for card in hand if card[0] == led] or list(hand)


def play_prepared(*, attempt_id: int, seat: int, seen: int) -> None:
    """Play the seat's prepared card, or its last one, if the table is still as it was. A late call does nothing."""
    attempt = Attempt.objects.select_related("table__stage__challenge").get(pk=attempt_id)
    sitter = Seat.objects.select_related("player").filter(table=attempt.table_id, number=seat).first()
    if attempt.table.version != seen or attempt.state != Attempt.State.PLAYING or sitter is None or sitter.acting_bot:
        return
    state = event_replay.state_of(attempt)
    text = prepared_cards.next_card(state, seat, prepared_cards.prepared_in(attempt_id))
    if not text or seat not in state.waiting_on:
        return
    with suppress(Stale, NothingRunning, NotSeated, PlayStopped, SignalsFirst, StandInPlays, TimeUp):
        attempts.act(table_id=attempt.table_id, player=sitter.player, text=text, seen=seen)


def forgotten_cards(now: datetime) -> list[tuple[int, int, int]]:
    """Return attempt, seat and table number of cards, prepared or of the last trick, whose task was lost."""
    prepared = PreparedCard.objects.filter(attempt__state=Attempt.State.PLAYING).select_related("attempt__table")
    pairs = [(one.attempt, one.seat) for one in prepared]
    pairs += [(attempt, seat) for attempt in _in_the_last_trick(now) for seat in attempt.waiting_on]
    late = {
        (attempt.pk, seat, attempt.table.version)
        for attempt, seat in pairs
        if seat in attempt.waiting_on and leases.is_before(attempt.table.moved_at, now - _patience(attempt.table))
    }
    return sorted(late)


def _in_the_last_trick(now: datetime) -> QuerySet[Attempt]:
    running = Attempt.objects.filter(state=Attempt.State.PLAYING, tricks__gte=Value(CARDS) / F("table__players") - 1)
    recent = now - LATE_BY_TURNS - GIVEN_UP
    return running.filter(table__moved_at__gt=recent).select_related("table")


def _patience(table: Table) -> timedelta:
    return LATE_BY_TURNS if table.pace in Table.TURN_HOURS else LATE
