"""Logbooks for the campaign boards: attempts dealt on the site, and written down by hand."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import uuid4

from logbook.campaigns.models import Campaign, CampaignStanding, LogEntry
from logbook.campaigns.services import campaigns, entries, standings
from logbook.campaigns.services.auto_log import entry_key
from logbook.campaigns.services.entries import Attendee
from logbook.crews.models.crews import Crew, CrewMember
from logbook.people.models.players import Player
from logbook.tables.models import Attempt, Table
from logbook.tables.services import attempt_counts
from tests.conftest import person

DAY = date(2026, 3, 7)
MORNING = datetime(2026, 3, 7, 9, tzinfo=UTC)


def crew_of(name: str, *names: str) -> tuple[Crew, list[Player]]:
    """Return a new crew of these people."""
    crew = Crew.objects.create(name=name, slug=name.casefold().replace(" ", "-"))
    people = [person(one) for one in names]
    for player in people:
        CrewMember.objects.create(crew=crew, player=player)
    return crew, people


def opened(crew: Crew, by: Player, game: str = "planet-nine") -> Campaign:
    return campaigns.open_campaign(crew=crew, by=by, game=game, name="Winter", in_order=False)


def dealt(
    campaign: Campaign, people: Sequence[Player], mission: str = "1", *, won: bool = True, **more: Any
) -> LogEntry:
    """Log an attempt that was dealt on the site. Seats beyond these people are bots'."""
    facts = {"players": len(people), "distress": False, "mixed": False, "after": Attempt.objects.count()} | more
    table = Table.objects.create(
        game=campaign.game, mission=mission, players=facts["players"], crew=campaign.crew, campaign=campaign
    )
    began = MORNING + timedelta(minutes=facts["after"])
    attempt = Attempt.objects.create(
        table=table,
        number=1,
        seed="s",
        rules=1,
        state=Attempt.State.SUCCESS if won else Attempt.State.FAILURE,
        distress=facts["distress"],
        mixed=facts["mixed"],
        ended_at=began,
    )
    Attempt.objects.filter(pk=attempt.pk).update(started_at=began)
    attempt_counts.write_counts_of_tables([table.pk])
    return entries.add_entry(
        campaign=campaign,
        by=None,
        key=entry_key(attempt),
        mission=mission,
        won=won,
        distress=facts["distress"],
        players=facts["players"],
        played_on=DAY,
        source=LogEntry.Source.ONLINE,
        attempt=attempt,
        attendance=[Attendee(player) for player in people],
    )


def by_hand(
    campaign: Campaign, people: Sequence[Player], mission: str = "1", *, won: bool = True, **more: Any
) -> LogEntry:
    facts: dict[str, Any] = {"played_on": DAY, "attendance": [Attendee(player) for player in people]} | more
    return entries.add_entry(campaign=campaign, by=people[0], key=uuid4(), mission=mission, won=won, **facts)


def ranked(*campaigns: Campaign) -> list[dict[str, Any]]:
    """Return the rows of these campaigns after a worker has written them."""
    standings.recompute_standings([campaign.pk for campaign in campaigns])
    return rows_of(*campaigns)


def rows_of(*campaigns: Campaign) -> list[dict[str, Any]]:
    rows = CampaignStanding.objects.filter(campaign__in=campaigns) if campaigns else CampaignStanding.objects.all()
    return [dict(row) for row in rows.order_by("campaign_id", "-kind").values()]


def row_of(campaign: Campaign, kind: str = "proven") -> CampaignStanding:
    return CampaignStanding.objects.get(campaign=campaign, kind=kind)
