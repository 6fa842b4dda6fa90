"""Attempts at a real table, as sheets of paper and as pages on phones: each seat by itself, and what all may see.

What lies open comes from the view of nobody in particular, a hand from the view of its seat alone. Only what is laid
out face down by whoever prints (the robot's covered row, tasks that nobody may see yet) comes from the whole deal.
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
from logbook.rounds.view.conditions import conditions_of, terrain_of
from logbook.rounds.view.parts import TerrainCard
from logbook.tables import event_replay
from logbook.tables.models import Attempt, Sitting
from logbook.tables.selectors.seat_labels import mission_text_of

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
    handout: SeatHandout | None
    """To whom it was handed."""
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
    view = event_replay.state_of(attempt).view(seat)
    return SeatSheet(seat, _by_suit(view["hand"]), view["captain"] == seat, len(view["hand"]))


def open_table(attempt: Attempt) -> OpenTable:
    """What lies open."""
    table = attempt.table
    facts = event_replay.state_of(attempt).view(None).as_dict()
    robot = facts.get("robot")
    clock = facts.get("clock")
    return OpenTable(
        words=mission_text_of(table.game, table.mission, table.players, table.options),
        captain=facts["captain"],
        tricks=facts["tricks_total"],
        tasks=tasks_shown(facts, table.players),
        conditions=conditions_of(facts),
        terrain=terrain_of(facts),
        seconds=clock["seconds"] if clock else None,
        distress=bool(facts["distress"]["active"]),
        robot=rounds_text.robot_name(table.game) if robot else "",
        robot_row=tuple(robot["up"]) if robot else (),
    )


def tasks_shown(facts: Mapping[str, Any], players: int) -> tuple[SheetTask, ...]:
    """The tasks that this view shows, in the order drawn."""
    rows = enumerate(facts["tasks"], start=1)
    return tuple(_task(number, task["task"] or "", task["token"] or "", players) for number, task in rows)


def _task(number: int, text: str, token: str, players: int) -> SheetTask:
    card = task_facts(text, players) if is_task_card(text) else None
    name = rounds_text.card_name(text, players) if text else _("a task face down")
    return SheetTask(number, text, name, token, card, rounds_text.task_words(text, players) if card else name)


def _tasks_down(attempt: Attempt, drawn: Sequence[str]) -> tuple[SheetTask, ...]:
    told = tasks_shown(event_replay.state_of(attempt).view(None).as_dict(), attempt.table.players)
    places = zip(told, drawn, strict=False)
    return tuple(_task(task.number, text, task.token, attempt.table.players) for task, text in places if not task.text)


def _sections(attempt: Attempt) -> dict[str, list[str]]:
    """The deal beside the hands: `tasks`, `robot-down` and the like, each with its cards in order."""
    state: Any = event_replay.state_of(attempt)
    _hands, *rest = (state.spelled_out.deal or "").split(" | ")
    return {name: cards for name, *cards in (section.split() for section in rest)}


def _by_suit(cards: Iterable[str]) -> Suits:
    ordered = sorted(cards, key=rounds_text.hand_order)
    return tuple(tuple(suit) for _suit, suit in groupby(ordered, key=lambda card: card[0]))


# --- links of seats


def handouts_of(attempt: Attempt) -> dict[int, SeatHandout]:
    """By seat, the page that stands."""
    standing = attempt.handouts.filter(ended_at=None).select_related("player", "guest", "opened_by")
    return {one.seat: one for one in standing}


def handout_of(token: str) -> SeatHandout | None:
    """The page that a link opens, ended or not; None for a link that never was."""
    related = ("player", "guest", "opened_by", "attempt__table__crew", "attempt__table__stage__challenge__club")
    return SeatHandout.objects.filter(token=token).select_related(*related).first()


def seat_link(number: int, handout: SeatHandout | None, url: str) -> SeatLink:
    """The address of a seat's page, also as a QR code drawn here; for a seat that nobody has been given, none."""
    drawn = segno.make(url, error="m", micro=False).svg_inline(scale=4, border=2, omitsize=True, svgclass="qr")
    return SeatLink(number, handout, url, mark_safe(drawn))  # noqa: S308 - drawn from our own address


# --- at the table's page and in the challenge


def people_of(crew: int | None) -> list[Player | Guest]:
    """Everybody who may be named as sitting at a crew's table: its members of today, then its guests.

    Guests of whom a member says that it was them are named as that member.
    """
    members = list(members_of(crew))
    guests = Guest.objects.filter(crew=crew).exclude(claimed_by__in=members).order_by("name", "pk")
    return [*members, *guests]


def members_of(crew: int | None) -> QuerySet[Player]:
    """The crew's members of today."""
    here = {"crew_memberships__crew": crew, "crew_memberships__left_at": None}
    return Player.objects.filter(**here).order_by("name", "pk")


def sitters_named(attempt: Attempt) -> dict[int, Player | Guest]:
    """By seat, to whom its page was handed: what a report begins with."""
    return _named(handouts_of(attempt).items())


def last_sitting(stage: Stage, crew: Crew) -> dict[int, Player | Guest]:
    """By seat, who sat at the crew's last attempt of the challenge at a real table: what the next one begins with."""
    paper = Attempt.objects.filter(place=Attempt.Place.TABLE, table__crew=crew)
    last = paper.filter(table__stage__challenge=stage.challenge_id).order_by("-pk").first()
    if last is None:
        return {}
    return _named((one.number, one) for one in last.sittings.select_related("player", "guest"))


def _named(places: Iterable[tuple[int, SeatHandout | Sitting]]) -> dict[int, Player | Guest]:
    return {seat: who for seat, place in places if (who := place.player or place.guest) is not None}
