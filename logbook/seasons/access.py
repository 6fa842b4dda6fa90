"""Access to seasons, for players and organizers."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from logbook.clubs.access import clubs_of, organizes
from logbook.people.models.players import Player
from logbook.seasons.models.seasons import Season, Series


def season_for(player: Player | None, pk: int) -> Season:
    """Return a season of one of the person's clubs, or 404."""
    return get_object_or_404(Season.objects.filter(club__in=clubs_of(player)).select_related("club"), pk=pk)


def organized_season_for(player: Player | None, pk: int) -> Season:
    """Return a season that the person organizes; 404 for strangers, 403 for the club's other members."""
    season = season_for(player, pk)
    if not organizes(player, season.club):
        raise PermissionDenied(_("Only the club’s owner and organizers can do this."))
    return season


def organized_series_for(player: Player | None, pk: int) -> Series:
    """Return a series that the person organizes; 404 for strangers, 403 for the club's other members."""
    series = get_object_or_404(Series.objects.filter(season__club__in=clubs_of(player)), pk=pk)
    organized_season_for(player, series.season_id)
    return series
