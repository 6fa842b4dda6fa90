"""Service of practice tables: a moment of a replay, dealt again in one attempt that counts for nothing."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction

import games
from games.bots import strongest_bot
from logbook.people.models.players import Player
from logbook.tables import event_replay
from logbook.tables.missions import usually_allows_stand_ins
from logbook.tables.models import Attempt, Event, Seat, Table
from logbook.tables.services import attempt_counts, deals, tables
from logbook.tables.services.attempts import ActionResult, follow_attempt, wake_bots
from logbook.tables.services.projections import project
from logbook.tables.signals import attempt_started


@transaction.atomic
def deal_practice(
    *, origin: Attempt, setup: games.Setup, actions: Sequence[games.Action], people: Sequence[Player | None], by: Player
) -> ActionResult:
    """Deal this moment of the origin, or of a what-if about it, to these people by seat, with bots in the other seats.

    The setup has its deal written out, that of a race its seed. The actions up to the moment are stored as events of no
    player. Raises TooManyTables, TooManyStrongBots, and the engine's errors.
    """
    tables.ensure_may_open(by)
    table = _table(origin, people, by)
    deals.ensure_room_for_strong_bots(table, by)
    attempt = Attempt(
        table=table,
        number=1,
        seed=setup.seed,
        deal=setup.deal or "",
        origin=origin,
        copied=len(actions),
        length=len(actions),
        options=" ".join(setup.options),
        rules=games.GAMES[table.game].rules,
    )
    state = event_replay.state_after(event_replay.setup_of(attempt), actions)
    project(attempt, state)
    attempt.counts = attempt_counts.counts_of(attempt)
    attempt.save()
    Event.objects.bulk_create(
        Event(attempt=attempt, sequence=place, seat=action.seat, text=str(action.text))
        for place, action in enumerate(actions, start=1)
    )
    deals.seat_players(attempt)
    attempt_started.send(sender=Attempt, table=table, attempt=attempt)
    return wake_bots(follow_attempt(table, attempt, state))


def _table(origin: Attempt, people: Sequence[Player | None], by: Player) -> Table:
    """Return a table for these people alone: without crew, campaign or challenge, and with the bots of the origin."""
    like = origin.table
    table = Table.objects.create(
        practice=True,
        game=like.game,
        mission=like.mission,
        players=like.players,
        options=like.options,
        opened_by=by,
        stand_ins=usually_allows_stand_ins(like.game, like.mission, like.players),
        bot_speed=like.bot_speed,
        watching=Table.Watching.PLAYERS,
    )
    bots = dict(like.seats.values_list("number", "bot"))
    usual = strongest_bot(like.game).slug
    Seat.objects.bulk_create(
        Seat(table=table, number=number, player=player, bot="" if player else bots.get(number) or usual)
        for number, player in enumerate(people)
    )
    return table
