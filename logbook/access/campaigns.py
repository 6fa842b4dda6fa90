"""A crew's logbook is there for its members, and for nobody else."""

from __future__ import annotations

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404

from logbook.access.clubs import crews_of
from logbook.models import Campaign, Line, Player


def campaigns_of(player: Player | None) -> QuerySet[Campaign]:
    """The campaigns of the person's crews."""
    return Campaign.objects.filter(crew__in=crews_of(player))


def campaign_for(player: Player | None, pk: int) -> Campaign:
    """A campaign of one of the person's crews, or 404."""
    return get_object_or_404(campaigns_of(player).select_related("crew"), pk=pk)


def line_for(player: Player | None, pk: int, line: int) -> Line:
    """A line of such a campaign, removed or not, or 404."""
    lines = Line.objects.filter(campaign__in=campaigns_of(player)).select_related("campaign__crew", "logged_by")
    return get_object_or_404(lines, campaign=pk, pk=line)
