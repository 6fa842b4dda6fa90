"""The people at a real table: members and guests of the crew, one for each seat."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from logbook.challenges.exceptions import ImpossibleReport, SeatsUnnamed
from logbook.crews.exceptions import Namesakes
from logbook.crews.models.crews import Crew, CrewMember
from logbook.crews.models.guests import Guest
from logbook.crews.services.guests import ensure_guest
from logbook.lib.names import name_key, plain
from logbook.people.models.players import Player
from logbook.tables.exceptions import NoSuchSeat, NotInCrew
from logbook.tables.models import Table

PersonOrName = Player | Guest | str
"""A member, a known guest, or the name of a new guest."""


@dataclass(frozen=True, slots=True)
class Sitter:
    """A member of the crew, or one of its guests."""

    player: Player | None = None
    guest: Guest | None = None

    @property
    def name(self) -> str:
        """The crew's name for the person."""
        sitter = self.player or self.guest
        return sitter.name if sitter else ""


def sitters_of(table: Table, people: Mapping[int, PersonOrName]) -> dict[int, Sitter]:
    """Return the person at each seat.

    Raises NoSuchSeat, SeatsUnnamed, NotInCrew, GuestNameless, and ImpossibleReport for one person on two seats.
    """
    if any(not 0 <= seat < table.players for seat in people):
        raise NoSuchSeat
    if len(people) < table.players or table.crew is None:
        raise SeatsUnnamed(seats=table.players)
    sitters = {seat: sitter_of(table.crew, people[seat]) for seat in sorted(people)}
    if len(set(sitters.values())) < len(sitters):
        raise ImpossibleReport("seats")
    return sitters


def sitter_of(crew: Crew, person: PersonOrName) -> Sitter:
    """Return the person of a choice or name; a guest claimed by a member is that member.

    Raises NotInCrew, GuestNameless, Namesakes.
    """
    if isinstance(person, str):
        person = _member_named(crew, person) or ensure_guest(crew=crew, name=person)
    if isinstance(person, Guest) and person.crew_id == crew.pk:
        claimed = person.claimed_by
        return Sitter(player=claimed) if claimed and _is_member(crew, claimed) else Sitter(guest=person)
    if isinstance(person, Player) and _is_member(crew, person):
        return Sitter(player=person)
    raise NotInCrew


def players_among(sitters: Iterable[Sitter]) -> list[Player]:
    """Return the players among them, with members who have claimed the guest."""
    players = [one.player or (one.guest.claimed_by if one.guest else None) for one in sitters]
    return [player for player in players if player is not None]


def _member_named(crew: Crew, name: str) -> Player | None:
    """Return the member whose name was written instead of chosen."""
    members = Player.objects.filter(crew_memberships__crew=crew, crew_memberships__left_at=None).order_by("pk")
    same = [member for member in members if name_key(member.name) == name_key(name)]
    if len(same) > 1:
        raise Namesakes(name=plain(name))
    return same[0] if same else None


def _is_member(crew: Crew, player: Player) -> bool:
    return CrewMember.objects.filter(crew=crew, player=player, left_at=None).exists()
