"""Receivers of leaderboards, and the runs of a guest who signs in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from logbook.challenges import signals as challenges
from logbook.crews import signals as crews
from logbook.crews.models.crews import Crew
from logbook.crews.models.guests import Guest
from logbook.leaderboards.models.runs import Run
from logbook.leaderboards.services import results, runs
from logbook.lib import queue
from logbook.people import handover
from logbook.people.models.players import Player
from logbook.tables.counting import Counts
from logbook.tables.models import Attempt, Sitting, Table
from logbook.tables.signals import attempt_ended


def listen() -> None:
    """Connect the receivers, and register the rewriting of a guest's runs."""
    attempt_ended.connect(_attempt_ended, dispatch_uid="leaderboards")
    crews.member_forgotten.connect(_member_forgotten, dispatch_uid="leaderboards")
    challenges.outcomes_changed.connect(_outcomes_changed, dispatch_uid="leaderboards")
    challenges.challenge_over.connect(_challenge_over, dispatch_uid="leaderboards")
    crews.crew_merged.connect(_crew_merged, dispatch_uid="leaderboards")
    crews.guest_changed.connect(_guest_changed, dispatch_uid="leaderboards")
    handover.follow(_runs)


# --- tables


def _attempt_ended(*, table: Table, attempt: Attempt, **_params: Any) -> None:
    """Queue the count of the table; the tables of a challenge that is being closed are counted all at once.

    At a free table even a win that counts for nothing changes a run: until then it was one of its attempts.
    """
    is_counted = table.is_free or (attempt.counts or Counts.NOTHING) >= Counts.CHALLENGE
    if is_counted and (table.stage is None or not table.stage.challenge.is_being_counted):
        queue.later("leaderboards.recompute_results", table.pk)


# --- a guest signs in


def _runs(guest: Player, player: Player) -> None:
    """Write the guest's runs anew: they follow from the seats in attempts, which have been handed over before."""
    shared = Run.objects.filter(attempt__sittings__player=player, people__contains=f"p{guest.pk}")
    runs.write_runs_of_tables(set(shared.values_list("attempt__table", flat=True)))


# --- crews


def _guest_changed(*, guest: Guest, **_params: Any) -> None:
    """Count the guest's attempts at real tables as the player's, or as the guest's again."""
    runs.write_runs_of_tables(set(guest.sittings.values_list("attempt__table", flat=True)))


def _member_forgotten(*, crew: Crew, player: Player, **_params: Any) -> None:
    """Remove the player from the results of the crew's tables outside challenges."""
    tables = Table.objects.filter(crew=crew, stage=None)
    anonymous = Sitting.objects.filter(attempt__table__in=tables, player=None, guest=None)
    # Where the player sits elsewhere, the run loses the attempts that are no longer theirs.
    others = Run.objects.filter(attempt__sittings__player=player, people__contains=f"p{player.pk}")
    touched = (anonymous.values_list("attempt__table", flat=True), others.values_list("attempt__table", flat=True))
    runs.write_runs_of_tables({table for tables in touched for table in tables})


def _crew_merged(*, crew: Crew, into: Crew, **_params: Any) -> None:
    """Name the crew that holds the merged crew's free tables now."""
    Run.objects.filter(crew=crew, attempt__table__crew=into).update(crew=into)


# --- challenges


def _outcomes_changed(*, challenge_id: int, tables: Sequence[int], **_params: Any) -> None:
    results.count_ruled_tables(challenge_id=challenge_id, tables=tables)


def _challenge_over(*, challenge_id: int, **_params: Any) -> None:
    results.count_challenge(challenge_id=challenge_id)
