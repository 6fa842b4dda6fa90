"""What the replay shows: one moment of a finished attempt with all hands open, and all its actions in words.

Pure, like `logbook.round_page`: it is given views, never a `State`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from django.utils.translation import gettext as _

from logbook import speech
from logbook.round_news import action_words
from logbook.round_page import After, RoundPage, SeatFace, round_page
from logbook.round_parts import SeatPlace
from logbook.round_status import Names


class Acted(Protocol):
    """An action that was done."""

    @property
    def seat(self) -> int:
        """Who did it."""

    @property
    def text(self) -> str:
        """What it was."""


@dataclass(frozen=True)
class ReplayLine:
    """One action in words; `step` is the moment just after it."""

    step: int
    words: str
    card: str
    here: bool


@dataclass(frozen=True)
class ReplayChapter:
    """The preparations, or a trick."""

    title: str
    lines: tuple[ReplayLine, ...]
    here: bool


@dataclass(frozen=True)
class OpenHand:
    """A hand lying open."""

    seat: SeatPlace
    cards: tuple[str, ...]


@dataclass(frozen=True)
class ReplayPage:
    """All that `replay/replay.html` shows."""

    attempt_id: int
    round: RoundPage
    step: int
    last: int
    hands: tuple[OpenHand, ...]
    chapters: tuple[ReplayChapter, ...]
    happened: str

    @property
    def back(self) -> int | None:
        """The step before."""
        return self.step - 1 if self.step else None

    @property
    def forward(self) -> int | None:
        """The step after."""
        return self.step + 1 if self.step < self.last else None

    @property
    def trick_back(self) -> int:
        """The end of the chapter before this one."""
        ends = [chapter.lines[-1].step for chapter in self.chapters if chapter.lines]
        return max((end for end in ends if end < self.step), default=0)

    @property
    def trick_forward(self) -> int:
        """The end of this chapter, or of the next one where this one has ended."""
        ends = [chapter.lines[-1].step for chapter in self.chapters if chapter.lines]
        return min((end for end in ends if end > self.step), default=self.last)


def replay_page(  # noqa: PLR0913 - everything after the faces is named
    views: Sequence[Any],
    actions: Sequence[Acted],
    faces: Sequence[SeatFace],
    *,
    step: int,
    attempt_id: int,
    table_id: int,
    attempt_number: int,
    mission_words: str = "",
    reason: str = "",
    after: After | None = None,
) -> ReplayPage:
    """The moment after `step` actions: `views` are those of every seat (the robot's too) at that moment, in order.

    `step` must lie within 0 … len(actions): see `step_within`.
    """
    facts = [view if isinstance(view, Mapping) else view.as_dict() for view in views]
    round_shown = round_page(
        _watched(facts),
        faces,
        table_id=table_id,
        attempt_number=attempt_number,
        seen=step,
        mission_words=mission_words,
        reason=reason,
        after=after,
    )
    names = Names({face.number: face.name for face in faces}, game=facts[0]["game"])
    lines = _lines(actions, names, step)
    return ReplayPage(
        attempt_id=attempt_id,
        round=round_shown,
        step=step,
        last=len(actions),
        hands=_hands(facts, round_shown),
        chapters=_chapters(lines, actions, len(facts[0]["hand_sizes"])),
        happened=lines[step - 1].words if step else _("The cards are dealt."),
    )


def step_within(step: int, actions: Sequence[Acted]) -> int:
    """The step asked for, or the nearest there is."""
    return max(0, min(step, len(actions)))


def _watched(facts: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The same moment as a spectator sees it, secret numbers told; the open hands are shown beside it."""
    told = {tuple(said[:2]): said for view in facts for said in view["predictions"] if said[2] is not None}
    predictions = [told.get(tuple(said[:2]), said) for said in facts[0]["predictions"]]
    shown = {key: value for key, value in facts[0].items() if key != "hand"}
    return shown | {"seat": None, "legal": (), "predictions": predictions}


def _hands(facts: Sequence[Mapping[str, Any]], round_shown: RoundPage) -> tuple[OpenHand, ...]:
    by_seat = {seat: tuple(sorted(view["hand"], key=speech.hand_order)) for seat, view in enumerate(facts)}
    return tuple(OpenHand(seat, by_seat[seat.number]) for seat in round_shown.seats)


def _card_of(text: str) -> str:
    words = text.removeprefix("robot ").split()
    return words[1] if words[0] in ("play", "give", "signal", "take") and len(words) > 1 else ""


def _lines(actions: Sequence[Acted], names: Names, here: int) -> list[ReplayLine]:
    return [
        ReplayLine(
            step, action_words(action.seat, action.text, names, open_cards=True), _card_of(action.text), step == here
        )
        for step, action in enumerate(actions, start=1)
    ]


def _chapters(lines: Sequence[ReplayLine], actions: Sequence[Acted], seats: int) -> tuple[ReplayChapter, ...]:
    """The preparations, then trick by trick; what is said between two belongs to the coming one."""
    grouped: list[list[ReplayLine]] = [[]]
    played = 0
    first = next((index for index, action in enumerate(actions) if _is_play(action.text)), len(actions))
    for index, (line, action) in enumerate(zip(lines, actions, strict=True)):
        if index >= first and played % seats == 0 and (played == 0 or _is_play(actions[index - 1].text)):
            grouped.append([])
        grouped[-1].append(line)
        played += _is_play(action.text)
    return tuple(_chapter(number, chapter) for number, chapter in enumerate(grouped) if chapter)


def _is_play(text: str) -> bool:
    return text.removeprefix("robot ").startswith("play ")


def _chapter(number: int, lines: Sequence[ReplayLine]) -> ReplayChapter:
    title = _("Trick %(number)s") % {"number": number} if number else _("Before the first trick")
    return ReplayChapter(title, tuple(lines), any(line.here for line in lines))
