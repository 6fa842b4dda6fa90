"""Selector of the search on the list of leaderboards: a mission's number, or a name of a player or crew.

It finds won runs by the names that the boards show: a crew's, or those of the people where no crew sat there. A
player's name finds the runs of their crews only for readers who may see on the player's page which crews these are.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from django.db.models import F, Q, QuerySet

from logbook.crews.models.crews import Crew
from logbook.leaderboards.models.runs import Run
from logbook.leaderboards.selectors.boards import name_of, people_at
from logbook.people.models.players import Player
from logbook.tables.access import players_open_to

MOST_NAMES: Final = 20
MOST_RUNS: Final = 50
NUMBER: Final = re.compile(r"\D{0,12}?(\d{1,3})", re.ASCII)


@dataclass(frozen=True, slots=True)
class FoundRun:
    """A run of a crew or of people whose name matches."""

    name: str
    run: Run


@dataclass(frozen=True, slots=True)
class Search:
    """The object of the reader's search: a mission, or runs; `more` says that only the latest runs are listed."""

    words: str
    mission: str | None = None
    runs: tuple[FoundRun, ...] = ()
    more: bool = False

    @property
    def by_name(self) -> bool:
        """Return whether names are searched, rather than a mission."""
        return bool(self.words) and self.mission is None


def search(words: str, game: str = "", players: int | None = None, *, reader: Player | None) -> Search:
    """Return what this reader finds, in four queries at most; a number (with a word before it) is a mission."""
    if not words:
        return Search("")
    if (number := NUMBER.fullmatch(words)) is not None:
        return Search(words, mission=str(int(number[1])))
    narrowed = {name: value for name, value in (("game", game), ("players", players)) if value}
    chosen = Run.objects.filter(_named(words, reader), won=True, **narrowed).select_related("crew").distinct()
    found = list(chosen.order_by("-finished_at", "-pk")[: MOST_RUNS + 1])
    people = people_at(found[:MOST_RUNS])
    named = tuple(FoundRun(name_of(run, people), run) for run in found[:MOST_RUNS])
    return Search(words, runs=named, more=len(found) > MOST_RUNS)


def _named(words: str, reader: Player | None) -> Q:
    """Return the condition of the runs whose crew, or whose people's names or present crews, the words find."""
    players = _first_keys(Player.objects.filter(name__icontains=words))
    crews = _first_keys(Crew.objects.filter(name__icontains=words))
    of_people = Q(crew=None, attempt__sittings__player__in=players)
    open_players = players_open_to(reader, section="crews").filter(pk__in=players)
    by_their_crews = Q(
        attempt__sittings__player__in=open_players.values("pk"),
        attempt__sittings__player__crew_memberships__crew=F("crew"),
        attempt__sittings__player__crew_memberships__left_at=None,
    )
    return Q(crew__in=crews) | of_people | by_their_crews


def _first_keys(named: QuerySet[Player] | QuerySet[Crew]) -> list[int]:
    return list(named.order_by("pk").values_list("pk", flat=True)[:MOST_NAMES])
