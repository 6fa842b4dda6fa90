"""Moves of lines in words, and the moments of their replays."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _

import games
from logbook.challenges.models.challenges import Deal
from logbook.replays.models.analyses import Analysis
from logbook.rounds import text as rounds_text
from logbook.rounds.view.news import action_sentence
from logbook.rounds.view.status import Names
from logbook.tables.models import Attempt
from logbook.tables.selectors.seat_labels import seat_name
from logbook.travellers.models import TravellerLine
from logbook.travellers.selectors.deals import entrant_name

ROBOT: Final = "robot "
ROBOT_SEAT: Final = 2
"""The robot's seat, beside two players."""
MOST_NAMED: Final = 2
"""The people of a seat who are named where several crews did the same."""
_CARD: Final = re.compile(r"[A-Z]\d")
_PLAY: Final = "play"


@dataclass(frozen=True, slots=True)
class MoveText:
    """A move in a sentence; `card` where it plays one, `task` where it takes a task that is a playing card."""

    sentence: str
    card: str = ""
    task: str = ""


@dataclass(frozen=True)
class WalkedLine:
    """A line with what its replay and its analysis know of each of its positions."""

    line: TravellerLine

    @property
    def attempt(self) -> Attempt:
        """The attempt."""
        return self.line.attempt

    @property
    def crew(self) -> str:
        """The name of the crew, or of the people at a deal of the day."""
        return entrant_name(self.attempt.table)

    @cached_property
    def sitters(self) -> Mapping[int, str]:
        """The names of its people and bots, by seat."""
        return {seat.number: seat_name(seat) for seat in self.attempt.table.seats.all()}

    @property
    def is_readable(self) -> bool:
        """True if this version of the site has the rules by which the record was played."""
        return self.attempt.rules == games.GAMES[self.attempt.table.game].rules

    @property
    def won(self) -> bool:
        """True if the attempt was won."""
        return self.attempt.state == Attempt.State.SUCCESS

    @cached_property
    def places(self) -> dict[int, int]:
        """The places of the positions in the line, by their numbers."""
        return {number: place for place, number in enumerate(self.line.position_numbers)}

    def step(self, place: int) -> int:
        """Return the number of actions after which the record is at this place of the line."""
        return int(self.line.moves[place - 1][0]) if place else 0

    def url(self, place: int) -> str:
        """Return the address of the replay at this place; at its end after the last one."""
        step = self.step(place) if place <= len(self.line.moves) else self.attempt.length
        return f"{reverse('replay', args=(self.attempt.pk,))}?step={step}"

    def is_winnable(self, place: int) -> bool | None:
        """Return whether the mission could still be won there; None if it is not known."""
        analysis, step = self._analysis, self.step(place)
        if self.won:
            return True
        return analysis.winnable[step] if analysis is not None and step < len(analysis.winnable) else None

    @property
    def losing_place(self) -> int | None:
        """The place in the line of the losing move, counted as its moves are; None if it is not known."""
        analysis = self._analysis
        if self.won or analysis is None or analysis.fatal is None:
            return None
        return sum(1 for move in self.line.moves if move[0] <= analysis.fatal)

    @property
    def _analysis(self) -> Analysis | None:
        analysis: Analysis | None = getattr(self.attempt, "analysis", None)
        return analysis if analysis is not None and analysis.is_done else None


def walked_lines(attempts: Iterable[int]) -> Mapping[int, WalkedLine]:
    """Return the lines of these attempts, by their keys."""
    lines = TravellerLine.objects.filter(attempt__in=set(attempts)).order_by("attempt_id")
    lines = lines.select_related("attempt__table__crew", "attempt__analysis")
    return {line.attempt_id: WalkedLine(line) for line in lines.prefetch_related("attempt__table__seats__player")}


def seat_names(players: int, game: str) -> Names:
    """Return the seats by their numbers, where nobody is named."""
    by_seat = {seat: _("Seat %(number)s") % {"number": seat + 1} for seat in range(players)}
    if players == ROBOT_SEAT and game in rounds_text.ROBOTS:
        by_seat[ROBOT_SEAT] = rounds_text.robot_name(game)
    return Names(by_seat, game=game)


def people_names(lines: Sequence[WalkedLine], deal: Deal, *, count: int = 1) -> Names:
    """Return who sat where in these lines; `count` lines are meant, of which some are named: "Ana / Eva +3".

    Every crew had other players on the deal. Without any line, seats have their numbers.
    """
    seats = seat_names(deal.stage.challenge.players, deal.stage.game)
    people = {
        seat: _named([line.sitters.get(seat, "") for line in lines], count)
        for seat in range(deal.stage.challenge.players)
    }
    return replace(seats, by_seat={**seats.by_seat, **{seat: name for seat, name in people.items() if name}})


def _named(names: Iterable[str], count: int) -> str:
    """Return the first names, each once, and how many lines have others."""
    known = [name for name in names if name]
    shown = list(dict.fromkeys(known))[:MOST_NAMED]
    more = max(count, len(known)) - sum(name in shown for name in known)
    return " / ".join(shown) + (f" +{more}" if shown and more > 0 else "")


def move_text(move: str, names: Names) -> MoveText:
    """Return a move that is written `SEAT TEXT`."""
    seat, _space, action = move.partition(" ")
    kind, _space, rest = action.removeprefix(ROBOT).partition(" ")
    card = rest.split(" ")[0] if _CARD.fullmatch(rest.split(" ")[0]) else ""
    sentence = action_sentence(int(seat), action, names, open_cards=True)
    return MoveText(sentence, card if kind == _PLAY else "", card if kind in ("take", "assign") else "")
