"""Selectors of races on a deal: a row a race, and the turns of two races side by side. Access has checked the deal."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import zip_longest
from typing import Final, cast

from django.core.paginator import Page, Paginator
from django.db.models import F, Q, QuerySet, prefetch_related_objects
from django.db.models.expressions import OrderBy
from django.urls import reverse
from django.utils.translation import gettext as _

from logbook.challenges.active_rulings import active_rulings_of
from logbook.challenges.models.challenges import Deal
from logbook.people.models.players import Player
from logbook.races.models.lines import RaceLine, RaceTurn
from logbook.races.view.labels import gem_label
from logbook.tables.models import Attempt, Seat
from logbook.tables.selectors.seat_labels import seat_name
from logbook.travellers.exceptions import NotComparable
from logbook.travellers.selectors.deals import (
    deal_text,
    ended_attempts,
    entrant_name,
    is_void,
    name_order,
    own_tables,
    sorted_seats,
)
from logbook.travellers.selectors.traveller import LINES_A_PAGE, Shown, filtered


class RaceOrder(StrEnum):
    """The columns by which races are sorted."""

    POINTS = "points"
    MARGIN = "margin"
    CREW = "crew"


@dataclass(frozen=True, slots=True)
class RaceSeat:
    """A seat of a race with its points; they are None where the race was given up."""

    name: str
    points: int | None
    is_bot: bool
    won: bool


@dataclass(frozen=True, slots=True)
class RaceRow:
    """A race on the deal: `name` is that of the player who raced alone, or of the crew."""

    attempt: Attempt
    name: str
    crew: str
    mine: bool
    seats: tuple[RaceSeat, ...]
    points: int | None
    margin: int | None
    won: bool
    turns: int | None
    """The turns of the player whose points count."""


@dataclass(frozen=True, slots=True)
class RaceTravellerPage:
    """The traveller of a race's deal."""

    deal: Deal
    text: str
    races: int
    won: int
    is_void: bool
    order: RaceOrder
    rows: Page[RaceRow]


@dataclass(frozen=True, slots=True)
class ComparedTurn:
    """A turn of a race in words."""

    who: str
    moved: tuple[str, ...]
    dived: str
    gems: tuple[tuple[str, str], ...]
    """The gems that lay in the dive, each with its name."""
    points: int
    total: int
    others: tuple[tuple[str, int], ...]
    """The gains of other seats in the turn."""
    url: str


@dataclass(frozen=True, slots=True)
class ComparedRound:
    """A round of both races; `is_first_difference` where their turns differ for the first time."""

    number: int
    first: tuple[ComparedTurn, ...]
    second: tuple[ComparedTurn, ...]
    is_first_difference: bool


@dataclass(frozen=True, slots=True)
class RaceComparison:
    """Two races on a deal, round by round."""

    deal: Deal
    text: str
    is_void: bool
    races: tuple[RaceRow, RaceRow]
    rounds: tuple[ComparedRound, ...]


_COLUMNS: Final[dict[RaceOrder, Sequence[str | OrderBy]]] = {
    RaceOrder.POINTS: (F("race_line__points").desc(nulls_last=True), F("race_line__margin").desc(nulls_last=True)),
    RaceOrder.MARGIN: (F("race_line__margin").desc(nulls_last=True), F("race_line__points").desc(nulls_last=True)),
    RaceOrder.CREW: (name_order(),),
}


@dataclass(frozen=True, slots=True)
class RaceReader:
    """Reads rows of races for one reader, whose tables are `own`."""

    own: frozenset[int]
    names_people: bool

    @classmethod
    def of(cls, deal: Deal, player: Player | None, *, names_people: bool) -> RaceReader:
        """Return the reader of the deal's races for this player."""
        return cls(own_tables(deal, player), names_people)

    def chosen(self, races: QuerySet[Attempt], order: RaceOrder, shown: Shown | None) -> QuerySet[Attempt]:
        """Return the races that the reader has chosen, in order."""
        return self.shown(races, shown).order_by(*_COLUMNS[order], "table__crew__name", "pk")

    def shown(self, races: QuerySet[Attempt], shown: Shown | None) -> QuerySet[Attempt]:
        """Return the races that the reader has chosen."""
        return filtered(races, shown, self.own, won=Q(race_line__margin__gte=0), line="race_line")

    def rows(self, races: Sequence[Attempt]) -> list[RaceRow]:
        """Return the rows of these races, in a fixed number of queries."""
        return _rows(races, self.own, names_people=self.names_people)


def race_traveller(
    deal: Deal, player: Player | None, *, names_people: bool, order: RaceOrder, shown: Shown | None, number: str
) -> RaceTravellerPage:
    """Return a page of the deal's traveller for this reader. People are named to members of the club."""
    reader, races = RaceReader.of(deal, player, names_people=names_people), races_on(deal)
    page = Paginator(reader.chosen(races, order, shown), LINES_A_PAGE).get_page(number)
    rows = reader.rows(list(page.object_list))
    return RaceTravellerPage(
        deal=deal,
        text=deal_text(deal),
        races=races.count(),
        won=races.filter(race_line__margin__gte=0).count(),
        is_void=is_void(deal, active_rulings_of(deal.stage.challenge_id)),
        order=order,
        rows=Page(rows, page.number, cast("Paginator[RaceRow]", page.paginator)),
    )


