"""The attempts of logbooks as the campaign boards count them, in a fixed number of queries for many campaigns.

What was dealt on the site counts as it was played: neither a correction nor a removal of its entry changes that.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time
from typing import Any, NamedTuple

from logbook.campaigns.models import Attendance, Campaign, LogEntry, LogEntryChange
from logbook.campaigns.scoring import PlayedAttempt
from logbook.tables.counting import Counts
from logbook.tables.models import Attempt

People = Mapping[int, list[str]]
"""The people of entries, each by kind and key."""


@dataclass(slots=True)
class LogbookAttempts:
    """The attempts of one campaign, in playing order."""

    dealt: list[PlayedAttempt] = field(default_factory=list)
    """The attempts that were dealt on the site, as they were played."""
    written: list[PlayedAttempt] = field(default_factory=list)
    """The entries as the crew keeps them."""


class _Entry(NamedTuple):
    """The columns of an entry, and of the attempt behind it."""

    pk: int
    campaign: int
    mission: str
    won: bool
    distress: bool
    players: int | None
    played_on: date
    removed_at: datetime | None
    attempt: int | None
    state: str | None
    signalled: bool | None
    counts: int | None
    started_at: datetime | None
    dealt_mission: str | None
    seats: int | None

    @property
    def counts_for_people(self) -> bool:
        """False where a stand-in decided: what was dealt for a logbook, at a free table, counts for less then.

        Bots on seats are another question: then the people are not complete (`_complete`).
        """
        return self.counts is None or self.counts >= Counts.PEOPLE


COLUMNS = (
    *("pk", "campaign_id", "mission", "won", "distress", "players", "played_on", "removed_at", "attempt_id"),
    *("attempt__state", "attempt__distress", "attempt__counts", "attempt__started_at"),
    *("attempt__table__mission", "attempt__table__players"),
)


def attempts_of(campaigns: Collection[Campaign]) -> dict[int, LogbookAttempts]:
    """Return the attempts by campaign; campaigns without any are left out."""
    crews = {campaign.pk: campaign.crew_id for campaign in campaigns}
    written, dealt = _people_written(crews), _people_dealt(crews)
    found: dict[int, LogbookAttempts] = defaultdict(LogbookAttempts)
    rows = LogEntry.objects.filter(campaign__in=crews).order_by("campaign_id", "played_on", "pk")
    for row in rows.values_list(*COLUMNS).iterator(chunk_size=5_000):
        entry = _Entry(*row)
        logbook, people = found[entry.campaign], written.get(entry.pk, [])
        if entry.attempt is not None:
            logbook.dealt.append(_dealt(entry, dealt.get(entry.pk, people)))
        if entry.removed_at is None:
            logbook.written.append(_written(entry, people))
    for logbook in found.values():
        logbook.dealt.sort(key=lambda attempt: attempt.at)
    return dict(found)


def _dealt(entry: _Entry, people: list[str]) -> PlayedAttempt:
    return PlayedAttempt(
        mission=entry.dealt_mission or entry.mission,
        won=entry.state == Attempt.State.SUCCESS,
        distress=bool(entry.signalled),
        people=_complete(people, entry.seats) if entry.counts_for_people else (),
        at=entry.started_at or _midnight(entry.played_on),
        by_hand=False,
    )


def _written(entry: _Entry, people: list[str]) -> PlayedAttempt:
    return PlayedAttempt(
        mission=entry.mission,
        won=entry.won,
        distress=entry.distress,
        people=_complete(people, entry.players) if entry.counts_for_people else (),
        at=_midnight(entry.played_on),
        by_hand=entry.attempt is None,
    )


def _complete(people: list[str], players: int | None) -> tuple[str, ...]:
    """Return the people in order; none if a seat was a bot's, or if some are not noted."""
    return tuple(sorted(people)) if players is not None and len(people) == players else ()


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)


# --- who was there


def _people_written(crews: Mapping[int, int]) -> People:
    """Return the people by entry, as the entries say now."""
    found: dict[int, list[str]] = defaultdict(list)
    rows = Attendance.objects.filter(entry__campaign__in=crews).order_by()
    columns = ("entry_id", "entry__campaign_id", "player_id", "guest_id", "guest__claimed_by_id")
    for entry, campaign, player, guest, claimed_by in rows.values_list(*columns).iterator(chunk_size=10_000):
        found[entry].append(_person(player or claimed_by, guest, crews[campaign]))
    return found


def _people_dealt(crews: Mapping[int, int]) -> People:
    """Return the people of online attempts whose entry was corrected: those that the site had noted."""
    changes = LogEntryChange.objects.filter(
        entry__campaign__in=crews, entry__attempt__isnull=False, before__has_key="attendance"
    )
    rows = changes.order_by("-pk").values_list("entry_id", "entry__campaign_id", "before")
    # Of several corrections the first one remains.
    return {entry: list(_people_before(before["attendance"], crews[campaign])) for entry, campaign, before in rows}


def _people_before(attendance: Iterable[Mapping[str, Any]], crew: int) -> Iterable[str]:
    return (_person(row.get("player"), row.get("guest"), crew) for row in attendance)


def _person(player: int | None, guest: int | None, crew: int) -> str:
    """Return a person by kind and key. Removed names of a crew are alike, and like no other's."""
    if player is not None:
        return f"p{player}"
    return f"x{crew}" if guest is None else f"g{guest}"
