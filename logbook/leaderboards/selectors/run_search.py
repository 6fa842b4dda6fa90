"""Selector of the search on the list of leaderboards: a mission's number, or a name of a player or crew.

It finds what the boards show anyway: won runs, under the names of their crews or people.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from django.db.models import Q

from logbook.crews.models.crews import Crew
from logbook.leaderboards.models.runs import Run
from logbook.leaderboards.selectors.boards import name_of, people_at
from logbook.people.models.players import Player

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
    """What the reader looks for: a mission, or runs; `more` says that only the latest of the runs are listed."""

    words: str
    mission: str | None = None
    runs: tuple[FoundRun, ...] = ()
    more: bool = False

    @property
    def by_name(self) -> bool:
        """Return whether names are searched, rather than a mission."""
        return bool(self.words) and self.mission is None


def search(words: str, game: str = "") -> Search:
    """Return what is found, in four queries at most; a number (with a word before it) is a mission."""
    if not words:
        return Search("")
    if (number := NUMBER.fullmatch(words)) is not None:
        return Search(words, mission=str(int(number[1])))
    players = list(
        Player.objects.filter(name__icontains=words).order_by("pk").values_list("pk", flat=True)[:MOST_NAMES]
    )
    crews = list(Crew.objects.filter(name__icontains=words).order_by("pk").values_list("pk", flat=True)[:MOST_NAMES])
    runs = Run.objects.filter(Q(crew__in=crews) | Q(attempt__sittings__player__in=players), won=True)
    chosen = (runs.filter(game=game) if game else runs).select_related("crew").distinct()
    found = list(chosen.order_by("-finished_at", "-pk")[: MOST_RUNS + 1])
    people = people_at(found[:MOST_RUNS])
    named = tuple(FoundRun(name_of(run, people), run) for run in found[:MOST_RUNS])
    return Search(words, runs=named, more=len(found) > MOST_RUNS)
