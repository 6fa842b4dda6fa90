"""Services of attempts at real tables: hand one out, and end it by a report.

Such an attempt is the crew's next one at the stage. It has the deal of its number, counts from its handout, and cannot
be played online.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from logbook.challenges import contest
from logbook.challenges.exceptions import (
    ChallengeClosed,
    CrewBusy,
    DealNotHandedOut,
    ImpossibleReport,
    NotAtRealTables,
    PlayedOnline,
    ReportedAlready,
    ReportTooLate,
)
from logbook.challenges.models.challenges import Challenge, Stage
from logbook.challenges.models.deal_access import DealAccess
from logbook.challenges.models.handouts import SeatHandout
from logbook.challenges.services import challenges, deal_access
from logbook.challenges.services.sitters import PersonOrName, Sitter, players_among, sitters_of
from logbook.crews.models.crews import Crew
from logbook.people.models.players import Player
from logbook.tables import event_replay
from logbook.tables.exceptions import NotInCrew
from logbook.tables.models import Attempt, Sitting, Table
from logbook.tables.services import attempt_counts, attempts, deals
from logbook.tables.services.attempts import ActionResult, lock_table
from logbook.tables.services.deals import DISTRESS_ACTIVE

Place = Attempt.Place
SLACK = timedelta(minutes=1)
"""Forms give times by the minute."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """A crew's report of an attempt at a real table."""

    success: bool
    distress: bool = False
    tricks: int | None = None
    """The number of tricks played, if the crew counted them."""
    played_at: datetime | None = None
    """The end of the attempt; None for now."""
    sitters: Mapping[int, PersonOrName] = field(default_factory=dict)
    """The person at every seat."""


def hand_out_attempt(
    *, challenge: Challenge, stage: Stage, crew: Crew, player: Player, sitters: Mapping[int, PersonOrName]
) -> ActionResult:
    """Start the crew's next attempt at a stage, at a real table with these people, one on each seat.

    Raises NotAtRealTables for races, CrewBusy, what naming people raises, and what opening the table and dealing
    raise. It is deal access for the player who has it given out: they play the challenge with no other crew, but get
    no seat.
    """
    if not challenge.kind.has_sheets:
        raise NotAtRealTables
    with transaction.atomic():
        table = lock_table(challenges.challenge_table(challenge=challenge, stage=stage, crew=crew, player=player).pk)
        deals.ensure_may_start(table)
        _check_free(table)
        people = sitters_of(table, sitters)
        deal_access.ensure_may_play(table, table.attempts.count() + 1, [player, *players_among(people.values())])
        moved = deals.deal_attempt(table, place=Place.TABLE)
        attempt = Attempt.objects.get(pk=moved.attempt_id)
        attempt.table = table
        _hand_out_seats(attempt, people, player)
        deal_access.record_attempt_access(attempt, player, DealAccess.How.HANDED_OUT)
        return moved


def _hand_out_seats(attempt: Attempt, people: Mapping[int, Sitter], by: Player) -> None:
    """Hand each seat's page to the person who sits there."""
    SeatHandout.objects.bulk_create(
        SeatHandout(attempt=attempt, seat=seat, player=sitter.player, guest=sitter.guest, handed_by=by)
        for seat, sitter in people.items()
    )


def _check_free(table: Table) -> None:
    """Raise CrewBusy while the crew has another attempt of the challenge under way; two cannot begin at once either."""
    if table.stage is None or table.crew_id is None:
        return
    crew = Crew.objects.select_for_update().get(pk=table.crew_id)
    running = Attempt.objects.filter(
        state=Attempt.State.PLAYING, table__crew=crew, table__stage__challenge=table.stage.challenge_id
    )
    other = running.exclude(table=table).select_related("table__stage").first()
    if other is not None and other.table.stage is not None:
        raise CrewBusy(crew=crew.name, stage=other.table.stage.number)