def races_on(deal: Deal) -> QuerySet[Attempt]:
    """Return the ended races on the deal."""
    return ended_attempts(deal).select_related("table__crew", "table__soloist", "table__stage__challenge", "race_line")


def race_comparison(deal: Deal, first: int, second: int, *, names_people: bool) -> RaceComparison:
    """Return two races side by side; raise NotComparable where one of them has no readable record."""
    found = {race.pk: race for race in races_on(deal).filter(pk__in=(first, second))}
    races = [found[first], found[second]]
    turns = [_turns_of(race) for race in races]
    if not all(turns):
        raise NotComparable
    one, other = _rows(races, set(), names_people=names_people)
    return RaceComparison(
        deal=deal,
        text=deal_text(deal),
        is_void=is_void(deal, active_rulings_of(deal.stage.challenge_id)),
        races=(one, other),
        rounds=_rounds((one, turns[0]), (other, turns[1])),
    )


def _rows(races: Sequence[Attempt], own: Collection[int], *, names_people: bool) -> list[RaceRow]:
    prefetch_related_objects(races, "table__seats__player")
    return [_row(race, own, names_people=names_people) for race in races]


def _row(race: Attempt, own: Collection[int], *, names_people: bool) -> RaceRow:
    table, line = race.table, _line_of(race)
    crew = table.crew.name if table.crew else ""
    soloist = table.soloist.name if table.soloist and names_people else ""
    return RaceRow(
        attempt=race,
        name=soloist or entrant_name(table),
        crew=crew if soloist else "",
        mine=table.pk in own,
        seats=tuple(_seat(race, seat, names_people=names_people) for seat in sorted_seats(table)),
        points=line.points if line else None,
        margin=line.margin if line else None,
        won=line is not None and line.margin is not None and line.margin >= 0,
        turns=sum(turn.seat == line.seat for turn in line.race_turns) if line and line.turns is not None else None,
    )


def _seat(race: Attempt, seat: Seat, *, names_people: bool) -> RaceSeat:
    scores = race.scores if race.state == Attempt.State.FINISHED else None
    points = scores[seat.number] if scores and seat.number < len(scores) else None
    name = seat_name(seat) if names_people or seat.bot else ""
    return RaceSeat(name, points, bool(seat.bot), points is not None and points == max(scores or ()))


def _line_of(race: Attempt) -> RaceLine | None:
    return getattr(race, "race_line", None)


def _turns_of(race: Attempt) -> tuple[RaceTurn, ...]:
    line = _line_of(race)
    return line.race_turns if line is not None else ()


def _rounds(
    first: tuple[RaceRow, Sequence[RaceTurn]], second: tuple[RaceRow, Sequence[RaceTurn]]
) -> tuple[ComparedRound, ...]:
    sides = [_by_round(*first), _by_round(*second)]
    raw = [_raw_by_round(turns) for turns in (first[1], second[1])]
    differing = (one != other for one, other in zip_longest(*(list(side.values()) for side in raw)))
    marked = next((place for place, differs in enumerate(differing) if differs), None)
    numbers = sorted(sides[0].keys() | sides[1].keys())
    return tuple(
        ComparedRound(number, sides[0].get(number, ()), sides[1].get(number, ()), place == marked)
        for place, number in enumerate(numbers)
    )


def _raw_by_round(turns: Sequence[RaceTurn]) -> dict[int, list[tuple[object, ...]]]:
    """Return what was done in each round, without the steps of the record."""
    rounds: dict[int, list[tuple[object, ...]]] = defaultdict(list)
    for turn in turns:
        rounds[turn.round].append((turn.seat, tuple(turn.moved), turn.dived, tuple(turn.gems), tuple(turn.points)))
    return rounds


def _by_round(row: RaceRow, turns: Sequence[RaceTurn]) -> dict[int, tuple[ComparedTurn, ...]]:
    rounds: dict[int, tuple[ComparedTurn, ...]] = {}
    totals: dict[int, int] = defaultdict(int)
    for turn in turns:
        for seat, points in enumerate(turn.points):
            totals[seat] += points
        rounds[turn.round] = (*rounds.get(turn.round, ()), _turn(row, turn, totals[turn.seat]))
    return rounds


def _turn(row: RaceRow, turn: RaceTurn, total: int) -> ComparedTurn:
    names = [seat.name or _("Seat %(number)s") % {"number": number} for number, seat in enumerate(row.seats, 1)]
    return ComparedTurn(
        who=names[turn.seat],
        moved=tuple(turn.moved),
        dived=turn.dived,
        gems=tuple((gem, gem_label(gem)) for gem in turn.gems),
        points=turn.points[turn.seat],
        total=total,
        others=tuple(
            (name, points)
            for seat, (name, points) in enumerate(zip(names, turn.points, strict=False))
            if points and seat != turn.seat
        ),
        url=f"{reverse('replay', args=(row.attempt.pk,))}?step={turn.step}",
    )
