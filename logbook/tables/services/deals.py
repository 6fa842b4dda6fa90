"""Services of deals: the next attempt at a table, online or at a real table."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

import games
from games.bots import BOTS, strongest_bot
from logbook.crews.models.crews import CrewMember
from logbook.people.models.players import Player
from logbook.tables import event_replay, missions
from logbook.tables.contest import contest_of
from logbook.tables.exceptions import (
    AlreadyRunning,
    MissionWon,
    NoAttemptsLeft,
    NotInCrew,
    SeatsEmpty,
    Stale,
    TasksAreDrawn,
    TooManyStrongBots,
)
from logbook.tables.models import Attempt, Sitting, Table
from logbook.tables.services import attempt_counts
from logbook.tables.services.attempts import ActionResult, follow_attempt, lock_table, seat_of, wake_bots
from logbook.tables.services.projections import project
from logbook.tables.signals import attempt_started

DISTRESS_ACTIVE: Final = "distress-active"
MOST_WITH_STRONG_BOTS: Final = 12
"""A player's running tables with the strongest bots: each action of theirs takes a worker up to some seconds."""
MOVED_LATELY: Final = timedelta(days=1)


def start_attempt(
    *, table_id: int, player: Player | None, seen: int | None = None, same_tasks: bool = False
) -> ActionResult:
    """Deal the table's next attempt: the first when all seats are filled, a retry when the last one is over.

    With `seen`, a click on an outdated page deals nothing (Stale). With `same_tasks`, the last attempt's tasks return
    (TasksAreDrawn where that is impossible). Raises SeatsEmpty, NotInCrew, and what `ensure_may_start` raises.
    """
    with transaction.atomic():
        table = lock_table(table_id)
        own = seat_of(table, player)
        if seen is not None and seen != table.version:
            raise Stale
        ensure_may_start(table)
        _member_check(table, player)
        if table.seats.filter(player=None, bot="").exists():
            raise SeatsEmpty
        if own.stand_in:  # The player who deals is back.
            own.stand_in = ""
            own.save(update_fields=("stand_in",))
        ensure_room_for_strong_bots(table, player)
        contest_of(table).ensure_may_deal(table, table.attempts.count() + 1)
        table.seats.exclude(agreed=[]).update(agreed=[])  # They agreed for an attempt that is over.
        return wake_bots(deal_attempt(table, [_same_tasks(table)] if same_tasks else []))


def _member_check(table: Table, player: Player | None) -> None:
    """Refuse a deal by a player who has left the crew since they sat down."""
    members = CrewMember.objects.filter(crew=table.crew, player=player, left_at=None)
    if table.stage is not None and table.crew is not None and not members.exists():
        raise NotInCrew


def ensure_may_start(table: Table) -> None:
    """Raise what forbids the table's next attempt, online or at a real table.

    That is AlreadyRunning, MissionWon, NoAttemptsLeft, or a refusal of the table's contest.
    """
    contest_of(table).ensure_may_start(table)
    if table.state == Table.State.PLAYING:
        raise AlreadyRunning
    if table.state == Table.State.WON:
        raise MissionWon
    if table.state == Table.State.ENDED:
        raise NoAttemptsLeft


def _same_tasks(table: Table) -> str:
    """Return the option that keeps the last attempt's tasks. Every player saw them at the table."""
    last = table.attempts.order_by("-number").first()
    if last is None or not missions.tasks_may_stay(table):
        raise TasksAreDrawn
    last.table = table
    tasks = [task["task"] for task in event_replay.state_of(last).view(None)["tasks"]]
    return f"tasks={','.join(tasks)}"


def deal_attempt(table: Table, choices: Sequence[str] = (), place: str = Attempt.Place.ONLINE) -> ActionResult:
    """Deal the next attempt, with the table's options and the choices for this attempt alone.

    At a real table no seat has a turn, and no clock runs here. The caller's transaction holds the table's lock.
    """
    number = table.attempts.count() + 1
    contest = contest_of(table)
    lasting = table.distress and contest.signal_lasts(table)
    words = [*table.options.split(), *([DISTRESS_ACTIVE] if lasting else []), *choices]
    attempt = Attempt(
        table=table,
        number=number,
        seed=contest.seed_for(table, number),
        deal=table.deal,
        options=" ".join(words),
        rules=games.GAMES[table.game].rules,
        place=place,
        watching=table.watching,
    )
    state = event_replay.state_after(event_replay.setup_of(attempt), ())
    project(attempt, state)
    attempt.counts = attempt_counts.counts_of(attempt)
    if attempt.is_at_a_real_table:
        attempt.waiting_on, attempt.phase = [], ""
        attempt.save()
        return follow_attempt(table, attempt)
    attempt.save()
    seat_players(attempt)
    contest.dealt(table, attempt)
    attempt_started.send(sender=Attempt, table=table, attempt=attempt)
    return follow_attempt(table, attempt, state)


def seat_players(attempt: Attempt) -> None:
    """Store who sits at the table now: seats may change before the next attempt."""
    seats = attempt.table.seats.filter(player__isnull=False)
    Sitting.objects.bulk_create(Sitting(attempt=attempt, number=seat.number, player=seat.player) for seat in seats)


def ensure_room_for_strong_bots(table: Table, player: Player | None) -> None:
    """Raise TooManyStrongBots if the player runs many tables with the strongest bots, and this is one more.

    Theirs are those that they opened, or at which they sit, with an action within the last day.
    """
    if player is None or not table.seats.filter(bot=strongest_bot(table.game).slug).exists():
        return
    strongest = Q()
    for game in BOTS:
        strongest |= Q(game=game, seats__bot=strongest_bot(game).slug)
    running = Table.objects.filter(strongest, state=Table.State.PLAYING, moved_at__gt=timezone.now() - MOVED_LATELY)
    own = running.filter(Q(opened_by=player) | Q(pk__in=player.seats.values("table"))).exclude(pk=table.pk)
    if own.values("pk").distinct().count() >= MOST_WITH_STRONG_BOTS:
        raise TooManyStrongBots(most=MOST_WITH_STRONG_BOTS)
