"""Service of playing on from a room: the moment shown is dealt as a practice table to the people who are there.

Players of the attempt who are in the room get their own seats. The others go to the person who presses, then to people
there whom the room knows by name, and then to bots. A person who still plays at another practice table of the replay
stays there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from django.db import transaction

import games
from logbook.challenges.access.replays import open_attempts
from logbook.people.models.players import Player
from logbook.replays.services import play_on
from logbook.replays.variations import Variation
from logbook.rooms.access import practices_of
from logbook.rooms.exceptions import AlreadyPractising, MomentGone, NoSeatLeft, PracticeSealed, RoundDecided
from logbook.rooms.models import Room
from logbook.rooms.presence import people_here
from logbook.rooms.services import rooms
from logbook.tables import event_replay
from logbook.tables.kinds import kind_of
from logbook.tables.models import Attempt, Table
from logbook.tables.services import practice


def play_on_from_here(*, attempt: Attempt, by: Player, step: int, in_variation: bool) -> int:
    """Deal this moment as a practice table, and return the table. Idempotent while the person plays there.

    `in_variation` says that the moment is one of the room's what-if. Raises PracticeSealed, MomentGone, RoundDecided,
    AlreadyPractising, NoSeatLeft, and what `deal_practice` raises.
    """
    with transaction.atomic():
        # Two presses at once: the second finds the table of the first.
        locked = Attempt.objects.select_for_update(of=("self",)).select_related(
            "table__crew", "table__stage__challenge"
        )
        attempt = locked.get(pk=attempt.pk)
        if not attempt.is_unsealed:
            raise PracticeSealed
        moment = _moment(attempt, step, in_variation=in_variation)
        setup, actions = _dealt(attempt, moment)
        own = practices_of(attempt).filter(seats__player=by).first()
        if own is not None:
            if not _is_dealt_at(own, setup, actions):
                raise AlreadyPractising
            return own.pk
        people = _people_by_seat(attempt, by)
        result = practice.deal_practice(origin=attempt, setup=setup, actions=actions, people=people, by=by)
        rooms.tell_practice(attempt)
        return result.table_id


def _moment(attempt: Attempt, step: int, *, in_variation: bool) -> Variation:
    """Return the variation that ends at the moment which the person sees. Raises MomentGone, RoundDecided."""
    if not in_variation:
        if step > attempt.length:
            raise RoundDecided
        return Variation(step)
    room = Room.objects.filter(attempt=attempt).first()
    variation = rooms.variation_of(room) if room is not None else None
    if variation is None or not variation.start <= step <= variation.length:
        raise MomentGone
    return variation.until(step)


def _dealt(attempt: Attempt, moment: Variation) -> tuple[games.Setup, tuple[games.Action, ...]]:
    """Return the setup with its deal written out, and the actions up to the moment. Raises RoundDecided.

    The chance of a race comes from its seed until the end: the same decisions draw the same gems again.
    """
    state: Any = play_on.state_at(attempt, moment)
    if state.outcome is not None:
        raise RoundDecided
    if not kind_of(attempt.table.game).has_tricks:
        return play_on.setup_at(attempt, moment), state.log
    fresh: Any = event_replay.state_after(play_on.setup_at(attempt, moment), ())
    return fresh.spelled_out, state.log


def _is_dealt_at(table: Table, setup: games.Setup, actions: Sequence[games.Action]) -> bool:
    """True if the table's attempt began with this moment."""
    begun = table.attempts.get()
    own = event_replay.actions_of(begun)[: begun.copied]
    return (begun.seed, begun.deal or None, begun.copied, own) == (setup.seed, setup.deal, len(actions), tuple(actions))


def _people_by_seat(attempt: Attempt, by: Player) -> list[Player | None]:
    """Return the players of the practice table by seat; None for a bot. Raises NoSeatLeft."""
    free = {
        player.pk: player for player in (by, *people_here(attempt).known) if player == by or _is_free(attempt, player)
    }
    sat = dict(attempt.sittings.values_list("number", "player"))
    own = [free.pop(sat.get(number) or 0, None) for number in range(attempt.table.players)]
    if by not in own and None not in own:
        raise NoSeatLeft
    return list(_filled(own, list(free.values())))


def _filled(seats: Sequence[Player | None], others: list[Player]) -> Iterator[Player | None]:
    """Yield the seats, with the others in those that are empty; the person who presses is the first of them."""
    for player in seats:
        yield player if player is not None or not others else others.pop(0)


def _is_free(attempt: Attempt, player: Player) -> bool:
    """True if the player may still see the replay, and plays at no other practice table of it."""
    return bool(open_attempts(player, [attempt])) and not practices_of(attempt).filter(seats__player=player).exists()
