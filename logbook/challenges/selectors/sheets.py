"""Selectors of attempts at real tables, as paper sheets and phone pages: each seat alone, and what all may see.

Open cards come from the view of no seat, a hand from the view of its seat alone. Only cards that the printing player
lays out face down (the robot's covered row, hidden tasks) come from the whole deal.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import segno
from django.db.models import QuerySet
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from logbook.challenges.models.challenges import Stage
from logbook.challenges.models.handouts import SeatHandout
from logbook.crews.models.crews import Crew
from logbook.crews.models.guests import Guest
from logbook.people.models.players import Player
from logbook.rounds import text as rounds_text
from logbook.rounds.task_cards import TaskFacts, is_task_card, task_facts
from logbook.rounds.view.condition_parts import TerrainCard
from logbook.rounds.view.conditions import conditions_of, terrain_of
from logbook.tables import event_replay
from logbook.tables.models import Attempt, Sitting
from logbook.tables.selectors.seat_labels import mission_text_of

Suits = tuple[tuple[str, ...], ...]
"""A hand, suit by suit."""


@dataclass(frozen=True, slots=True)
class SheetTask:
    """A task in the order drawn; `text` is empty for a face-down task."""

    number: int
    text: str
    name: str
    token: str
    card: TaskFacts | None
    wording: str


@dataclass(frozen=True, slots=True)
class SeatSheet:
    """The cards of one seat at the start."""

    number: int
    suits: Suits
    captain: bool
    cards: int


@dataclass(frozen=True, slots=True)
class OpenTable:
    """The open cards and tasks at the start, for every seat."""

    text: str
    captain: int
    tricks: int
    tasks: tuple[SheetTask, ...]
    conditions: tuple[str, ...]
    terrain: TerrainCard | None
    seconds: int | None
    """The clock of a mission in real time."""
    distress: bool
    """True if the signal was sent in an earlier attempt."""
    robot: str
    """The third at a table of two; empty at all others."""
    robot_row: tuple[str, ...]

    @property
    def face_down(self) -> int:
        """The number of hidden tasks."""
        return sum(not task.text for task in self.tasks)


@dataclass(frozen=True, slots=True)
class Sheets:
    """The printed sheets of an attempt."""

    attempt: Attempt
    open: OpenTable
    seats: tuple[SeatSheet, ...]
    robot_down: tuple[str, ...]
    """The robot's covered cards, by column."""
    tasks_down: tuple[SheetTask, ...]
    """The face-down tasks, in the order in which they are turned over."""


@dataclass(frozen=True, slots=True)
class SeatLink:
    """The link of a seat's phone page."""

    number: int
    handout: SeatHandout | None
    """The handout with the person it was handed to."""
    url: str
    code: SafeString
    """The address as a QR code."""


@dataclass(frozen=True, slots=True)
class SeatPage:
    """The phone page of a seat."""

    attempt: Attempt
    seat: SeatSheet
    open: OpenTable


def sheets_of(attempt: Attempt) -> Sheets:
    """Return all sheets of an attempt at a real table: for the player who prints them alone."""
    sections = _sections(attempt)
    return Sheets(
        attempt=attempt,
        open=open_table(attempt),
        seats=tuple(seat_sheet(attempt, seat) for seat in range(attempt.table.players)),
        robot_down=tuple(sections.get("robot-down", ())),
        tasks_down=_tasks_down(attempt, sections.get("tasks", ())),
    )


def seat_page(attempt: Attempt, seat: int) -> SeatPage:
    """The page of one seat."""
    return SeatPage(attempt, seat_sheet(attempt, seat), open_table(attempt))


def seat_sheet(attempt: Attempt, seat: int) -> SeatSheet:
    """Return the cards dealt to one seat."""
    view = event_replay.state_of(attempt).view(seat)
    return SeatSheet(seat, _by_suit(view["hand"]), view["captain"] == seat, len(view["hand"]))


def open_table(attempt: Attempt) -> OpenTable:
    """Return what lies open."""
    table = attempt.table
    facts = event_replay.state_of(attempt).view(None).as_dict()
    robot = facts.get("robot")
    clock = facts.get("clock")
    return OpenTable(
        text=mission_text_of(table.game, table.mission, table.players, table.options),
        captain=facts["captain"],
        tricks=facts["tricks_total"],
        tasks=visible_tasks(facts, table.players),
        conditions=tuple(condition.words for condition in conditions_of(facts)),
        terrain=terrain_of(facts),
        seconds=clock["seconds"] if clock else None,
        distress=bool(facts["distress"]["active"]),
        robot=rounds_text.robot_name(table.game) if robot else "",
        robot_row=tuple(robot["up"]) if robot else (),
    )


