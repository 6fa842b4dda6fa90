"""Services of rooms: who leads, the moment that all see, what-ifs, and marks.

Access has checked that the player may see the replay. Each change takes the room's next number, and announces it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Any, Final

from django.db import transaction
from django.db.models import F
from django.utils import timezone

import games
from logbook.lib import announcements, leases
from logbook.people.models.players import Player
from logbook.replays.exceptions import StillThinking, ThoughtEnough, VariationTooLong
from logbook.replays.models.bot_questions import Thought
from logbook.replays.selectors.replays import allows_card_play
from logbook.replays.services import play_on, thoughts
from logbook.replays.variations import MOST_MOVES, Variation
from logbook.rooms import presence as room_presence
from logbook.rooms.exceptions import (
    NoSuchCard,
    NotInHand,
    NotLeading,
    OtherLeads,
    SameHand,
    StillSealed,
    SwapImpossible,
    TooManyMarks,
)
from logbook.rooms.models import MOST_MARKS, Mark, Room
from logbook.tables import event_replay, presence
from logbook.tables.kinds import kind_of
from logbook.tables.models import Attempt

SILENT_AFTER: Final = timedelta(seconds=60)
"""The time without a step of the leader after which another person may lead."""


def take_lead(*, attempt: Attempt, by: Player) -> None:
    """Lead the room. Idempotent. Raises OtherLeads while another person leads who is there and has just stepped."""
    with _changed(attempt, by) as room:
        _ensure_no_other(room, by)
        room.leader = by


def go_to(*, attempt: Attempt, by: Player | None, step: int) -> bool:
    """Show everyone the moment after `step` actions, or the nearest one, if the player leads; return whether they do.

    Inside a what-if, its moments are meant; a moment before it leads back to the record.
    """
    try:
        with _led(attempt, by) as (room, leader):
            _step(room, leader, step)
    except NotLeading:
        return False
    return True


def play(*, attempt: Attempt, by: Player | None, text: str) -> None:
    """Play on for everyone from the moment shown: a what-if, with the rules enforced.

    Raises NotLeading, StillSealed, VariationTooLong and the engine's errors.
    """
    _ensure_open(attempt)
    with _led(attempt, by) as (room, leader):
        here = here_of(room)
        if len(here.moves) >= MOST_MOVES:
            raise VariationTooLong
        following = play_on.play_on_action(attempt, here, text)
        _show(room, following, following.length)
        _ask_solver(room, leader)


def leave_variation(*, attempt: Attempt, by: Player | None) -> None:
    """Show everyone the record again, where the what-if began. Raises NotLeading."""
    with _led(attempt, by) as (room, _leader):
        variation = variation_of(room)
        if variation is not None:
            room.variation, room.step = "", variation.start


def swap(*, attempt: Attempt, by: Player | None, cards: tuple[str, str]) -> None:
    """Exchange two cards between hands, as if they had been dealt so: a what-if about another deal.

    Raises NotLeading, StillSealed, NotInHand, SameHand, SwapImpossible.
    """
    _ensure_open(attempt)
    with _led(attempt, by) as (room, leader):
        start = here_of(room).start
        moment = Variation(start)
        _ensure_in_two_hands(attempt, moment, cards)
        swapped = replace(moment, swap=cards)
        try:
            play_on.state_at(attempt, swapped)
        except games.GameError as error:
            raise SwapImpossible from error
        _show(room, swapped, start)
        _ask_solver(room, leader)


def mark_card(*, attempt: Attempt, by: Player, card: str) -> None:
    """Mark a card for everyone in the room. Idempotent. Raises NoSuchCard, TooManyMarks."""
    with _changed(attempt) as room:
        if card not in dealt_cards(attempt):
            raise NoSuchCard
        own = list(room.marks.filter(player=by))
        if any(mark.card == card for mark in own):
            return
        if len(own) >= MOST_MARKS:
            raise TooManyMarks(most=MOST_MARKS)
        room.marks.create(player=by, card=card, shape=own[0].shape if own else _free_shape(room))


def clear_marks(*, attempt: Attempt, by: Player) -> None:
    """Remove the player's own marks. Idempotent."""
    with _changed(attempt) as room:
        room.marks.filter(player=by).delete()


def tell_practice(attempt: Attempt) -> None:
    """Tell the readers of the room that a moment was dealt as practice; the room is stored, if it is not yet."""
    with _changed(attempt):
        pass


def tell(attempt_id: int) -> None:
    """Tell the readers of a room that something beside it has changed, such as a comment or an answer."""
    rooms = Room.objects.filter(attempt=attempt_id)
    if rooms.update(number=F("number") + 1):
        number = rooms.values_list("number", flat=True).get()
        transaction.on_commit(partial(announcements.announce, attempt_id, number, kind=announcements.ROOM))


