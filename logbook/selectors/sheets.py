"""Attempts at a real table, as sheets of paper and as pages on phones: each seat by itself, and what all may see.

What lies open comes from the view of nobody in particular, a hand from the view of its seat alone. Only what is laid
out face down by whoever prints (the robot's covered row, tasks that nobody may see yet) comes from the whole deal.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final

import segno
from django.core import signing
from django.db.models import QuerySet
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from logbook import folds, speech
from logbook.models import Attempt, Player, Table
from logbook.round_conditions import conditions_of, terrain_of
from logbook.round_parts import TerrainCard
from logbook.task_cards import TaskFacts, is_task_card, task_facts

from .faces import mission_words

SALT: Final = "logbook.seat-page"

Suits = tuple[tuple[str, ...], ...]
"""A hand, suit by suit."""


@dataclass(frozen=True, slots=True)
class SheetTask:
    """A task in the order drawn; `text` is empty for one that lies face down."""

    number: int
    text: str
    name: str
    token: str
    card: TaskFacts | None
    words: str


@dataclass(frozen=True, slots=True)
class SeatSheet:
    """What one seat knows at the start."""

    number: int
    suits: Suits
    captain: bool
    cards: int


@dataclass(frozen=True, slots=True)
class OpenTable:
    """What everybody at the table may see at the start."""

    words: str
    captain: int
    tricks: int
    tasks: tuple[SheetTask, ...]
    conditions: tuple[str, ...]
    terrain: TerrainCard | None
    seconds: int | None
    """The clock of a mission in real time."""
    distress: bool
    """The signal was sent in an attempt before."""
    robot: str
    """The third at a table of two; empty at all others."""
    robot_row: tuple[str, ...]

    @property
    def face_down(self) -> int:
        """How many tasks nobody may see yet."""
        return sum(not task.text for task in self.tasks)


@dataclass(frozen=True, slots=True)
class Sheets:
    """Everything that is printed for an attempt."""

    attempt: Attempt
    open: OpenTable
    seats: tuple[SeatSheet, ...]
    robot_down: tuple[str, ...]
    """The robot's covered cards, by column."""
    tasks_down: tuple[SheetTask, ...]
    """The tasks that lie face down, in the order in which they are turned over."""


@dataclass(frozen=True, slots=True)
class SeatLink:
    """The page of a seat, for a phone."""

    number: int
    url: str
    code: SafeString
    """The address as a QR code."""


@dataclass(frozen=True, slots=True)
class SeatPage:
    """What the phone of a seat shows."""

    attempt: Attempt
    seat: SeatSheet
    open: OpenTable


def sheets_of(attempt: Attempt) -> Sheets:
    """All sheets of an attempt at a real table: for whoever prints them, and nobody else."""
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
    """What one seat was dealt."""
    view = folds.state_of(attempt).view(seat)
    return SeatSheet(seat, _by_suit(view["hand"]), view["captain"] == seat, len(view["hand"]))


def open_table(attempt: Attempt) -> OpenTable:
    """What lies open."""
    table = attempt.table
    facts = folds.state_of(attempt).view(None).as_dict()
    robot = facts.get("robot")
    clock = facts.get("clock")
    return OpenTable(
        words=mission_words(table.game, table.mission, table.players, table.options),
        captain=facts["captain"],
        tricks=facts["tricks_total"],
        tasks=tasks_shown(facts, table.players),
        conditions=conditions_of(facts),
        terrain=terrain_of(facts),
        seconds=clock["seconds"] if clock else None,
        distress=bool(facts["distress"]["active"]),
        robot=speech.robot_name(table.game) if robot else "",
        robot_row=tuple(robot["up"]) if robot else (),
    )


def tasks_shown(facts: Mapping[str, Any], players: int) -> tuple[SheetTask, ...]:
    """The tasks that this view shows, in the order drawn."""
    rows = enumerate(facts["tasks"], start=1)
    return tuple(_task(number, task["task"] or "", task["token"] or "", players) for number, task in rows)


def _task(number: int, text: str, token: str, players: int) -> SheetTask:
    card = task_facts(text, players) if is_task_card(text) else None
    name = speech.card_name(text, players) if text else _("a task face down")
    return SheetTask(number, text, name, token, card, speech.task_words(text, players) if card else name)


def _tasks_down(attempt: Attempt, drawn: Sequence[str]) -> tuple[SheetTask, ...]:
    told = tasks_shown(folds.state_of(attempt).view(None).as_dict(), attempt.table.players)
    places = zip(told, drawn, strict=False)
    return tuple(_task(task.number, text, task.token, attempt.table.players) for task, text in places if not task.text)


def _sections(attempt: Attempt) -> dict[str, list[str]]:
    """The deal beside the hands: `tasks`, `robot-down` and the like, each with its cards in order."""
    state: Any = folds.state_of(attempt)
    _hands, *rest = (state.spelled_out.deal or "").split(" | ")
    return {name: cards for name, *cards in (section.split() for section in rest)}


def _by_suit(cards: Iterable[str]) -> Suits:
    ordered = sorted(cards, key=speech.hand_order)
    return tuple(tuple(suit) for _suit, suit in groupby(ordered, key=lambda card: card[0]))


# --- links of seats


def seat_token(attempt: Attempt, seat: int) -> str:
    """What opens the page of a seat. It cannot be guessed, and opens nothing once the attempt is over."""
    return signing.Signer(salt=SALT).sign(f"{attempt.pk}-{seat}").replace(":", ".")


def seat_of_token(token: str) -> tuple[Attempt, int] | None:
    """The attempt and the seat whose page it opens; None for what is no such token."""
    try:
        found = signing.Signer(salt=SALT).unsign(token.replace(".", ":", 1))
    except signing.BadSignature:
        return None
    key, _dash, seat = found.partition("-")
    attempts = Attempt.objects.select_related("table__crew", "table__stage__challenge__club")
    attempt = attempts.filter(pk=key, place=Attempt.Place.TABLE).first()
    return None if attempt is None else (attempt, int(seat))


def seat_link(number: int, url: str) -> SeatLink:
    """The address of a seat's page, also as a QR code drawn here."""
    drawn = segno.make(url, error="m", micro=False).svg_inline(scale=4, border=2, omitsize=True, svgclass="qr")
    return SeatLink(number, url, mark_safe(drawn))  # noqa: S308 - drawn from our own address


# --- at the table's page and in the challenge


def members_of(table: Table) -> QuerySet[Player]:
    """Who may be named in a report."""
    return Player.objects.filter(crew_memberships__crew=table.crew_id, crew_memberships__left_at=None).order_by(
        "name", "pk"
    )