def visible_tasks(facts: Mapping[str, Any], players: int) -> tuple[SheetTask, ...]:
    """Return the tasks of this view, in the order drawn."""
    rows = enumerate(facts["tasks"], start=1)
    return tuple(_task(number, task["task"] or "", task["token"] or "", players) for number, task in rows)


def _task(number: int, text: str, token: str, players: int) -> SheetTask:
    card = task_facts(text, players) if is_task_card(text) else None
    name = rounds_text.card_name(text, players) if text else _("a face-down task")
    return SheetTask(number, text, name, token, card, rounds_text.task_sentence(text, players) if card else name)


def _tasks_down(attempt: Attempt, tasks_drawn: Sequence[str]) -> tuple[SheetTask, ...]:
    tasks = visible_tasks(event_replay.state_of(attempt).view(None).as_dict(), attempt.table.players)
    places = zip(tasks, tasks_drawn, strict=False)
    return tuple(_task(task.number, text, task.token, attempt.table.players) for task, text in places if not task.text)


def _sections(attempt: Attempt) -> dict[str, list[str]]:
    """Return the deal without the hands: `tasks`, `robot-down` and the like, each with its cards in order."""
    state: Any = event_replay.state_of(attempt)
    _hands, *rest = (state.spelled_out.deal or "").split(" | ")
    return {name: cards for name, *cards in (section.split() for section in rest)}


def _by_suit(cards: Iterable[str]) -> Suits:
    ordered = sorted(cards, key=rounds_text.hand_order)
    return tuple(tuple(suit) for _suit, suit in groupby(ordered, key=lambda card: card[0]))


# --- links of seats


def handouts_of(attempt: Attempt) -> dict[int, SeatHandout]:
    """Return the current handout of each seat."""
    handouts = attempt.handouts.filter(ended_at=None).select_related("player", "guest", "opened_by")
    return {one.seat: one for one in handouts}


def handout_of(token: str) -> SeatHandout | None:
    """Return the handout of a link, even an ended one; None for an unknown link."""
    related = ("player", "guest", "opened_by", "attempt__table__crew", "attempt__table__stage__challenge__club")
    return SeatHandout.objects.filter(token=token).select_related(*related).first()


def seat_link(number: int, handout: SeatHandout | None, url: str) -> SeatLink:
    """Return the address of a seat's page, with a QR code drawn by the site; empty for a seat without handout."""
    svg = segno.make(url, error="m", micro=False).svg_inline(scale=4, border=2, omitsize=True, svgclass="qr")
    return SeatLink(number, handout, url, mark_safe(svg))  # noqa: S308 - drawn from our own address


# --- at the table's page and in the challenge


def people_of(crew: int | None) -> list[Player | Guest]:
    """Return everyone who may be named at a crew's table: its present members, then its guests.

    A guest claimed by a member is named as that member.
    """
    members = list(members_of(crew))
    guests = Guest.objects.filter(crew=crew).exclude(claimed_by__in=members).order_by("name", "pk")
    return [*members, *guests]


def members_of(crew: int | None) -> QuerySet[Player]:
    """The crew's present members."""
    here = {"crew_memberships__crew": crew, "crew_memberships__left_at": None}
    return Player.objects.filter(**here).order_by("name", "pk")


def stored_sitters(attempt: Attempt) -> dict[int, Player | Guest]:
    """Return the person whom each seat's page was handed to: the initial values of a report."""
    return _sitters_by_seat(handouts_of(attempt).items())


def last_sitters(stage: Stage, crew: Crew) -> dict[int, Player | Guest]:
    """Return who sat where in the crew's last attempt of the challenge at a real table, as initial values."""
    at_real_tables = Attempt.objects.filter(place=Attempt.Place.TABLE, table__crew=crew)
    last = at_real_tables.filter(table__stage__challenge=stage.challenge_id).order_by("-pk").first()
    if last is None:
        return {}
    return _sitters_by_seat((one.number, one) for one in last.sittings.select_related("player", "guest"))


def _sitters_by_seat(places: Iterable[tuple[int, SeatHandout | Sitting]]) -> dict[int, Player | Guest]:
    return {seat: sitter for seat, place in places if (sitter := place.player or place.guest) is not None}
