"""Selectors of campaigns: the logbook's page, a mission's page, an entry with its history.

The logbook's page reads mission logs (`MissionLog`), not entries: its rows do not grow with the number of attempts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from typing import Final
from urllib.parse import urlencode

from django.db.models import Count, Max, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

import games
from logbook.campaigns.models import Campaign, LogEntry, MissionLog
from logbook.campaigns.selectors.entries import attendance_by_entry, entries_page
from logbook.campaigns.selectors.other_crews import Comparison, comparison_of, medians_of_others
from logbook.campaigns.selectors.races import RaceLog, ScenarioBox, race_log
from logbook.rounds import text
from logbook.tables.kinds import kind_of
from logbook.tables.missions import exists, mission_place

TEN: Final = 10
"""The failures after which a crew may note ten and continue."""
LATEST: Final = 6
ENTRIES_A_PAGE: Final = 100
USUAL_PLAYERS: Final = 4
EPILOGUE_ROWS: Final = 8


@dataclass(frozen=True, slots=True)
class MissionBox:
    """A mission as a box of the printed logbook."""

    mission: str
    attempts: int = 0
    won: bool = False
    distress: bool = False
    score: int = 0
    on: date | None = None
    names: str = ""
    is_next: bool = False
    is_locked: bool = False
    median: float | None = None
    """The median of other crews' attempts; None with too few campaigns."""

    @property
    def noted(self) -> bool:
        """True after ten failures, which let a crew continue."""
        return not self.won and self.attempts >= TEN

    @property
    def under_way(self) -> bool:
        """True if the mission was tried, and is neither won nor noted."""
        return 0 < self.attempts < TEN and not self.won


@dataclass(frozen=True, slots=True)
class CampaignPage:
    """A campaign as its logbook."""

    campaign: Campaign
    boxes: tuple[MissionBox, ...]
    since: date
    """The day of its first attempt, or of its opening."""
    entries: int
    """The number of entries."""
    latest: tuple[LogEntry, ...]
    streak: int
    longest: int
    against: Comparison | None
    next_box: MissionBox | None
    next_text: str
    races: RaceLog | None = None
    """The results of a campaign of races."""

    @property
    def own_round(self) -> str:
        """The query of the form of a round at a real table: the next mission, and the latest number of players."""
        query: dict[str, object] = {"campaign": self.campaign.pk}
        if self.next_box is not None:
            query["listed"] = f"{self.campaign.game} {self.next_box.mission}"
        if self.latest and self.latest[0].players:
            query["players"] = self.latest[0].players
        return urlencode(query)

    @property
    def won(self) -> int:
        return sum(box.won for box in self.boxes)

    @property
    def noted(self) -> int:
        return sum(box.noted for box in self.boxes)

    @property
    def printed(self) -> int:
        """The number of missions in the printed logbook."""
        return len(games.GAMES[self.campaign.game].missions)

    @property
    def share(self) -> float:
        """The share of the printed logbook that the crew has won or noted, in percent."""
        return min(100.0, 100 * (self.won + self.noted) / self.printed)

    @property
    def score(self) -> int:
        """The sum over missions won or noted; a mission under way does not count yet."""
        return sum(box.score for box in self.boxes if box.won or box.noted)

    @property
    def signals(self) -> int:
        return sum(box.distress for box in self.boxes)

    @property
    def signal_lies_active(self) -> bool:
        """True while the signal token shows its active side: until the mission under way is won."""
        return self.next_box is not None and self.next_box.distress and not self.next_box.won


@dataclass(frozen=True, slots=True)
class MissionPage:
    """One mission of a campaign, attempt by attempt."""

    campaign: Campaign
    box: MissionBox
    text: str
    entries: tuple[LogEntry, ...]
    more: int
    """The number of older attempts beyond the list."""
    race: ScenarioBox | None = None
    """The scenario's results, in a campaign of races."""


@dataclass(frozen=True, slots=True)
class CampaignRow:
    """A campaign in a list."""

    campaign: Campaign
    won: int
    printed: int
    last_on: date | None


