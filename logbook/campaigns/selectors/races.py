"""Selectors of a campaign of races: each scenario's and each person's results, from the entries."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from statistics import mean

import games
from logbook.campaigns.models import Attendance, Campaign, LogEntry
from logbook.campaigns.selectors.entries import attendance_name
from logbook.rounds import text


@dataclass(frozen=True, slots=True)
class ScenarioBox:
    """A scenario as a box of the logbook."""

    mission: str
    title: str
    races: int = 0
    best: int | None = None
    """The most points of a person in the crew."""
    best_by: str = ""
    winners: tuple[tuple[str, int], ...] = ()
    """The winners, and how often each won, the most frequent first."""
    on: date | None = None
    is_next: bool = False
    is_locked: bool = False

    @property
    def won_by(self) -> str:
        """The winners in words."""
        return ", ".join(f"{name} ×{times}" if times > 1 else name for name, times in self.winners)


@dataclass(frozen=True, slots=True)
class Racer:
    """A person of the crew: races, wins and points."""

    name: str
    races: int
    wins: int
    best: int | None
    average: float | None


@dataclass(frozen=True, slots=True)
class RaceLog:
    """The results of a campaign of races."""

    boxes: tuple[ScenarioBox, ...]
    racers: tuple[Racer, ...]
    races: int

    @property
    def raced(self) -> int:
        """The number of scenarios raced."""
        return sum(box.races > 0 for box in self.boxes)

    @property
    def next_box(self) -> ScenarioBox | None:
        """The first scenario not raced yet."""
        return next((box for box in self.boxes if box.is_next), None)

    def box(self, mission: str) -> ScenarioBox:
        """Return the box of a scenario."""
        return next(box for box in self.boxes if box.mission == mission)


def race_log(campaign: Campaign) -> RaceLog:
    """Return the campaign's boxes and people. Removed names appear in no list of people."""
    entries = LogEntry.objects.filter(campaign=campaign, removed_at=None)
    days = dict[str, list[date]]()
    for mission, day in entries.order_by("played_on", "pk").values_list("mission", "played_on"):
        days.setdefault(mission, []).append(day)
    attendances: dict[str, list[Attendance]] = defaultdict(list)
    rows = Attendance.objects.filter(entry__in=entries).select_related("entry", "player", "guest__claimed_by")
    for row in rows.order_by("entry__played_on", "entry", "pk"):
        attendances[row.entry.mission].append(row)
    scenarios = games.GAMES[campaign.game].missions
    following = next((scenario for scenario in scenarios if scenario not in days), None)
    boxes = []
    for scenario in scenarios:
        locked = campaign.in_order and scenario not in days and scenario != following
        boxes.append(_box(scenario, days.get(scenario, ()), attendances[scenario], following, is_locked=locked))
    rows_of_all = (row for rows in attendances.values() for row in rows)
    return RaceLog(tuple(boxes), _racers(rows_of_all), sum(map(len, days.values())))


def _box(
    scenario: str, days: Sequence[date], attendances: Sequence[Attendance], following: str | None, *, is_locked: bool
) -> ScenarioBox:
    scored = [row for row in attendances if row.points is not None]
    best = max(scored, key=lambda row: row.points or 0, default=None)
    return ScenarioBox(
        mission=scenario,
        title=text.mission_title(scenario),
        races=len(days),
        best=best.points if best else None,
        best_by=attendance_name(best) if best else "",
        winners=tuple(Counter(attendance_name(row) for row in attendances if row.won).most_common()),
        on=days[-1] if days else None,
        is_next=scenario == following,
        is_locked=is_locked,
    )


def _racers(rows: Iterable[Attendance]) -> tuple[Racer, ...]:
    by_person: dict[tuple[str, int | None], list[Attendance]] = defaultdict(list)
    for row in rows:
        player = row.player_id or (row.guest.claimed_by_id if row.guest else None)
        if player or row.guest_id:
            by_person[("player", player) if player else ("guest", row.guest_id)].append(row)
    racers = [_racer(own) for own in by_person.values()]
    return tuple(sorted(racers, key=lambda one: (-one.wins, -(one.best or 0), one.name)))


def _racer(own: Sequence[Attendance]) -> Racer:
    points = [row.points for row in own if row.points is not None]
    return Racer(
        name=attendance_name(own[0]),
        races=len(own),
        wins=sum(row.won for row in own),
        best=max(points, default=None),
        average=mean(points) if points else None,
    )
