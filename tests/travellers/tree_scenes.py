"""Scenes that the tests of tree share with others."""

from __future__ import annotations

from collections.abc import Iterable

import games
from logbook.challenges.models.challenges import Challenge
from logbook.crews.models.crews import Crew
from logbook.tables.models import Attempt, Table
from logbook.travellers.models import TravellerLine, packed
from logbook.travellers.services import positions
from logbook.travellers.services.crossings import Line
from tests.challenges.scenes import stage_of

CARDS = [f"{suit}{value}" for suit in "PBG" for value in range(1, 10)]


Way = tuple[str, bool]
"""The cards of a line, a letter each, and whether it won. Lines with the same letters in any order meet."""


def line(attempt: int, way: Way) -> Line:
    """A line whose positions are the sets of its cards."""
    letters, won = way
    played_so_far = ["".join(sorted(letters[:place])) for place in range(len(letters) + 1)]
    moves = [(place + 1, place % 3, f"play {CARDS[ord(letter) - 97]}") for place, letter in enumerate(letters)]
    return Line(attempt, won, moves, tuple(number(cards) for cards in played_so_far))


def number(letters: str) -> int:
    """The number of the position after these cards."""
    return int.from_bytes("".join(sorted(letters)).encode()) + 1


def write(challenge: Challenge, ways: Iterable[Way]) -> list[Attempt]:
    """A crew with such a line on the first deal for each of them."""
    attempts = []
    for place, way in enumerate(ways):
        crew = Crew.objects.create(name=f"Crew {place}", slug=f"crew-{place}")
        table = Table.objects.create(
            game="planet-nine", mission="1", players=3, stage=stage_of(challenge), crew=crew, state=Table.State.ENDED
        )
        state = Attempt.State.SUCCESS if way[1] else Attempt.State.FAILURE
        attempt = Attempt.objects.create(
            table=table,
            number=1,
            seed="x",
            rules=games.GAMES["planet-nine"].rules,
            state=state,
            length=len(way[0]),
        )
        moved = line(attempt.pk, way)
        TravellerLine.objects.create(
            attempt=attempt, bots=0, moves=[list(move) for move in moved.moves], positions=packed(moved.positions)
        )
        attempts.append(attempt)
    positions.rebuild_positions(positions.Deal(stage_of(challenge).pk, 1))
    return attempts
