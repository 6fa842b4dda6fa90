"""Services of campaigns: open, close, and derive each mission's result from the entries.

Mission logs (`MissionLog`) are a projection of the entries. The same function writes them after one changed entry and
in a full recomputation, so both give the same rows.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import date
from itertools import groupby
from operator import itemgetter
from typing import Final, NamedTuple

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone

import games
from logbook.campaigns.exceptions import ImpossibleEntry, NamelessCampaign, NotYourLogbook, UnknownGame
from logbook.campaigns.models import Campaign, LogEntry, MissionLog
from logbook.campaigns.services import standings
from logbook.challenges import policies
from logbook.crews.exceptions import NotAFounder
from logbook.crews.models.crews import Crew
from logbook.crews.services.crews import is_founder, is_member
from logbook.lib.batches import keys_of
from logbook.people.models.players import Player
from logbook.rounds import text
from logbook.tables.missions import exists, mission_place

TEN: Final = 10
"""The failed attempts after which a crew may note ten, and continue."""
NAME_LENGTH: Final = 80
LONGEST_SHORT_NAME: Final = 20
"""The most characters of an invalid mission that a message repeats."""
CAMPAIGNS_PER_BATCH: Final = 200


class CountedAttempt(NamedTuple):
    """An entry's attempt, as far as mission logs need it."""

    won: bool
    distress: bool
    played_on: date
    copied: bool = False


def open_campaign(*, crew: Crew, by: Player, game: str, name: str, in_order: bool = True) -> Campaign:
    """Open a campaign of the crew. Raises NotYourLogbook, UnknownGame, NamelessCampaign."""
    if not is_member(crew, by):
        raise NotYourLogbook
    if game not in games.GAMES:
        raise UnknownGame
    name = " ".join(name.split())
    if not 0 < len(name) <= NAME_LENGTH:
        raise NamelessCampaign
    return Campaign.objects.create(crew=crew, game=game, name=name, in_order=in_order, opened_by=by)


@transaction.atomic
def close_campaign(*, campaign_id: int, by: Player) -> None:
    """Close the campaign, as a founder. Raises NotYourLogbook, NotAFounder.

    A repeated call changes nothing.
    """
    campaign = _lock_as_founder(campaign_id, by)
    if campaign.closed_at is None:
        campaign.closed_at = timezone.now()
        campaign.save(update_fields=("closed_at",))


@transaction.atomic
def reopen_campaign(*, campaign_id: int, by: Player) -> None:
    """Reopen the campaign, as a founder. Raises NotYourLogbook, NotAFounder. A repeated call changes nothing."""
    campaign = _lock_as_founder(campaign_id, by)
    if campaign.closed_at is not None:
        campaign.closed_at = None
        campaign.save(update_fields=("closed_at",))


def _lock_as_founder(campaign_id: int, by: Player) -> Campaign:
    campaign = lock_campaign(campaign_id, by)
    if not is_founder(campaign.crew, by):
        raise NotAFounder
    return campaign


def lock_campaign(campaign_id: int, by: Player | None) -> Campaign:
    """Lock the campaign until this transaction ends. `by` is None for the site itself.

    Raises NotYourLogbook.
    """
    campaign = Campaign.objects.select_for_update(of=("self",)).select_related("crew").get(pk=campaign_id)
    if by is not None and not is_member(campaign.crew, by):
        raise NotYourLogbook
    return campaign


# --- mission logs


def mark_copies(campaign_id: int) -> None:
    """Mark entries that also stand in the original campaign: that one counts in the statistics of all crews."""
    originals = LogEntry.objects.filter(campaign=OuterRef("campaign__copied_from"), key=OuterRef("key"))
    LogEntry.objects.filter(Exists(originals), campaign=campaign_id, copied=False).update(copied=True)


@transaction.atomic
def recompute_missions(campaign_id: int, missions: Collection[str] | None = None) -> None:
    """Rewrite what follows from changed entries: the logs of these missions (None: all), and, later, the standing."""
    _recompute_logs(campaign_id, missions)
    standings.mark_changed(Campaign.objects.filter(pk=campaign_id))


def _recompute_logs(campaign_id: int, missions: Collection[str] | None = None) -> None:
    with transaction.atomic():
        campaign = Campaign.objects.select_for_update().get(pk=campaign_id)
        entries = LogEntry.objects.filter(campaign=campaign, removed_at=None)
        boxes = MissionLog.objects.filter(campaign=campaign)
        if missions is not None:
            entries, boxes = entries.filter(mission__in=missions), boxes.filter(mission__in=missions)
        rows = entries.order_by("mission", "played_on", "pk").values_list("mission", *CountedAttempt._fields)
        _write_mission_logs(campaign, boxes.in_bulk(field_name="pk"), rows.iterator(chunk_size=5_000))


