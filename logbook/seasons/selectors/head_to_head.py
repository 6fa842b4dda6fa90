"""Selectors of two crews head to head: every deal of a club's closed challenges that both have played."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from django.db.models import Exists, OuterRef

from logbook.challenges.active_rulings import active_rulings_by_challenge
from logbook.challenges.models.challenges import Challenge, Stage, Standing, of_kinds
from logbook.challenges.models.rulings import Ruling
from logbook.challenges.outcomes import ActiveRulings
from logbook.clubs.models import Club
from logbook.crews.models.crews import Crew
from logbook.leaderboards.models.results import Result
from logbook.rounds import text
from logbook.seasons.selectors.club_standings import closed_challenges
from logbook.tables.models import Attempt, Table


class Side(StrEnum):
    """The crew that did better on a deal."""

    FIRST = "first"
    SECOND = "second"
    EQUAL = "equal"
    LEFT_OUT = "left-out"
    """The deal is not compared: it is void, or a director corrected the stage's result."""


class Played(NamedTuple):
    """A crew's result on a deal. A later one is better."""

    won: bool
    without_distress: bool

    @classmethod
    def of(cls, state: str, *, distress: bool) -> Played:
        """Return an attempt's result. Attempts that were not won are equal, as on the traveller."""
        won = state == Attempt.State.SUCCESS
        return cls(won, won and not distress)


@dataclass(frozen=True, slots=True)
class SharedDeal:
    """A deal that both crews have played."""

    challenge: Challenge
    stage: Stage
    attempt: int
    first: Played
    second: Played
    is_void: bool
    is_corrected: bool

    @property
    def better(self) -> Side:
        """The crew that did better."""
        if self.is_void or self.is_corrected:
            return Side.LEFT_OUT
        if self.first == self.second:
            return Side.EQUAL
        return Side.FIRST if self.first > self.second else Side.SECOND

    @property
    def is_better_first(self) -> bool:
        """Whether the first crew did better."""
        return self.better is Side.FIRST

    @property
    def is_better_second(self) -> bool:
        """Whether the second crew did better."""
        return self.better is Side.SECOND

    @property
    def mission(self) -> str:
        """The mission's title, with its game."""
        return f"{text.game_name(self.stage.game)}, {text.mission_title(self.stage.mission)}"


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """Two crews over all deals that both have played, the latest first."""

    first: Crew
    second: Crew
    deals: tuple[SharedDeal, ...]
    races: int
    """The races in which both took part: they are not compared deal by deal."""

    @property
    def compared(self) -> tuple[SharedDeal, ...]:
        """The deals that count."""
        return tuple(deal for deal in self.deals if deal.better is not Side.LEFT_OUT)

    @property
    def left_out(self) -> int:
        """The number of deals that do not count."""
        return len(self.deals) - len(self.compared)

    @property
    def won_by_first(self) -> int:
        """The number of deals that the first crew won, whatever the other did."""
        return sum(deal.first.won for deal in self.compared)

    @property
    def won_by_second(self) -> int:
        """The number of deals that the second crew won."""
        return sum(deal.second.won for deal in self.compared)

    def count(self, side: Side) -> int:
        """Return on how many deals this crew did better, or both the same."""
        return sum(deal.better is side for deal in self.compared)

    @property
    def better(self) -> int:
        """The number of deals on which the first crew did better."""
        return self.count(Side.FIRST)

    @property
    def equal(self) -> int:
        """The number of deals on which both did the same."""
        return self.count(Side.EQUAL)

    @property
    def worse(self) -> int:
        """The number of deals on which the second crew did better."""
        return self.count(Side.SECOND)


Key = tuple[int, int]
"""A deal: its stage, and the number of its attempt."""
Rulings = Mapping[int, ActiveRulings]


