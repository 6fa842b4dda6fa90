"""Services of campaign standings: a worker writes them from the entries, campaign by campaign or all of them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Final

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet

import games
from logbook.campaigns.models import Campaign, CampaignStanding
from logbook.campaigns.scoring import LogbookFigures, PlayedAttempt, figures_of
from logbook.campaigns.services.logbook_attempts import LogbookAttempts, attempts_of
from logbook.lib import queue
from logbook.lib.batches import keys_of
from logbook.tables.kinds import games_not_won

CAMPAIGNS_PER_BATCH: Final = 500
SCORES_APART: Final = 1_000_000
"""More than the scores of a logbook add up to: one more mission won outweighs them all."""
FIGURES: Final = (
    *("game", "players", "people", "first_at", "missions_won", "score", "clean_missions", "streak", "ironman"),
    *("rank_key", "is_first"),
)
Kind = CampaignStanding.Kind


def mark_changed(campaigns: QuerySet[Campaign]) -> None:
    """Have a worker write the standings of these campaigns. Runs inside the transaction that changed them."""
    keys = list(campaigns.order_by("pk").values_list("pk", flat=True).distinct())
    Campaign.objects.filter(pk__in=keys, standing_due=False).update(standing_due=True)
    for key in keys:
        queue.later("campaigns.recompute_standing", key)


def changed_campaigns() -> list[int]:
    """Return the campaigns that a worker has still to rank."""
    return list(Campaign.objects.filter(standing_due=True).order_by("pk").values_list("pk", flat=True))


def recompute_everything() -> int:
    """Rewrite the standings of all campaigns; return how many there are."""
    for keys in keys_of(Campaign.objects.all(), CAMPAIGNS_PER_BATCH):
        recompute_standings(keys)
    decide_undecided()
    return CampaignStanding.objects.count()


def recompute_standings(campaigns: Sequence[int]) -> None:
    """Rewrite the standings of these campaigns; unchanged ones are left alone. Idempotent."""
    with transaction.atomic():
        locked = list(Campaign.objects.select_for_update().filter(pk__in=campaigns).order_by("pk"))
        Campaign.objects.filter(pk__in=campaigns, standing_due=True).update(standing_due=False)
        people = _write([campaign.pk for campaign in locked])
    # Only now do all workers see the rows that were written at the same time.
    decide_firsts(people)


def _write(campaigns: Sequence[int]) -> set[str]:
    """Write the rows that differ; return the people whose first logbook is to be decided."""
    stored = {(row.campaign_id, row.kind): row for row in CampaignStanding.objects.filter(campaign__in=campaigns)}
    rows = {(row.campaign_id, row.kind): row for row in _rows(campaigns)}
    obsolete = [row for key, row in stored.items() if key not in rows]
    changed = [row for key, row in rows.items() if not _is_same(row, stored.get(key))]
    moved = [row for row in changed if row.is_first is None]
    moved_from = [stored[key] for row in moved if (key := (row.campaign_id, row.kind)) in stored]
    people = {row.people for row in (*obsolete, *moved, *moved_from)}
    _reopen(people)
    CampaignStanding.objects.filter(pk__in=[row.pk for row in obsolete]).delete()
    CampaignStanding.objects.bulk_create(
        changed, update_conflicts=True, unique_fields=("campaign", "kind"), update_fields=FIGURES
    )
    return people


def _is_same(row: CampaignStanding, stored: CampaignStanding | None) -> bool:
    """Return whether the row is stored already. One of the same people since the same time keeps its decision."""
    if stored is not None and (stored.people, stored.first_at) == (row.people, row.first_at):
        row.is_first = stored.is_first
    return stored is not None and all(getattr(row, name) == getattr(stored, name) for name in FIGURES)


def _reopen(people: Collection[str]) -> None:
    """Mark all logbooks of these people as undecided, so that a sweep finds them if this worker dies."""
    rows = CampaignStanding.objects.select_for_update().filter(people__in=people).order_by("pk")
    CampaignStanding.objects.filter(pk__in=[row.pk for row in rows]).update(is_first=None)


# --- the first logbook of the same people


def decide_firsts(people: Iterable[str]) -> None:
    """Decide which logbooks of these people are their first ones: one for each game and kind."""
    remaining = sorted(people)
    while remaining:
        _decide(remaining[:CAMPAIGNS_PER_BATCH])
        remaining = remaining[CAMPAIGNS_PER_BATCH:]


def decide_undecided() -> None:
    """Decide what a worker that died has left undecided."""
    undecided = CampaignStanding.objects.filter(is_first=None).order_by()
    decide_firsts(undecided.values_list("people", flat=True).distinct())


@transaction.atomic
def _decide(people: Sequence[str]) -> None:
    rows = CampaignStanding.objects.select_for_update().filter(people__in=people)
    ordered = rows.order_by("people", "game", "kind", "first_at", "campaign_id")
    changed = []
    for _key, own in groupby(ordered, key=attrgetter("people", "game", "kind")):
        for number, row in enumerate(own):
            if row.is_first != (number == 0):
                row.is_first = number == 0
                changed.append(row)
    CampaignStanding.objects.bulk_update(changed, ("is_first",), batch_size=CAMPAIGNS_PER_BATCH)


# --- a campaign's rows


def _rows(campaigns: Sequence[int]) -> Iterator[CampaignStanding]:
    counted = list(_counted_campaigns().filter(pk__in=campaigns))
    attempts = attempts_of(counted)
    for campaign in counted:
        yield from _rows_of(campaign, attempts.get(campaign.pk, LogbookAttempts()))


def _counted_campaigns() -> QuerySet[Campaign]:
    """Return the logbooks that count: of a logbook and its copies one, in the crew that goes on with it.

    A merged crew's logbook goes on in the copy of the crew it became; a crew that split off began with a copy.
    """
    copy = Campaign.objects.filter(copied_from=OuterRef("pk"), crew=OuterRef("crew__became"))
    goes_on = Q(copied_from=None) | Q(copied_from__crew__became=F("crew"))
    own = Campaign.objects.filter(goes_on, came_as_copy=False).exclude(game__in=games_not_won())
    return own.filter(~Exists(copy)).order_by("pk")


def _rows_of(campaign: Campaign, attempts: LogbookAttempts) -> Iterator[CampaignStanding]:
    missions = games.GAMES[campaign.game].missions if campaign.game in games.GAMES else ()
    dealt, written = figures_of(attempts.dealt, missions), figures_of(attempts.written, missions)
    if dealt is not None:
        yield _row(campaign, Kind.PROVEN, dealt)
    if written is not None and _is_by_hand(attempts.written, written.people):
        yield _row(campaign, Kind.BY_HAND, written)


def _is_by_hand(attempts: Iterable[PlayedAttempt], people: tuple[str, ...]) -> bool:
    return any(attempt.by_hand and attempt.people == people for attempt in attempts)


def _row(campaign: Campaign, kind: Kind, figures: LogbookFigures) -> CampaignStanding:
    columns = figures._asdict() | {"people": " ".join(figures.people)}
    return CampaignStanding(
        campaign=campaign,
        kind=kind,
        game=campaign.game,
        players=len(figures.people),
        rank_key=figures.score - SCORES_APART * figures.missions_won,
        **columns,
    )