def recompute_all_missions() -> int:
    """Rewrite the mission logs of all campaigns; return the number of campaigns."""
    settled = 0
    for keys in keys_of(Campaign.objects.all(), CAMPAIGNS_PER_BATCH):
        for key in keys:
            _recompute_logs(key)
        settled += len(keys)
    return settled


COLUMNS: Final = ("game", "original", "won", "attempts", "distress", "score", "first_on", "last_on")


def _write_mission_logs(
    campaign: Campaign, stored: dict[int, MissionLog], rows: Iterable[tuple[str, bool, bool, date, bool]]
) -> None:
    """Write mission logs that differ, and leave the others alone."""
    by_mission = {box.mission: box for box in stored.values()}
    logs = [
        mission_log_of(campaign, mission, [CountedAttempt(*row[1:]) for row in own])
        for mission, own in groupby(rows, key=itemgetter(0))
    ]
    changed_logs = [box for box in logs if not _same(box, by_mission.get(box.mission))]
    MissionLog.objects.bulk_create(
        changed_logs, update_conflicts=True, unique_fields=("campaign", "mission"), update_fields=COLUMNS
    )
    obsolete = by_mission.keys() - {box.mission for box in logs}
    if obsolete:
        MissionLog.objects.filter(pk__in=[by_mission[mission].pk for mission in obsolete]).delete()


def _same(box: MissionLog, stored: MissionLog | None) -> bool:
    return stored is not None and all(getattr(box, name) == getattr(stored, name) for name in COLUMNS)


def mission_log_of(campaign: Campaign, mission: str, history: list[CountedAttempt]) -> MissionLog:
    """Return the mission log of attempts in playing order, unsaved.

    It counts in the statistics of all crews if its last counted entry is not copied: the success, or the last failure.
    Attempts after the first success do not count. A mission that is not won costs ten at most: the printed logbook lets
    a crew note ten and continue.
    """
    first_success = next((number for number, attempt in enumerate(history, start=1) if attempt.won), None)
    counted_attempts = history[:first_success]
    distress = any(attempt.distress for attempt in counted_attempts)
    attempts = len(counted_attempts)
    return MissionLog(
        campaign=campaign,
        game=campaign.game,
        mission=mission,
        original=not counted_attempts[-1].copied,
        won=first_success is not None,
        attempts=attempts,
        distress=distress,
        score=policies.score(attempts=attempts if first_success else min(attempts, TEN), distress=distress),
        first_on=counted_attempts[0].played_on,
        last_on=counted_attempts[-1].played_on,
    )


def next_mission(campaign: Campaign) -> str | None:
    """Return the first mission that is neither won nor noted with ten; None after the last one.

    An epilogue follows the last printed mission, as far as it exists.
    """
    missions = closed_missions(campaign)
    for mission in games.GAMES[campaign.game].missions:
        if mission not in missions:
            return mission
    return _epilogue_next(campaign.game, missions)


def ensure_mission_possible(campaign: Campaign, mission: str) -> None:
    """Raise ImpossibleEntry for a mission outside the logbook or ahead of the order. Earlier missions are possible."""
    if not exists(campaign.game, mission):
        raise ImpossibleEntry("mission", mission=mission[:LONGEST_SHORT_NAME])
    if not campaign.in_order:
        return
    following = next_mission(campaign)
    if (
        following is not None
        and mission_place(mission) > mission_place(following)
        and mission not in closed_missions(campaign)
    ):
        if not campaign.kind.is_numbered:
            mission, following = text.mission_title(mission), text.mission_title(following)
            raise ImpossibleEntry("scenarios", mission=mission, next=following)
        raise ImpossibleEntry("order", mission=mission, next=following)


def closed_missions(campaign: Campaign) -> set[str]:
    """Return the missions that are won, or that a crew may leave behind."""
    boxes = MissionLog.objects.filter(campaign=campaign).values_list("mission", "won", "attempts")
    return {mission for mission, won, attempts in boxes if won or attempts >= TEN}


def _epilogue_next(game: str, missions: Collection[str]) -> str | None:
    number = len(games.GAMES[game].missions) + 1
    while str(number) in missions:
        number += 1
    return str(number) if exists(game, str(number)) else None