def campaign_rows(campaigns: QuerySet[Campaign]) -> list[CampaignRow]:
    """Return the campaigns: open ones first, the last used in front."""
    won = MissionLog.objects.filter(campaign=OuterRef("pk"), won=True).order_by().values("campaign")
    rows = campaigns.annotate(
        won=Coalesce(Subquery(won.annotate(n=Count("pk")).values("n")), 0), last_on=Max("missions__last_on")
    )
    rows_of_page = [CampaignRow(row, row.won, len(_printed(row.game)), row.last_on) for row in rows]
    return sorted(
        rows_of_page, key=lambda row: (row.campaign.closed_at is not None, -_ordinal(row.last_on), -row.campaign.pk)
    )


def _ordinal(day: date | None) -> int:
    return day.toordinal() if day else 0


def campaign_last_used(campaigns: QuerySet[Campaign]) -> Campaign | None:
    """Return the open campaign with the latest entry."""
    last_entry = LogEntry.objects.filter(campaign=OuterRef("pk")).order_by("-pk").values("pk")[:1]
    return campaigns.filter(closed_at=None).order_by(Coalesce(Subquery(last_entry), 0).desc(), "-pk").first()


# --- the logbook


def campaign_page(campaign: Campaign) -> CampaignPage:
    """Return the logbook's page."""
    logs = _logs(campaign)
    following = mission_next(campaign.game, logs.values())
    world = medians_of_others(campaign.game, campaign.crew_id)
    boxes = _boxes(campaign, logs, following, world)
    streak, longest = streaks(logs.values())
    next_box = next((box for box in boxes if box.is_next), None)
    return CampaignPage(
        campaign=campaign,
        boxes=boxes,
        since=min([timezone.localdate(campaign.opened_at), *(log.first_on for log in logs.values())]),
        entries=LogEntry.objects.filter(campaign=campaign, removed_at=None).count(),
        latest=tuple(entries_page(campaign).order_by("-played_on", "-pk")[:LATEST]),
        streak=streak,
        longest=longest,
        against=comparison_of(logs.values(), world),
        next_box=next_box,
        next_text=tasks_in_short(campaign.game, following) if following else "",
        races=race_log(campaign) if campaign.kind.has_points else None,
    )


def _logs(campaign: Campaign) -> dict[str, MissionLog]:
    """Return the mission logs, each with the entry whose people are shown: the success, or the last failure."""
    entries = LogEntry.objects.filter(campaign=OuterRef("campaign"), mission=OuterRef("mission"), removed_at=None)
    first_success = entries.filter(won=True).order_by("played_on", "pk").values("pk")[:1]
    last = entries.order_by("-played_on", "-pk").values("pk")[:1]
    logs = MissionLog.objects.filter(campaign=campaign)
    return {log.mission: log for log in logs.annotate(entry=Coalesce(Subquery(first_success), Subquery(last)))}


def _boxes(
    campaign: Campaign, logs: Mapping[str, MissionLog], following: str | None, world: Mapping[str, float]
) -> tuple[MissionBox, ...]:
    names = attendance_by_entry([log.entry for log in logs.values()])  # type: ignore[attr-defined]  # `_logs` annotates it.
    printed = _printed(campaign.game)
    beyond = {*logs, *([following] if following else [])} - set(printed)
    missions = [*printed, *sorted(beyond, key=number_of)]
    locked_from = number_of(following) if campaign.in_order and following else None
    return tuple(
        _box(
            mission,
            logs.get(mission),
            names,
            is_next=mission == following,
            is_locked=locked_from is not None and number_of(mission) > locked_from and mission not in logs,
            median=world.get(mission),
        )
        for mission in missions
    )


def _box(
    mission: str,
    log: MissionLog | None,
    names: Mapping[int, str],
    *,
    is_next: bool,
    is_locked: bool,
    median: float | None,
) -> MissionBox:
    if log is None:
        return MissionBox(mission, is_next=is_next, is_locked=is_locked, median=median)
    return MissionBox(
        mission=mission,
        attempts=log.attempts,
        won=log.won,
        distress=log.distress,
        score=log.score,
        on=log.last_on,
        names=names.get(log.entry, ""),  # type: ignore[attr-defined]  # `_logs` annotates it.
        is_next=is_next,
        median=median,
    )


