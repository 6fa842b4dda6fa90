"""Access to campaigns, for members of the crew only."""

from __future__ import annotations

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404

from logbook.campaigns.models import Campaign, LogEntry
from logbook.crews.access import crews_of, readable_crews_of
from logbook.people.models.players import Player


def campaigns_of(player: Player | None) -> QuerySet[Campaign]:
    """Return the campaigns of the person's crews."""
    return Campaign.objects.filter(crew__in=crews_of(player))


def readable_campaigns_of(player: Player | None) -> QuerySet[Campaign]:
    """Return those, and the campaigns of crews that merged into another one while the person was a member."""
    return Campaign.objects.filter(crew__in=readable_crews_of(player))


def campaign_for(player: Player | None, pk: int) -> Campaign:
    """Return a campaign that the person may read, or 404. The services allow writing only to current members."""
    return get_object_or_404(readable_campaigns_of(player).select_related("crew__became"), pk=pk)


def entry_for(player: Player | None, pk: int, entry: int) -> LogEntry:
    """Return an entry of a readable campaign, removed or not, or 404."""
    entries = LogEntry.objects.filter(campaign__in=readable_campaigns_of(player)).select_related(
        "campaign__crew", "logged_by"
    )
    return get_object_or_404(entries, campaign=pk, pk=entry)
