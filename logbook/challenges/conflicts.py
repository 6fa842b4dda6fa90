"""Conflicts of interest: a director does not rule on their own deal access, seat, crew or entry."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from django.db.models import Q, QuerySet

from logbook.challenges.active_rulings import active_rulings_by_challenge
from logbook.challenges.models.bonds import Bond
from logbook.challenges.models.challenges import Challenge
from logbook.challenges.models.deal_access import DealAccess
from logbook.challenges.models.rulings import Ruling
from logbook.clubs.models import ClubCrew
from logbook.crews.models.crews import CrewMember
from logbook.people.models.players import Player
from logbook.tables.models import Seat, Sitting, Table

OF_ALL_CREWS: Final = (Ruling.Kind.VOID,)
"""The rulings that change the results of every crew."""


@dataclass(frozen=True, slots=True)
class OwnPart:
    """A player's own part of a challenge: their crews since its announcement, and the members of these."""

    player: Player
    challenge: Challenge
    crews: frozenset[int]
    people: frozenset[int]
    """The player, and all members of these crews since the announcement."""
    plays: bool
    """True if a crew of theirs plays in the challenge, or may."""

    @classmethod
    def of(cls, player: Player, challenge: Challenge) -> OwnPart:
        """Return the player's part; merged entries count as one, as do merged crews."""
        crews = _members_since(CrewMember.objects.filter(player=player), challenge)
        own_crews = {crew for pair in crews.values_list("crew_id", "crew__became_id") for crew in pair if crew}
        at = Table.objects.filter(stage__challenge=challenge)
        accesses = DealAccess.objects.filter(Q(player=player) | Q(guest__claimed_by=player), table__in=at)
        own_crews |= set(accesses.values_list("table__crew_id", flat=True))
        own_crews |= set(Seat.objects.filter(player=player, table__in=at).values_list("table__crew_id", flat=True))
        sat = Sitting.objects.filter(player=player, attempt__table__in=at)
        own_crews |= set(sat.values_list("attempt__table__crew_id", flat=True))
        bonds = Bond.objects.filter(player=player, challenge=challenge)
        own_crews |= set(bonds.values_list("crew_id", flat=True))
        own = frozenset(_merged_crews(own_crews - {None}, challenge))
        mates = _members_since(CrewMember.objects.filter(crew__in=own), challenge).values_list("player_id", flat=True)
        return cls(player, challenge, own, frozenset({player.pk, *mates}), _may_play(own, challenge))

    def has(self, crews: Collection[int | None] = (), people: Collection[int | None] = ()) -> bool:
        """True if one of these crews or people is the player's own."""
        return not self.crews.isdisjoint(crews) or not self.people.isdisjoint(people)

    def is_own(self, ruling: Ruling) -> bool:
        """True if the ruling is about the player's own part."""
        if ruling.kind in OF_ALL_CREWS:
            return self.plays
        return self.has({ruling.crew_id, ruling.other_id}, {ruling.player_id})


def _may_play(crews: Collection[int], challenge: Challenge) -> bool:
    entries = ClubCrew.objects.filter(club=challenge.club_id, crew__in=crews)
    return entries.exists() or Table.objects.filter(stage__challenge=challenge, crew__in=crews).exists()


def _members_since(members: QuerySet[CrewMember], challenge: Challenge) -> QuerySet[CrewMember]:
    return members.filter(Q(left_at=None) | Q(left_at__gte=challenge.created_at))


def _merged_crews(crews: Collection[int | None], challenge: Challenge) -> set[int]:
    rulings = active_rulings_by_challenge([challenge.pk], Ruling.Kind.MERGE)[challenge.pk]
    return rulings.merged_crews(crew for crew in crews if crew)
