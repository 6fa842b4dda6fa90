"""Selector of the page of a tree: the branches from a position on, the position itself, and what is left out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.http import Http404
from django.utils.translation import gettext as _

from logbook.challenges.active_rulings import active_rulings_of
from logbook.challenges.models.challenges import Deal
from logbook.rounds.task_cards import TaskFacts, task_facts
from logbook.rounds.view.status import Names
from logbook.tables import event_replay
from logbook.travellers.models import Position, TravellerLine
from logbook.travellers.selectors.deals import deal_text, ended_attempts, is_void
from logbook.travellers.selectors.moves import MoveText, WalkedLine, move_text, people_names, walked_lines
from logbook.travellers.selectors.tree import Fate, TreeBranch, branches_from, start_of, tree_url
from logbook.travellers.selectors.tree_drawing import TreeDrawing, drawing_of

MOST_CREWS: Final = 24
"""The crews that a position names."""


@dataclass(frozen=True, slots=True)
class CrewThere:
    """A crew in the position, with the moment of its replay."""

    name: str
    won: bool
    url: str


@dataclass(frozen=True, slots=True)
class TaskThere:
    """A task in the position; `card` is a task card, `text` a playing card."""

    text: str
    card: TaskFacts | None
    owner: str
    status: str


@dataclass(frozen=True, slots=True)
class HandThere:
    """The cards of a seat."""

    name: str
    cards: Sequence[str]
    covered: int = 0


@dataclass(frozen=True, slots=True)
class PositionPanel:
    """A position: its cards and tasks, its crews, and the solver's answer."""

    tricks: int
    trick: tuple[tuple[str, str], ...]
    """The cards of the trick that is being played, each with its seat."""
    hands: tuple[HandThere, ...]
    tasks: tuple[TaskThere, ...]
    crews: tuple[CrewThere, ...]
    unnamed: int
    fate: Fate


@dataclass(frozen=True, slots=True)
class WayStep:
    """A parting on the way to the position, with the move that leads on from it."""

    move: MoveText
    url: str


@dataclass(frozen=True, slots=True)
class LeftOut:
    """The attempts that the tree does not show."""

    waiting: int
    """Attempts that workers have not read yet."""
    unreadable: int
    """Attempts at real tables, and of rules that this version of the site no longer has."""
    later: int
    """Attempts of crews that have an earlier one on the deal."""


@dataclass(frozen=True, slots=True)
class TreePage:
    """The tree of a deal from a position on.

    `root` is None with fewer than two lines, and until a worker has built the positions of two or more.
    """

    deal: Deal
    text: str
    is_void: bool
    lines: int
    left_out: LeftOut
    root: TreeBranch | None
    drawing: TreeDrawing | None
    way: tuple[WayStep, ...]
    panel: PositionPanel | None
    only: CrewThere | None
    """The crew whose line is the only one that is known."""


def tree_page(deal: Deal, *, at: int | None = None, after: int = 0, names_people: bool = True) -> TreePage:
    """Return the tree from the position `at` on; 404 for a position that no two lines went through.

    The first `after` branches of the position are left out. Between two partings all lines go the same way: such a
    position shows the next parting.
    """
    position = start_of(deal, at)
    if position is None and at is not None:
        raise Http404
    left_out, lines = _counts(deal, position if at is None else start_of(deal, None))
    root = branches_from(deal, position, after, names_people=names_people) if position is not None else None
    walked = _walked(position) if position is not None else {}
    shown = position is not None and at is not None
    named = list(walked.values()) if names_people else []
    names = people_names(named, deal, count=position.lines if position is not None else 1)
    return TreePage(
        deal=deal,
        text=deal_text(deal),
        is_void=is_void(deal, active_rulings_of(deal.stage.challenge_id)),
        lines=lines,
        left_out=left_out,
        root=root,
        drawing=drawing_of(root) if root is not None and root.branches and not root.is_end else None,
        way=_way(deal, position, walked, names) if shown and position is not None else (),
        panel=_panel(position, walked, names, root) if shown and position is not None and root is not None else None,
        only=_only_crew(deal) if position is None and lines == 1 else None,
    )