def mission_next(game: str, logs: Iterable[MissionLog]) -> str | None:
    """Return the first mission that is neither won nor noted; an epilogue follows the printed ones."""
    closed_missions = {log.mission for log in logs if log.won or log.attempts >= TEN}
    printed = _printed(game)
    following = next((mission for mission in printed if mission not in closed_missions), None)
    if following is not None:
        return following
    number = len(printed) + 1
    while str(number) in closed_missions:
        number += 1
    return str(number) if exists(game, str(number)) else None


def crew_next(rows: Iterable[CampaignRow]) -> tuple[Campaign, str] | None:
    """Return the open campaign that was used last, and its next mission."""
    campaign = next((row.campaign for row in rows if row.campaign.closed_at is None), None)
    mission = mission_next(campaign.game, _logs(campaign).values()) if campaign else None
    return (campaign, mission) if campaign and mission else None


def is_mission(game: str, mission: str) -> bool:
    """Return whether the game's logbook has this mission."""
    return exists(game, mission)


def tasks_in_short(game: str, mission: str) -> str:
    """Return the amount of tasks of a mission, in short; "" for one imported before the logbook had an end."""
    if not kind_of(game).is_numbered or not exists(game, mission):
        return ""
    facts = games.describe(games.Setup(game, mission, USUAL_PLAYERS)).params
    return text.mission_in_short(mission, facts).partition(" · ")[2]


def _printed(game: str) -> tuple[str, ...]:
    return games.GAMES[game].missions if game in games.GAMES else ()


number_of = mission_place
"""The place of a mission in the printed logbook, or of a scenario in its book; 0 without one."""


def streaks(logs: Iterable[MissionLog]) -> tuple[int, int]:
    """Return the current and longest streak: missions in a row won at the first attempt without a distress signal."""
    won_logs = sorted((log for log in logs if log.won), key=lambda log: (log.last_on, number_of(log.mission)))
    streak_lengths = [
        (clean, sum(1 for _log in own)) for clean, own in groupby(won_logs, key=lambda log: log.score == 1)
    ]
    now = streak_lengths[-1][1] if streak_lengths and streak_lengths[-1][0] else 0
    return now, max((length for clean, length in streak_lengths if clean), default=0)


# --- one mission


def mission_page(campaign: Campaign, mission: str) -> MissionPage:
    """Return the attempts at one mission, in playing order; only the latest, if there are very many."""
    entries = entries_page(campaign).filter(mission=mission)
    total = entries.count()
    latest = list(entries.order_by("-played_on", "-pk")[:ENTRIES_A_PAGE])
    logs, world = _logs(campaign), medians_of_others(campaign.game, campaign.crew_id)
    boxes = _boxes(campaign, logs, mission_next(campaign.game, logs.values()), world)
    box = next((box for box in boxes if box.mission == mission), MissionBox(mission))
    text = tasks_in_short(campaign.game, mission)
    race = race_log(campaign).box(mission) if campaign.kind.has_points else None
    return MissionPage(campaign, box, text, tuple(reversed(latest)), total - len(latest), race)


def missions_offered(campaign: Campaign) -> list[tuple[str, str]]:
    """Return the missions that can be logged now, each with its amount of tasks."""
    logs = _logs(campaign)
    following = mission_next(campaign.game, logs.values())
    boxes = _boxes(campaign, logs, following, {})
    missions = [box.mission for box in boxes if not box.is_locked]
    if not campaign.in_order:
        last = max(map(number_of, missions), default=0)
        further = (str(last + step) for step in range(1, EPILOGUE_ROWS + 1))
        missions += [mission for mission in further if exists(campaign.game, mission)]
    offered = [mission for mission in missions if exists(campaign.game, mission)]
    if not campaign.kind.is_numbered:
        return [(mission, text.mission_title(mission)) for mission in offered]
    return [(mission, f"{mission} · {tasks_in_short(campaign.game, mission)}") for mission in offered]


def mission_preset(campaign: Campaign, requested: str = "") -> str:
    """Return the preset mission of a new entry: the requested one if it exists, the next, or the last one played."""
    if requested and exists(campaign.game, requested):
        return requested
    logs = MissionLog.objects.filter(campaign=campaign)
    last = LogEntry.objects.filter(campaign=campaign, removed_at=None).order_by("-pk").values_list("mission", flat=True)
    if not campaign.in_order and (mission := last.first()) and logs.filter(mission=mission, won=False).exists():
        return mission
    return mission_next(campaign.game, logs) or last.first() or _printed(campaign.game)[0]