def head_to_head(club: Club, first: Crew, second: Crew) -> HeadToHead:
    """Return how two crews compare on the deals of the club's closed challenges, in a fixed number of queries."""
    challenges = {one.pk: one for one in closed_challenges(club)}
    rulings = active_rulings_by_challenge(challenges.keys(), *Ruling.OF_RESULTS)
    played = _played(club, (first, second), rulings)
    shared = played[first.pk].keys() & played[second.pk].keys()
    stages = Stage.objects.in_bulk({stage for stage, _attempt in shared})
    deals = []
    for key in shared:
        stage = stages[key[0]]
        sides = played[first.pk][key], played[second.pk][key]
        effect = rulings[stage.challenge_id]
        deals.append(_shared_deal(challenges[stage.challenge_id], stage, key[1], sides, effect, (first, second)))
    return HeadToHead(first, second, tuple(sorted(deals, key=_latest_first)), _races(club, first, second))


def _latest_first(deal: SharedDeal) -> tuple[float, int, int, int]:
    return -deal.challenge.closes_at.timestamp(), -deal.challenge.pk, deal.stage.number, deal.attempt


def _played(club: Club, crews: Sequence[Crew], rulings: Rulings) -> Mapping[int, Mapping[Key, Played]]:
    """Return what these crews did, by crew and deal. Should a crew have two attempts at one, the first counts."""
    tables = _tables(club, crews, rulings)
    attempts = Attempt.objects.filter(table__in=tables).exclude(state=Attempt.State.PLAYING).order_by("-pk")
    played: dict[int, dict[Key, Played]] = defaultdict(dict)
    for table, number, state, distress in attempts.values_list("table_id", "number", "state", "distress"):
        crew, stage = tables[table]
        played[crew][stage, number] = Played.of(state, distress=distress)
    return played


def _tables(club: Club, crews: Sequence[Crew], rulings: Rulings) -> dict[int, tuple[int, int]]:
    """Return crew and stage by table. Where entries were merged, the table is the one that counts.

    Tables of void stages have no result; their deals are listed, and not compared.
    """
    challenges = closed_challenges(club).filter(of_kinds(lambda kind: kind.is_proven))
    results = Result.objects.filter(challenge__in=challenges, crew__in=crews, stage__isnull=False)
    tables = {
        table: (crew or 0, stage or 0) for table, crew, stage in results.values_list("table_id", "crew_id", "stage_id")
    }
    counted, void = set(tables.values()), {stage for effect in rulings.values() for stage in _touched(effect)}
    without_result = Table.objects.filter(stage__in=void, stage__challenge__in=challenges, crew__in=crews)
    for table, crew, stage in without_result.values_list("pk", "crew_id", "stage_id"):
        if (crew or 0, stage or 0) not in counted:
            tables[table] = (crew or 0, stage or 0)
    return tables


def _touched(rulings: ActiveRulings) -> set[int]:
    """Return the stages with a void deal."""
    return rulings.void_stages | {stage for stage, _attempt in rulings.void_deals}


def _shared_deal(
    challenge: Challenge,
    stage: Stage,
    attempt: int,
    sides: tuple[Played, Played],
    rulings: ActiveRulings,
    crews: Sequence[Crew],
) -> SharedDeal:
    entries = rulings.merged_crews(crew.pk for crew in crews)
    return SharedDeal(
        challenge=challenge,
        stage=stage,
        attempt=attempt,
        first=sides[0],
        second=sides[1],
        is_void=stage.pk in rulings.void_stages or (stage.pk, attempt) in rulings.void_deals,
        is_corrected=any((stage.pk, crew) in rulings.corrected for crew in entries),
    )


def _races(club: Club, first: Crew, second: Crew) -> int:
    """Return the number of challenges of races in which both crews have a result."""
    first_row, second_row = (Standing.objects.filter(challenge=OuterRef("pk"), crew=crew) for crew in (first, second))
    apart = of_kinds(lambda kind: not kind.is_proven)
    return closed_challenges(club).filter(apart).filter(Exists(first_row), Exists(second_row)).count()
