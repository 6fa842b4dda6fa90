"""Methods of scoring a season: how a challenge's results become points, and points a total.

Each is one class and one line of `METHODS`. Pure: numbers in, numbers and sentences out. Models, forms, services and
pages ask the method, and know none by name.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping
from fractions import Fraction
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING, ClassVar, Final, NamedTuple

from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


class CrewInField(NamedTuple):
    """A crew's result in a closed challenge: its matchpoint percentage, and its place; 0 where it won no stage."""

    crew: int
    percent: Fraction
    rank: int


class Method(ABC):
    """A way to score a season."""

    code: ClassVar[str]
    """The method's name in the database, in the API and in exports. It never changes."""
    label: ClassVar[StrOrPromise]

    @abstractmethod
    def points(self, field: Collection[CrewInField]) -> dict[int, Fraction]:
        """Return the points of each crew in one challenge."""

    def total(self, counted: Iterable[Fraction]) -> Fraction:
        """Return a season's total of the results that count, which are the best ones."""
        return sum(counted, Fraction())

    @abstractmethod
    def explained(self, best_n: int) -> str:
        """Return in a sentence what adds up."""


class Matchpoints(Method):
    """A challenge is worth its matchpoint percentage: 0 to 100."""

    code = "matchpoints"
    label = gettext_lazy("matchpoints: the percentage scored in each challenge")

    def points(self, field: Collection[CrewInField]) -> dict[int, Fraction]:
        return {row.crew: row.percent for row in field}

    def explained(self, best_n: int) -> str:
        return ngettext("Only the best percentage counts.", "The best %(best)s percentages are added up.", best_n) % {
            "best": best_n
        }


class VictoryPoints(Method):
    """A challenge is worth 3, 2 or 1 points for its first three places. Crews that share places share their points."""

    code = "places"
    label = gettext_lazy("victory points: 3, 2 and 1 for the first three places")
    PLACES: ClassVar = (3, 2, 1)

    def points(self, field: Collection[CrewInField]) -> dict[int, Fraction]:
        points = dict.fromkeys((row.crew for row in field), Fraction())
        placed = sorted((row for row in field if row.rank), key=attrgetter("rank"))
        for rank, group in groupby(placed, key=attrgetter("rank")):
            tied = [row.crew for row in group]
            shared = self.PLACES[rank - 1 : rank - 1 + len(tied)]
            points |= dict.fromkeys(tied, Fraction(sum(shared), len(tied)))
        return points

    def explained(self, best_n: int) -> str:
        counted = ngettext("Only the best challenge counts.", "The best %(best)s challenges are added up.", best_n)
        return " ".join(
            (
                counted % {"best": best_n},
                _("First place is worth 3 points, second 2 and third 1; in a tie, the points are shared."),
            )
        )


METHODS: Final[Mapping[str, Method]] = {method.code: method for method in (Matchpoints(), VictoryPoints())}
DEFAULT: Final = Matchpoints.code


def choices() -> list[tuple[str, StrOrPromise]]:
    """Return the methods as choices of a form or a column."""
    return [(method.code, method.label) for method in METHODS.values()]


def methods_in_words() -> str:
    """Return all codes with their labels, in English, for the documentation of the API."""
    with translation.override(None):
        return ", ".join(f"`{method.code}` ({method.label})" for method in METHODS.values()) + "."
