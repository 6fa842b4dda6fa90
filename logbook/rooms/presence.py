"""Presence in rooms: their pages send beats as those of tables do (`logbook.tables.presence`)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from logbook.clubs.models import Club
from logbook.people.models.players import Player
from logbook.rooms.models import Room
from logbook.tables import presence
from logbook.tables.exceptions import PresenceUnknown
from logbook.tables.models import Attempt

AWAY_SECONDS: Final = 30
"""The age of the last beat from which a leader is away."""


def place_of(attempt: Attempt) -> int:
    """Return the number under which beats know the attempt's room: below zero, where no table's key is."""
    return -attempt.pk


def is_away(attempt: Attempt, player: Player) -> bool:
    """True if the player has left the room's page. While Redis is away, this is unknown: then they are there."""
    try:
        seconds = presence.seconds_away(place_of(attempt), player.pk)
    except PresenceUnknown:
        return False
    return seconds is None or seconds > AWAY_SECONDS


def beat_token_of(attempt: Attempt, player: Player | None, address: str) -> str:
    """Return the token of the room's page. Visitors count by their address."""
    place = place_of(attempt)
    if player is None:
        return presence.watcher_token(place, None, address)
    return presence.beat_token(place, player.pk)


@dataclass(frozen=True, slots=True)
class PeopleHere:
    """The people in a room."""

    known: tuple[Player, ...]
    """Those who sat there, lead or have marked cards, and members of the table's crew and its clubs, by name."""
    others: int
    """The number of all others, whose beats name no player."""


def people_here(attempt: Attempt) -> PeopleHere:
    """Return the people who have the room's page in sight; none while Redis is away."""
    place = place_of(attempt)
    try:
        keys = presence.keys_here(place)
    except PresenceUnknown:
        keys = set()
    if not keys:
        return PeopleHere((), 0)
    here = {pk for pk in _known_to(attempt) if presence.presence_key(place, pk) in keys}
    return PeopleHere(tuple(Player.objects.filter(pk__in=here).order_by("name", "pk")), len(keys) - len(here))


def _known_to(attempt: Attempt) -> Collection[int]:
    """Return the keys of the players whom others in the room may know by name."""
    people = set(attempt.sittings.filter(player__isnull=False).values_list("player", flat=True))
    for leader, marked in Room.objects.filter(attempt=attempt).values_list("leader", "marks__player"):
        people |= {leader, marked} - {None}
    if (crew := attempt.table.crew) is not None:
        people |= set(crew.members.filter(left_at=None).values_list("player", flat=True))
        for club in Club.objects.filter(entries__crew=crew):
            people |= set(club.players().values_list("pk", flat=True))
    return people
