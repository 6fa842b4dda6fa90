"""Selectors of travellers: what all crews did on one deal. Access has checked that the deal is over."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final, TypedDict, TypeVar, cast

from django.core.paginator import Page, Paginator
from django.db.models import Case, Count, F, IntegerField, Q, QuerySet, Value, When, prefetch_related_objects
from django.db.models.expressions import OrderBy
from django.urls import reverse
from django.utils.translation import gettext as _

from logbook.challenges.active_rulings import active_rulings_of
from logbook.challenges.models.challenges import Deal
from logbook.challenges.outcomes import ActiveRulings
from logbook.people.models.players import Player
from logbook.replays.models.analyses import Analysis
from logbook.rounds.task_cards import TaskFacts, task_facts
from logbook.tables.models import Attempt
from logbook.tables.selectors.seat_labels import seat_name
from logbook.travellers.models import TravellerLine
from logbook.travellers.selectors.deals import deal_text, ended_attempts, entrant_name, is_void, name_order, own_tables

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

    class _Merit(TypedDict):
        merit: int

    RankedAttempt = WithAnnotations[Attempt, _Merit]

_Attempt = TypeVar("_Attempt", bound=Attempt)
LINES_A_PAGE: Final = 25
_RELATED: Final = ("table__crew", "table__stage__challenge", "analysis", "traveller_line")
_UNREAD: Final = (
    "traveller_line__moves",
    "traveller_line__positions",
    "analysis__winnable",
    "analysis__saving",
    "analysis__options",
    "analysis__passing",
)
"""Large columns that no row shows."""
WAS_WON: Final = Q(state=Attempt.State.SUCCESS)
NOT_WON, WON_WITH_DISTRESS, WON = range(3)
"""The merit of a result on one deal. Attempts that were not won tie: a deal scores like a stage."""


class Order(StrEnum):
    """The columns by which the lines are sorted."""

    RESULT = "result"
    CREW = "crew"
    SIGNALS = "signals"
    TRICKS = "tricks"


class Shown(StrEnum):
    """The lines to which the reader narrows the traveller down."""

    WON = "won"
    LOST = "lost"
    PEOPLE = "people"
    MINE = "mine"


@dataclass(frozen=True, slots=True)
class TaskTaken:
    """A task of a line, with the name of its owner; `card` is a task card, `text` a playing card."""

    text: str
    card: TaskFacts | None
    owner: str
    seat: int | None


@dataclass(frozen=True, slots=True)
class TravellerRow:
    """A crew's attempt on the deal."""

    attempt: Attempt
    crew: str
    mine: bool
    won: bool
    tasks: tuple[TaskTaken, ...] | None
    """None where the record does not say, or is not read yet."""
    signals: int | None
    bots: int | None
    turning_point: str
    turning_point_url: str
    lost_in: int | None
    """The trick of the turning point; 0 is before the first one."""
    percent: float | None
    """Matchpoints as a percentage; None on a void deal, or where nobody else played it."""
    is_corrected: bool
    is_merged: bool
    """True if a director has merged the crew's entry into another one."""


@dataclass(frozen=True, slots=True)
class TravellerPage:
    """The traveller of a deal."""

    deal: Deal
    text: str
    attempts: int
    won: int
    is_void: bool
    order: Order
    rows: Page[TravellerRow]

    @property
    def percent_won(self) -> float:
        """The share of attempts that were won, in percent."""
        return 100 * self.won / self.attempts if self.attempts else 0.0


@dataclass(frozen=True, slots=True)
class RowReader:
    """Reads the rows of a deal for one reader, whose tables are `own`: for a page, a file or a program."""

    deal: Deal
    own: frozenset[int]
    merits: Mapping[int, int]
    """The number of attempts by their merit."""
    rulings: ActiveRulings

    @classmethod
    def of(cls, deal: Deal, player: Player | None) -> RowReader:
        """Return the reader for this player."""
        merits = dict(_attempts_on(deal).values_list("merit").order_by("merit").annotate(Count("pk")))
        return cls(deal, own_tables(deal, player), merits, active_rulings_of(deal.stage.challenge_id))

    @property
    def won(self) -> int:
        """The number of attempts that were won."""
        return sum(count for merit, count in self.merits.items() if merit != NOT_WON)

    @property
    def is_void(self) -> bool:
        """True if a director has declared the deal void."""
        return is_void(self.deal, self.rulings)

    def attempts(self, order: Order | None, shown: Shown | None) -> QuerySet[RankedAttempt]:
        """Return the attempts that the reader has chosen, in order; None leaves the order open."""
        chosen = filtered(_attempts_on(self.deal), shown, self.own)
        chosen = chosen.select_related(*_RELATED).defer(*_UNREAD)
        return _sorted(chosen, order) if order is not None else chosen

    def rows(self, attempts: Sequence[RankedAttempt]) -> list[TravellerRow]:
        """Return the rows of these attempts, in a fixed number of queries."""
        percents = {} if self.is_void else matchpoint_percents(self.merits)
        prefetch_related_objects(attempts, "table__seats__player")
        return [_row(attempt, self.own, percents, self.rulings) for attempt in attempts]


