"""Service of bonds: record crew members before the rows that show their membership are deleted."""

from __future__ import annotations

from collections.abc import Collection

from logbook.challenges.models.bonds import Bond
from logbook.challenges.models.challenges import Challenge
from logbook.crews.models.crews import Crew, CrewMember
from logbook.people.models.players import Player


def record_bonds(*, crew: Crew, clubs: Collection[int], player: Player | None = None) -> None:
    """Record the crew's members (or this player alone) since the announcement of these clubs' running challenges."""
    members = CrewMember.objects.filter(crew=crew)
    if player is not None:
        members = members.filter(player=player)
    challenges = list(Challenge.objects.filter(club__in=clubs).exclude(state__in=Challenge.OVER))
    bonds = [
        Bond(player_id=player_id, crew=crew, challenge=challenge)
        for player_id, left_at in members.values_list("player", "left_at")
        for challenge in challenges
        if left_at is None or left_at >= challenge.created_at
    ]
    Bond.objects.bulk_create(bonds, ignore_conflicts=True)
