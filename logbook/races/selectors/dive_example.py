"""Worked example of a dive, from the rulebook, for the rules page: its gems, and three crews' results.

Points are computed from the usual box's cards and gems, so that the page always agrees with the engine.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from games.deep_blue.component_sets import usual_set
from games.deep_blue.components import Components
from games.deep_blue.gems import HAZARDS, NO_GEMS, TREASURES, place_of, with_all
from logbook.races.view.page import words_at

TILE: Final = "W07"
GEMS: Final = ("gold", "silver", "blue", "green", "gold", "red", "black", "blue")


@dataclass(frozen=True)
class WorkedGem:
    """A gem in the order drawn; `hazard` if it had to be answered."""

    number: int
    gem: str
    name: str
    warning: bool
    hazard: bool


@dataclass(frozen=True)
class WorkedCrew:
    """One crew's actions and result."""

    name: str
    spot: str
    spot_name: str
    leads: bool
    cards: tuple[tuple[str, int], ...]
    """The cards that scored, with their points."""
    answer: str
    """The crew's answer to the hazard."""
    cards_points: int
    gems_points: int
    leader_points: int
    total: int
    missed: int
    """The points of gems lost by surfacing."""


@dataclass(frozen=True)
class WorkedDive:
    """The dive and its payout."""

    gems: tuple[WorkedGem, ...]
    crews: tuple[WorkedCrew, ...]


@dataclass(frozen=True)
class _Crew:
    name: str | Promise
    spot: str
    cards: tuple[str, ...]
    answer: str | Promise
    leads: bool = False
    surfaced: bool = False


CREWS: Final = (
    _Crew(
        gettext_lazy("Orange"),
        "gold",
        ("ST_GOLDHAND", "CR_OCCULT", "ST_VESSEL"),
        gettext_lazy("plays an oxygen diver to stay down, then the captain for eight gems"),
    ),
    _Crew(
        gettext_lazy("Yellow"),
        "red",
        ("ST_GOLDHAND",),
        gettext_lazy("can’t protect against blue, so surfaces"),
        surfaced=True,
    ),
    _Crew(
        gettext_lazy("Green"),
        "blue",
        ("ST_GOLDHAND", "CR_RUBY_B"),
        gettext_lazy("leads, uses the blue spot to stay down, then ends the dive"),
        leads=True,
    ),
)


def worked_dive() -> WorkedDive:
    """Return the example, in the reader's language."""
    box = usual_set()
    labels = words_at(None, [], box)
    gems = tuple(
        WorkedGem(
            number,
            gem,
            labels.gem(gem),
            warning=gem in HAZARDS and gem not in GEMS[: number - 1],
            hazard=gem in HAZARDS and gem in GEMS[: number - 1],
        )
        for number, gem in enumerate(GEMS, 1)
    )
    return WorkedDive(gems, tuple(_crew(box, crew) for crew in CREWS))


def _crew(box: Components, crew: _Crew) -> WorkedCrew:
    labels = words_at(None, [], box)
    cards = tuple((labels.card_name(card), box.cards[card].points) for card in crew.cards)
    in_all, gems = sum(points for _name, points in cards), _gems(box, crew.spot)
    leading = box.tiles[TILE].leader_points if crew.leads else 0
    gem_points = 0 if crew.surfaced else gems
    return WorkedCrew(
        name=str(crew.name),
        spot=crew.spot,
        spot_name=labels.gem(crew.spot),
        leads=crew.leads,
        cards=cards,
        answer=str(crew.answer),
        cards_points=in_all,
        gems_points=gem_points,
        leader_points=leading,
        total=in_all + gem_points + leading,
        missed=gems - gem_points,
    )


def _gems(box: Components, spot: str) -> int:
    counts = with_all(NO_GEMS, GEMS)
    places = ((place_of(gem), box.scouted if gem == spot else box.points) for gem in TREASURES)
    return sum(counts[place] * points[place] for place, points in places)