def traveller(deal: Deal, player: Player | None, *, order: Order, shown: Shown | None, number: str) -> TravellerPage:
    """Return a page of the deal's traveller for this reader."""
    reader = RowReader.of(deal, player)
    page = Paginator(reader.attempts(order, shown), LINES_A_PAGE).get_page(number)
    rows = reader.rows(list(page.object_list))
    return TravellerPage(
        deal=deal,
        text=deal_text(deal),
        attempts=sum(reader.merits.values()),
        won=reader.won,
        is_void=reader.is_void,
        order=order,
        rows=Page(rows, page.number, cast("Paginator[TravellerRow]", page.paginator)),
    )


def matchpoint_percents(merits: Mapping[int, int]) -> dict[int, float]:
    """Return the percentage of each merit, from the number of attempts with it: 1 for each one beaten, ½ for a tie.

    Empty where there is nobody to compare with.
    """
    others = sum(merits.values()) - 1
    if others < 1:
        return {}
    return {merit: _percent(merit, merits, others) for merit in merits}


def _percent(merit: int, merits: Mapping[int, int], others: int) -> float:
    beaten = sum(count for worse, count in merits.items() if worse < merit)
    return 100 * (beaten + (merits[merit] - 1) / 2) / others


def attempt_on(deal: Deal, pk: int) -> Attempt | None:
    """Return an ended attempt on the deal; None if it is none."""
    return (
        _attempts_on(deal).filter(pk=pk).select_related("table__crew").prefetch_related("table__seats__player").first()
    )


def _attempts_on(deal: Deal) -> QuerySet[RankedAttempt]:
    won = Q(state=Attempt.State.SUCCESS)
    merit = Case(
        When(won & Q(distress=False), then=Value(WON)),
        When(won, then=Value(WON_WITH_DISTRESS)),
        default=Value(NOT_WON),
        output_field=IntegerField(),
    )
    return ended_attempts(deal).annotate(merit=merit)


def filtered(
    attempts: QuerySet[_Attempt],
    shown: Shown | None,
    own: Collection[int],
    *,
    won: Q = WAS_WON,
    line: str = "traveller_line",
) -> QuerySet[_Attempt]:
    """Return the attempts of a deal that the reader has chosen, whose tables are `own`; None chooses all.

    `won` is the condition of those that were won, `line` the attempt's name for its line.
    """
    match shown:
        case Shown.WON:
            return attempts.filter(won)
        case Shown.LOST:
            return attempts.exclude(won)
        case Shown.PEOPLE:
            return attempts.filter(**{f"{line}__by_people": True})
        case Shown.MINE:
            return attempts.filter(table__in=own)
    return attempts


def _sorted(attempts: QuerySet[RankedAttempt], order: Order) -> QuerySet[RankedAttempt]:
    """Return the lines in order. Of the attempts that were not won, the one whose turning point came later is first."""
    later = F("analysis__lost_in").desc(nulls_last=True)
    columns: dict[Order, Sequence[str | OrderBy]] = {
        Order.RESULT: ("-merit", later),
        Order.CREW: (name_order(),),
        Order.SIGNALS: (F("traveller_line__signals").asc(nulls_last=True), "-merit", later),
        Order.TRICKS: ("-tricks", "-merit"),
    }
    return attempts.order_by(*columns[order], "table__crew__name", "pk")


def _row(
    attempt: RankedAttempt,
    own: Collection[int],
    percents: Mapping[int, float],
    rulings: ActiveRulings,
) -> TravellerRow:
    table, line = attempt.table, _line_of(attempt)
    point, url = turning_point(attempt)
    names = {seat.number: seat_name(seat) for seat in table.seats.all()}
    return TravellerRow(
        attempt=attempt,
        crew=entrant_name(table),
        mine=table.pk in own,
        won=attempt.state == Attempt.State.SUCCESS,
        tasks=_tasks(line, names, table.players) if line else None,
        signals=line.signals if line else None,
        bots=line.bots if line else None,
        turning_point=point,
        turning_point_url=url,
        lost_in=_lost_in(attempt),
        percent=percents.get(attempt.merit),
        is_corrected=(table.stage_id, table.crew_id) in rulings.corrected,
        is_merged=table.crew_id in rulings.merged,
    )


def _line_of(attempt: Attempt) -> TravellerLine | None:
    return getattr(attempt, "traveller_line", None)


def _tasks(line: TravellerLine, names: Mapping[int, str], players: int) -> tuple[TaskTaken, ...] | None:
    if line.tasks is None:
        return None
    return tuple(TaskTaken(task, task_facts(task, players), names.get(owner, ""), owner) for task, owner in line.tasks)


def _lost_in(attempt: Attempt) -> int | None:
    analysis: Analysis | None = getattr(attempt, "analysis", None)
    known = analysis is not None and analysis.is_done and attempt.state != Attempt.State.SUCCESS
    return analysis.lost_in if known and analysis is not None else None


def turning_point(attempt: Attempt) -> tuple[str, str]:
    """Return where the attempt was lost, in words, and the address of that moment."""
    analysis: Analysis | None = getattr(attempt, "analysis", None)
    if attempt.state == Attempt.State.SUCCESS:
        return "", ""
    if analysis is None or not analysis.is_done or analysis.fatal is None or analysis.lost_in is None:
        return _("not known"), ""
    text = _("Trick %(number)s") % {"number": analysis.lost_in} if analysis.lost_in else _("Before the first trick")
    return text, f"{reverse('replay', args=(attempt.pk,))}?step={analysis.fatal}"
