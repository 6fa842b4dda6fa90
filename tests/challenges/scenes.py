"""Scenes of challenges: created, prepared, and ended without playing."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from logbook.challenges.models.challenges import Challenge, Stage
from logbook.challenges.services import challenges
from logbook.challenges.services.challenges import ChallengePlan
from logbook.clubs.models import Club
from logbook.crews.models.crews import Crew
from logbook.leaderboards import tasks
from logbook.people.models.players import Player
from logbook.tables.models import Attempt, Table
from logbook.tables.services import attempts, deals, tables

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


def make(club: Club, by: Player, **wishes: object) -> Challenge:
    plan = {
        "title": "Week 47",
        "game": "planet-nine",
        "missions": ["1", "4"],
        "players": 3,
        "opens_at": NOON,
        "closes_at": NOON + 2 * HOUR,
        "max_attempts": 3,
    }
    return challenges.create_challenge(club=club, by=by, plan=ChallengePlan(**(plan | wishes)))  # type: ignore[arg-type]


def stage_of(challenge: Challenge, number: int = 1) -> Stage:
    return challenge.stages.get(number=number)


def table_of(challenge: Challenge, crew: Crew, player: Player, number: int = 1) -> Table:
    """The crew's table at a stage, bots on the other seats."""
    table = challenges.open_challenge_table(
        challenge=challenge, stage=stage_of(challenge, number), crew=crew, player=player
    )
    for seat in table.seats.filter(player=None):
        tables.put_bot(table_id=table.pk, by=player, number=seat.number, bot="careful")
    table.refresh_from_db()
    return table


def deal(table: Table, player: Player) -> Attempt:
    deals.start_attempt(table_id=table.pk, player=player)
    table.refresh_from_db()
    return table.attempts.get(state="playing")


def end(table: Table, *, won: bool, distress: bool = False) -> None:
    """End the running attempt as if it had been played so."""
    attempt = table.attempts.get(state="playing")
    attempt.state = "success" if won else "failure"
    attempt.distress, attempt.ended_at, attempt.waiting_on = distress, NOON, []
    attempt.save()
    attempts.follow_attempt(table, attempt)
    tasks.recompute_results.delay(table.pk)
    table.refresh_from_db()