def _counts(deal: Deal, start: Position | None) -> tuple[LeftOut, int]:
    """Return what is left out, and the number of lines. Most deals leave nothing out: then one query says so."""
    ended = ended_attempts(deal)
    if start is not None and ended.count() == start.lines:
        return LeftOut(0, 0, 0), start.lines
    lines = TravellerLine.objects.filter(attempt__table__stage=deal.stage, attempt__number=deal.attempt)
    waiting = ended.filter(traveller_line=None).count()
    later = lines.filter(is_later=True).count()
    unreadable = lines.filter(is_later=False, positions=b"").count()
    return LeftOut(waiting, unreadable, later), lines.count() - later - unreadable


def _first_line(deal: Deal) -> TravellerLine | None:
    lines = TravellerLine.objects.filter(attempt__table__stage=deal.stage, attempt__number=deal.attempt)
    return lines.filter(is_later=False).exclude(positions=b"").order_by("attempt_id").first()


def _only_crew(deal: Deal) -> CrewThere | None:
    first = _first_line(deal)
    return _crew(walked_lines([first.attempt_id])[first.attempt_id], 0) if first is not None else None


def _walked(position: Position) -> Mapping[int, WalkedLine]:
    """Return the first lines through the position."""
    attempts = {attempt for branch in position.branches_by_move.values() for attempt in branch.attempts}
    lines = walked_lines(sorted(attempts)[:MOST_CREWS])
    return {key: line for key, line in lines.items() if position.number in line.places}


def _way(deal: Deal, position: Position, walked: Mapping[int, WalkedLine], names: Names) -> tuple[WayStep, ...]:
    """Return the partings before the position, along the first of its lines."""
    line = next(iter(walked.values()), None)
    if line is None:
        return ()
    numbers = line.line.position_numbers[: line.places[position.number]]
    rows = Position.objects.filter(stage=deal.stage, attempt=deal.attempt, number__in=numbers, is_parting=True)
    places = sorted(line.places[number] for number in rows.values_list("number", flat=True))
    return tuple(_way_step(line, place, names) for place in places)


def _way_step(line: WalkedLine, place: int, names: Names) -> WayStep:
    _step, seat, text = line.line.moves[place]
    return WayStep(move_text(f"{seat} {text}", names), tree_url(line.line.position_numbers[place]))


def _panel(
    position: Position, walked: Mapping[int, WalkedLine], names: Names, root: TreeBranch
) -> PositionPanel | None:
    line = next((line for line in walked.values() if line.is_readable), None)
    if line is None:
        return None
    views = _views(line, line.places[position.number])
    facts = views[0]
    trick = facts.get("trick")
    crews = tuple(_crew(one, one.places[position.number]) for one in walked.values())
    return PositionPanel(
        tricks=sum(facts["tricks_won"]),
        trick=tuple((names.of(seat), str(card)) for seat, card in trick["plays"]) if trick else (),
        hands=_hands(views, names),
        tasks=tuple(_task(task, names) for task in facts["tasks"]),
        crews=crews,
        unnamed=position.lines - len(crews),
        fate=root.fate,
    )


def _views(line: WalkedLine, place: int) -> list[Mapping[str, Any]]:
    """Return what each seat saw at this place of the line, by seat."""
    attempt = line.attempt
    actions = event_replay.actions_of(attempt)[: line.step(place)]
    state = event_replay.state_after(event_replay.setup_of(attempt), actions)
    return [state.view(seat).as_dict() for seat in range(attempt.table.players)]


def _hands(views: Sequence[Mapping[str, Any]], names: Names) -> tuple[HandThere, ...]:
    hands = [HandThere(names.of(seat), view["hand"]) for seat, view in enumerate(views)]
    robot = views[0].get("robot")
    return (*hands, HandThere(names.robot, robot["up"], robot["down"])) if robot else tuple(hands)


def _task(task: Mapping[str, Any], names: Names) -> TaskThere:
    owner = task["owner"]
    return TaskThere(
        text=str(task["task"]),
        card=task_facts(task["task"], names.players),
        owner=names.of(owner) if owner is not None else "",
        status=_status(task["status"]),
    )


def _status(status: str) -> str:
    return {"done": _("completed"), "failed": _("failed")}.get(status, "")


def _crew(line: WalkedLine, place: int) -> CrewThere:
    return CrewThere(line.crew, line.won, line.url(place))