def tell_last_of(table_id: int) -> None:
    """Tell the readers of the rooms at a table that the next attempt was dealt."""
    for attempt_id in Room.objects.filter(attempt__table=table_id).values_list("attempt_id", flat=True):
        tell(attempt_id)


def variation_of(room: Room) -> Variation | None:
    """Return the what-if that the room shows; None for the record."""
    return Variation.stored(json.loads(room.variation)) if room.variation else None


def here_of(room: Room) -> Variation:
    """Return the variation that ends at the moment shown."""
    variation = variation_of(room)
    return Variation(room.step) if variation is None else variation.until(room.step)


def dealt_cards(attempt: Attempt) -> set[str]:
    """Return all cards that were dealt, with two players the robot's too; none in a race."""
    if not kind_of(attempt.table.game).has_tricks:
        return set()
    state: Any = event_replay.state_after(event_replay.setup_of(attempt), ())
    dealt = state.dealt
    return {str(card) for hand in (*dealt.hands, dealt.robot_up, dealt.robot_down) for card in hand}


def is_led(room: Room) -> bool:
    """True if the room's leader is there and has just stepped."""
    if room.leader is None or room.led_at is None or room_presence.is_away(room.attempt, room.leader):
        return False
    return room.led_at > timezone.now() - SILENT_AFTER and room.led_at < timezone.now() + leases.AHEAD


@contextmanager
def _changed(attempt: Attempt, by: Player | None = None) -> Iterator[Room]:
    """Lock the room, which is made with its first change; then store it with its next number, and announce that.

    With `by`, the change is a step of the leader.
    """
    with transaction.atomic():
        Attempt.objects.select_for_update(of=("self",)).get(pk=attempt.pk)  # Two first changes make one room.
        rooms = Room.objects.select_related("leader")
        room = rooms.get_or_create(attempt=attempt, defaults={"step": attempt.length})[0]
        room.attempt = attempt
        yield room
        room.number += 1
        if by is not None:
            room.led_at = timezone.now()
        room.save()
        number = room.number
        transaction.on_commit(partial(announcements.announce, attempt.pk, number, kind=announcements.ROOM))
    if by is not None:
        presence.note_beat(room_presence.place_of(attempt), by.pk)


@contextmanager
def _led(attempt: Attempt, by: Player | None) -> Iterator[tuple[Room, Player]]:
    """Change the room as its leader. The only person of a solo attempt leads with the first step. Raises NotLeading."""
    if by is None:
        raise NotLeading
    with _changed(attempt, by) as room:
        if room.leader_id != by.pk and (is_led(room) or not _is_alone(attempt, by)):
            raise NotLeading
        room.leader = by
        yield room, by


def _is_alone(attempt: Attempt, by: Player) -> bool:
    return list(attempt.sittings.values_list("player", flat=True)) == [by.pk]


def _ensure_open(attempt: Attempt) -> None:
    """Raise StillSealed where no reader may see the analysis: a what-if would tell what it tells."""
    if not attempt.is_unsealed:
        raise StillSealed


def _ensure_no_other(room: Room, by: Player) -> None:
    if room.leader is not None and room.leader_id != by.pk and is_led(room):
        raise OtherLeads(name=room.leader.name)


def _step(room: Room, leader: Player, step: int) -> None:
    variation = variation_of(room)
    if variation is not None and step < variation.start:
        room.variation, variation = "", None
    last = room.attempt.length if variation is None else variation.length
    room.step = max(0, min(step, last))
    _ask_solver(room, leader)


def _show(room: Room, variation: Variation, step: int) -> None:
    room.variation, room.step = json.dumps(variation.fields), step


def _ask_solver(room: Room, by: Player) -> None:
    """Ask a worker which cards can still win at a moment of a what-if. Without an answer, the page has no verdict."""
    here = here_of(room)
    if variation_of(room) is None or not room.attempt.is_unsealed:
        return
    state = play_on.state_at(room.attempt, here)
    if state.outcome is None and allows_card_play(state):
        with suppress(StillThinking, ThoughtEnough):
            thoughts.ask_bots(player=by, attempt=room.attempt, kind=Thought.Kind.CARDS, variation=here)


def _ensure_in_two_hands(attempt: Attempt, moment: Variation, cards: tuple[str, str]) -> None:
    if not dealt_cards(attempt).issuperset(cards):
        raise NotInHand
    state = play_on.state_at(attempt, moment)
    hands = [set(map(str, state.view(seat).as_dict()["hand"])) for seat in range(attempt.table.players)]
    places = [next((seat for seat, hand in enumerate(hands) if card in hand), None) for card in cards]
    if None in places:
        raise NotInHand
    if places[0] == places[1]:
        raise SameHand


def _free_shape(room: Room) -> str:
    """Return the first shape that the fewest people in the room have."""
    taken = list(room.marks.order_by("player").values_list("player", "shape").distinct())
    counts = {shape: sum(other == shape for _player, other in taken) for shape in Mark.Shape.values}
    return min(counts, key=lambda shape: counts[shape])
