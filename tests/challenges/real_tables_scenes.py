"""Scenes that the tests of real tables share with others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from logbook.challenges.models.challenges import Challenge
from logbook.challenges.services import reports
from logbook.challenges.services.reports import Report
from logbook.challenges.services.sitters import PersonOrName
from logbook.crews.models.crews import Crew
from logbook.leaderboards import tasks as leaderboards_tasks
from logbook.people.models.players import Player
from logbook.tables.models import Attempt
from tests.challenges.scenes import stage_of

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Ed")


def guests(players: int, **told: PersonOrName) -> dict[int, PersonOrName]:
    """Guests on every seat, but for who is told of: `s0=bob`."""
    return {seat: told.get(f"s{seat}", NAMES[seat]) for seat in range(players)}


def hand_out(challenge: Challenge, crew: Crew, player: Player, number: int = 1, **told: PersonOrName) -> Attempt:
    """The crew's next attempt at a stage, for its own table, where guests sit."""
    stage, sitters = stage_of(challenge, number), guests(challenge.players, **told)
    moved = reports.hand_out_attempt(challenge=challenge, stage=stage, crew=crew, player=player, sitters=sitters)
    return Attempt.objects.select_related("table__stage__challenge").get(pk=moved.attempt_id)


def tell(
    attempt: Attempt,
    player: Player,
    *,
    success: bool = True,
    sitters: Mapping[int, PersonOrName] | None = None,
    **result: Any,
) -> None:
    """Report the attempt: a success by default, with guests on all seats that `sitters` leaves out."""
    people = guests(attempt.table.players, **{f"s{seat}": person for seat, person in (sitters or {}).items()})
    report = Report(success=success, sitters=people, **result)
    reports.report_attempt(table_id=attempt.table_id, number=attempt.number, player=player, report=report)
    leaderboards_tasks.recompute_results.delay(attempt.table_id)
    attempt.refresh_from_db()
