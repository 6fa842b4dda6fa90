"""Services of automatic logging: online attempts become entries of their crew's campaign, once each.

An entry that was corrected or removed since stays unchanged.
"""

from __future__ import annotations

from datetime import datetime
from uuid import NAMESPACE_URL, UUID, uuid5

from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from logbook.campaigns.exceptions import ImpossibleEntry
from logbook.campaigns.models import LogEntry
from logbook.campaigns.services import entries
from logbook.campaigns.services.entries import Attendee
from logbook.crews.models.crews import CrewMember
from logbook.people.models.players import Player
from logbook.people.time_zones import time_zone_of
from logbook.tables import event_replay
from logbook.tables.kinds import games_without, kind_of
from logbook.tables.models import Attempt, Event

SECONDS_A_MINUTE = 60


def log_attempt(*, attempt_id: int) -> LogEntry | None:
    """Log a finished attempt of a table with a campaign; None where there is nothing to log.

    A race that was given up is no entry: it has no result.
    """
    attempt = Attempt.objects.select_related("table__campaign__crew", "table__opened_by").get(pk=attempt_id)
    campaign = attempt.table.campaign
    if campaign is None or attempt.is_at_a_real_table or not kind_of(attempt.table.game).deserves_entry(attempt.state):
        return None
    ended_at = attempt.ended_at or attempt.started_at
    try:
        return entries.add_entry(
            campaign=campaign,
            by=None,
            key=entry_key(attempt),
            mission=attempt.table.mission,
            won=attempt.state in (Attempt.State.SUCCESS, Attempt.State.FINISHED),
            distress=attempt.distress,
            players=attempt.table.players,
            played_on=timezone.localdate(ended_at, time_zone_of(attempt.table.opened_by)),
            minutes=_minutes(attempt, ended_at),
            source=LogEntry.Source.ONLINE,
            attempt=attempt,
            attendance=_attendees(attempt),
        )
    except ImpossibleEntry:
        # A mission that the logbook does not have (any more) is not logged.
        return None


def unlogged_attempts(*, before: datetime) -> list[int]:
    """Return attempts that ended before this time and should be logged but are not: their task was lost."""
    entry = LogEntry.objects.filter(campaign=OuterRef("table__campaign"), attempt=OuterRef("pk"))
    attempts = Attempt.objects.filter(table__campaign__isnull=False, place=Attempt.Place.ONLINE, ended_at__lt=before)
    lost = games_without(lambda kind: kind.deserves_entry(Attempt.State.ABANDONED))
    given_up = Q(table__game__in=lost, state=Attempt.State.ABANDONED)
    unwritten = attempts.exclude(given_up).exclude(state=Attempt.State.PLAYING).exclude(Exists(entry))
    return list(unwritten.order_by("pk").values_list("pk", flat=True))


def log_everything() -> int:
    """Log all missing attempts; return their number."""
    return sum(log_attempt(attempt_id=key) is not None for key in unlogged_attempts(before=timezone.now()))


def entry_key(attempt: Attempt) -> UUID:
    """Return an attempt's entry key, always the same."""
    return uuid5(NAMESPACE_URL, f"crewsite:attempt/{attempt.pk}")


def _minutes(attempt: Attempt, ended_at: datetime) -> int | None:
    """Return the duration; None for a turn-based game over days."""
    minutes = round((ended_at - attempt.started_at).total_seconds() / SECONDS_A_MINUTE)
    return max(1, minutes) if minutes <= entries.LONGEST_MINUTES else None


def _attendees(attempt: Attempt) -> tuple[Attendee, ...]:
    """Return the people by seat: the last to act from a seat, else its present player.

    A player outside the crew sat in as a substitute.
    """
    players = {seat.number: seat.player for seat in attempt.table.seats.select_related("player")}
    acted = Event.objects.filter(attempt=attempt, player__isnull=False).select_related("player").order_by("sequence")
    players |= {event.seat: event.player for event in acted}
    people: dict[int, Player] = {seat: player for seat, player in sorted(players.items()) if player is not None}
    seats = {player.pk: seat for seat, player in people.items()}
    members = set(
        CrewMember.objects.filter(crew=attempt.table.crew_id, player__in=list(seats)).values_list("player", flat=True)
    )
    kind = kind_of(attempt.table.game)
    captain = event_replay.state_of(attempt).view(None)["captain"] if kind.has_tricks else None
    points = dict(enumerate(attempt.scores or ()))
    winners = kind.winners_of(attempt)
    return tuple(
        Attendee(
            player,
            captain=seat == captain,
            substitute=player.pk not in members,
            points=points.get(seat),
            won=seat in winners,
        )
        for seat, player in people.items()
        if seats[player.pk] == seat
    )