def report_attempt(*, table_id: int, number: int, player: Player, report: Report) -> ActionResult:
    """End an attempt at a real table with the crew's report.

    Raises NotInCrew, DealNotHandedOut, PlayedOnline, ReportedAlready, ReportTooLate, ChallengePaused, PlaysElsewhere,
    ShutOutOfDeal, DealAlreadyKnown, what naming people raises, and ImpossibleReport, which names the field.
    """
    with transaction.atomic():
        table = lock_table(table_id)
        attempt = running_attempt(table, number, player)
        _check_possible(attempt, report)
        people = sitters_of(table, report.sitters)
        deal_access.ensure_may_play(table, number, players_among(people.values()))
        _store_report(attempt, player, report, people)
        return attempts.follow_attempt(table, attempt)


def running_attempt(table: Table, number: int, player: Player) -> Attempt:
    """Return the running attempt of a member's crew at a real table. Raises what forbids a report."""
    _check_member(table, player)
    attempt = _handed_out_attempt(table, number)
    _check_window(table)
    return attempt


def ensure_report_possible(*, table_id: int, number: int, player: Player) -> None:
    """Raise the reason why an attempt cannot be reported, if there is one."""
    running_attempt(Table.objects.select_related("stage__challenge", "crew").get(pk=table_id), number, player)


def _check_member(table: Table, player: Player) -> None:
    if table.crew is None or not table.crew.members.filter(player=player, left_at=None).exists():
        raise NotInCrew


def _handed_out_attempt(table: Table, number: int) -> Attempt:
    attempt = table.attempts.filter(number=number).first()
    if attempt is None:
        raise DealNotHandedOut(number=number)
    if attempt.place != Place.TABLE:
        raise PlayedOnline(number=number)
    if attempt.state == Attempt.State.ABANDONED:
        raise ReportTooLate
    if attempt.state != Attempt.State.PLAYING:
        raise ReportedAlready(number=number)
    attempt.table = table
    return attempt


def _check_window(table: Table) -> None:
    if table.stage is None:
        return
    try:
        contest.ensure_window_open(table.stage.challenge)
    except ChallengeClosed as error:
        raise ReportTooLate from error


def _check_possible(attempt: Attempt, report: Report) -> None:
    most = tricks_of(attempt)
    if report.tricks is not None and report.tricks > most:
        raise ImpossibleReport("tricks", most=most)
    if report.success and report.tricks == 0:
        raise ImpossibleReport("success")
    if report.played_at is not None and not _earliest(attempt) <= report.played_at <= timezone.now():
        raise ImpossibleReport("played_at")


def tricks_of(attempt: Attempt) -> int:
    """Return the number of tricks in the attempt's deal."""
    return int(event_replay.state_of(attempt).view(None)["tricks_total"])


def _earliest(attempt: Attempt) -> datetime:
    return attempt.started_at.replace(second=0, microsecond=0) - SLACK


def _store_report(attempt: Attempt, player: Player, report: Report, people: Mapping[int, Sitter]) -> None:
    attempt.state = Attempt.State.SUCCESS if report.success else Attempt.State.FAILURE
    attempt.distress = report.distress or DISTRESS_ACTIVE in attempt.options.split()
    attempt.tricks = report.tricks or 0
    attempt.ended_at = report.played_at or timezone.now()
    attempt.reported_by = player
    attempt.counts = attempt_counts.counts_of(attempt)
    attempt.save(update_fields=("state", "distress", "tricks", "ended_at", "reported_by", "counts"))
    Sitting.objects.bulk_create(
        Sitting(attempt=attempt, number=seat, player=sitter.player, guest=sitter.guest)
        for seat, sitter in people.items()
    )
    deal_access.record_attempt_access(attempt, player, DealAccess.How.REPORTED)
    for seat, sitter in people.items():
        deal_access.record_attempt_access(attempt, sitter.player, DealAccess.How.SAT, seat, guest=sitter.guest)
