"""Selectors of a record's moments for the author of a lesson: what happened, and what could be chosen there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _

from logbook.people.models.players import Player
from logbook.player_lessons.models import LessonStep, PlayerLesson
from logbook.replays.selectors import replays
from logbook.rounds import text as rounds_text
from logbook.rounds.view.news import action_sentence
from logbook.rounds.view.parts import SeatFace
from logbook.rounds.view.replay import ReplayPage
from logbook.rounds.view.status import Names
from logbook.tables import event_replay
from logbook.tables.models import Attempt

ASIDE: Final = ("ask", "refrain")
"""Actions of the pause for signals: there, a learner rather reads on."""
NAMES: Final = ("Mia", "Ada", "Ben", "Cleo", "Noa")
"""Invented names by seat: a lesson names no real person."""

Judged = Mapping[str, Sequence[bool | int | None]]
"""Findings by action: whether the mission stays winnable, and in how many of a hundred simulated deals it is won."""


@dataclass(frozen=True, slots=True)
class Choices:
    """The choices of the learner at a moment; none where it is not their turn."""

    played: str = ""
    offered: tuple[str, ...] = ()
    judged: Judged | None = None
    """None while the solver works on it."""

    @property
    def is_asked(self) -> bool:
        """True if the learner acts here by default."""
        return bool(self.offered) and self.played not in ASIDE

    @property
    def suggested(self) -> tuple[str, ...]:
        """The right actions by default: those that keep the mission winnable, with the best chance where it is known.

        Where the solver knows of none, it is the record's own action.
        """
        judged = self.judged or {}
        keep = [action for action in self.offered if judged.get(action, (None, None))[0]]
        if not keep:
            return (self.played,) if self.played and judged.get(self.played, (None, None))[0] is not False else ()
        chances = {action: judged[action][1] or 0 for action in keep}
        return tuple(action for action in keep if chances[action] == max(chances.values()))


@dataclass(frozen=True, slots=True)
class MomentRow:
    """A moment in the editor's list."""

    moment: int
    sentence: str
    is_turn: bool
    has_step: bool
    mark: str
    mark_label: str


@dataclass(frozen=True, slots=True)
class MomentChapter:
    """The preparations, or a trick, with its moments."""

    title: str
    rows: tuple[MomentRow, ...]

    @property
    def is_turning_point(self) -> bool:
        """True if the mission was lost here."""
        return any(row.mark == "fatal" for row in self.rows)


@dataclass(frozen=True, slots=True)
class StepRow:
    """A step in the editor's list."""

    moment: int
    happened: str
    says: str
    acts: bool
    right: str
    """The right actions in words."""


def choices_at(lesson: PlayerLesson, attempt: Attempt, moment: int) -> Choices:
    """Return what the learner could choose after `moment` actions, without the solver's findings."""
    actions = event_replay.actions_of(attempt)
    if moment >= len(actions) or actions[moment].seat != lesson.seat:
        return Choices()
    state = event_replay.state_after(event_replay.setup_of(attempt), actions[:moment])
    played = actions[moment].text
    legal = [action.text for action in state.legal_actions(lesson.seat)]
    return Choices(played, tuple(text for text in legal if is_card_play(text) == is_card_play(played)))


def is_card_play(text: str) -> bool:
    """Return whether the action plays a card, the robot's or one's own."""
    return text.removeprefix("robot ").startswith("play ")


def action_words(game: str, text: str, players: int) -> str:
    """Return an action that a learner may choose in words: a card's name, or a sentence."""
    words = text.split()
    if is_card_play(text):
        return rounds_text.card_name(words[-1])
    return action_sentence(0, text, Names(dict(enumerate(NAMES[:players])), game=game), open_cards=True)


def faces_of(attempt: Attempt, seat: int) -> list[SeatFace]:
    """Return the seats with invented names."""
    table = attempt.table
    faces = [SeatFace(number, name, mine=number == seat) for number, name in enumerate(NAMES[: table.players])]
    if table.players == 2 and table.game in rounds_text.ROBOTS:
        faces.append(SeatFace(2, rounds_text.robot_name(table.game), kind="robot"))
    return faces


def seat_choices(attempt: Attempt) -> list[tuple[int, str]]:
    """Return the seats that a learner can have: the invented name, and whose seat it was."""
    words = _("%(invented)s (in the round: %(name)s)")
    seats = replays.faces_at(attempt)[: attempt.table.players]
    return [(face.number, words % {"invented": NAMES[face.number], "name": face.name}) for face in seats]


def seat_by_default(attempt: Attempt, player: Player) -> int:
    """Return the player's own seat in the attempt, or the first one."""
    return attempt.sittings.filter(player=player).values_list("number", flat=True).first() or 0


def moments_of(lesson: PlayerLesson, attempt: Attempt, steps: Iterable[LessonStep]) -> list[MomentChapter]:
    """Return every moment of the record in words, by trick, with invented names."""
    page, actions = _record_page(lesson, attempt), event_replay.actions_of(attempt)
    done = {step.moment for step in steps}

    def row(moment: int, sentence: str, mark: str = "", label: str = "") -> MomentRow:
        following = actions[moment] if moment < len(actions) else None
        is_turn = following is not None and following.seat == lesson.seat and following.text not in ASIDE
        return MomentRow(moment, sentence, is_turn, moment in done, mark, label)

    first = MomentChapter(_("The beginning"), (row(0, _("The cards have been dealt.")),))
    chapters = [
        MomentChapter(one.title, tuple(row(line.step, line.sentence, line.mark, line.mark_label) for line in one.rows))
        for one in page.chapters
    ]
    return [first, *(one for one in chapters if one.rows)]


def happened_before(lesson: PlayerLesson, attempt: Attempt, moment: int) -> str:
    """Return the last action before a moment in words."""
    return next(
        row.sentence for chapter in moments_of(lesson, attempt, ()) for row in chapter.rows if row.moment == moment
    )


def step_rows(lesson: PlayerLesson, attempt: Attempt) -> list[StepRow]:
    """Return the lesson's steps for its author."""
    table = attempt.table
    said = {row.moment: row.sentence for chapter in moments_of(lesson, attempt, ()) for row in chapter.rows}
    return [
        StepRow(
            moment=step.moment,
            happened=said.get(step.moment, ""),
            says=step.says,
            acts=step.acts,
            right=", ".join(action_words(table.game, text, table.players) for text in step.right),
        )
        for step in lesson.steps.all()
    ]


def _record_page(lesson: PlayerLesson, attempt: Attempt) -> ReplayPage:
    """Return the fresh deal of the record as a replay with invented names: its rows hold every action in words."""
    state = event_replay.state_after(event_replay.setup_of(attempt), ())
    return replays.moment_page(
        attempt,
        state,
        event_replay.actions_of(attempt),
        faces_of(attempt, lesson.seat),
        address=lambda step: reverse("player-lesson-step", args=(lesson.key, step)),
        reason="",
        verdict=replays.found_of(attempt),
    )
