"""Selector of the missions that a player has attended by the crews' logbooks, other than at the site's tables."""

from __future__ import annotations

from typing import Final

from django.db.models import Count, Q, QuerySet

from logbook.campaigns.models import LogEntry
from logbook.people.models.players import Player
from logbook.tables.kinds import games_without
from logbook.tables.selectors.played_missions import LatestMission, LoggedMissions

USUAL_PLAYERS: Final = 4
"""The number of players to go on with where the entry doesn't say it."""


def attended_missions(player: Player) -> LoggedMissions:
    """Return the player's attempts in all logbooks, in two queries; a copy of an entry is the same attempt."""
    entries = _entries(player)
    won = Count("key", filter=Q(won=True), distinct=True)
    rows = entries.order_by().values_list("campaign__game", "mission")
    counted = rows.annotate(attempts=Count("key", distinct=True), wins=won)
    played = {(game, mission): (attempts, wins) for game, mission, attempts, wins in counted}
    latest = entries.select_related("campaign").order_by("-logged_at", "-played_on", "-pk").first() if played else None
    return LoggedMissions(played, _latest(latest) if latest is not None else None)


def _entries(player: Player) -> QuerySet[LogEntry]:
    """Return the entries that the player, or a guest whom the player has claimed, attended.

    Those of the site's tables are left out: the player sat there. So are races: their scenarios are not won in order.
    """
    own = Q(attendances__player=player) | Q(attendances__guest__claimed_by=player)
    unnumbered = games_without(lambda kind: kind.is_numbered)
    return LogEntry.objects.filter(own, removed_at=None, attempt=None).exclude(campaign__game__in=unnumbered)


def _latest(entry: LogEntry) -> LatestMission:
    players = entry.players or USUAL_PLAYERS
    return LatestMission(entry.campaign.game, entry.mission, players, entry.won, entry.logged_at)
