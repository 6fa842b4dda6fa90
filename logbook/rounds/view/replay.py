"""Replay of a round: one moment of a finished attempt with all hands open, and all its actions in words.

Pure, like `logbook.rounds.view.page`: its input is views, never a `State`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from logbook.lib.translation import gettext as _
from logbook.rounds import text as rounds_text
from logbook.rounds.principles import PrincipleText
from logbook.rounds.view.choices import ChoiceGroup, choice_groups
from logbook.rounds.view.news import action_sentence
from logbook.rounds.view.page import round_page
from logbook.rounds.view.parts import Moment, RoundPage, SeatFace, SeatPlace
from logbook.rounds.view.status import Names
from logbook.rounds.view.turning_point import Acted
from logbook.rounds.view.verdict import Mark, Verdict, VerdictPanel, card_label, mark_label

Address = Callable[[int], str]
"""Returns the URL of the moment after a number of actions."""


@dataclass(frozen=True)
class ReplayRow:
    """One action in words; `step` is the moment just after it, `mark` the mission's state then."""

    step: int
    sentence: str
    card: str
    here: bool
    href: str
    mark: Mark = ""

    @property
    def mark_label(self) -> str:
        """The mark in words, for readers who do not see it."""
        return mark_label(self.mark)


@dataclass(frozen=True)
class ReplayChapter:
    """The preparations, or a trick."""

    title: str
    rows: tuple[ReplayRow, ...]
    here: bool

    @property
    def fatal(self) -> bool:
        """Whether the mission was lost here."""
        return any(row.mark == "fatal" for row in self.rows)


@dataclass(frozen=True)
class OpenCard:
    """A card of an open hand: its action, and the mission's state after it, if analysed."""

    card: str
    name: str
    action: str = ""
    mark: Mark = ""

    @property
    def label(self) -> str:
        """The button's label."""
        label = _("Pass %(card)s") if self.action.startswith("give") else _("Play %(card)s")
        words = label % {"card": rounds_text.card_with_article(self.card)}
        return f"{words}{f': {card_label(self.mark)}' if self.mark else ''}"


@dataclass(frozen=True)
class OpenHand:
    """An open hand; `aside` marks the hands that a player against bots need not see."""

    seat: SeatPlace
    cards: tuple[OpenCard, ...]
    aside: bool = False


@dataclass(frozen=True)
class Hands:
    """Options of the open hands: whose actions are chosen, the cards' marks, and the reader's own seat."""

    actor: int | None = None
    marks: Mapping[str, Mark] | None = None
    """The mark of each card; None before the reader asks."""
    mine: int | None = None


@dataclass(frozen=True)
class Why:
    """The reason of a bot's action: the fields of the form that asks for it, the answer, or the answer's URL."""

    fields: tuple[tuple[str, str], ...] = ()
    sentence: str = ""
    details: str = ""
    """Further figures, folded."""
    principle: PrincipleText | None = None
    """The principle that the action follows, where one fits."""
    waits_at: str = ""
    error: str = ""


@dataclass(frozen=True)
class Thinking:
    """A thought in progress for the reader: in words, and the answer's URL."""

    text: str
    href: str
    leads_on: bool = False
    """The answer is a page of another URL."""


@dataclass(frozen=True)
class Aside:
    """The text of a variation's page: what would have won, or the reader's own moves."""

    saving: bool
    sentence: str
    back_href: str
    again_href: str
    may_go_on: bool = False
    """It is the bots' turn."""
    waits: bool = False
    """They give the person a moment to speak."""
    error: str = ""


class Stepper:
    """The addresses to which the buttons of a replay lead, of a round or of a race."""

    step: int
    last: int
    """The last moment; as it was played, the next one, so that no page tells how many remain."""
    address: Address

    @property
    def first_href(self) -> str:
        """The URL of the beginning."""
        return self.address(0)

    @property
    def last_href(self) -> str:
        """The URL of the end."""
        return self.address(self.last)

    @property
    def back_href(self) -> str:
        """The URL of the previous step."""
        return self.address(max(0, self.step - 1))

    @property
    def forward_href(self) -> str:
        """The URL of the next step."""
        return self.address(min(self.last, self.step + 1))


@dataclass(frozen=True)
class ReplayPage(Stepper):
    """Values of `replays/replay.html`."""

    attempt_id: int
    round: RoundPage
    step: int
    last: int
    hands: tuple[OpenHand, ...]
    chapters: tuple[ReplayChapter, ...]
    happened: str
    address: Address
    mark: Mark = ""
    fields: tuple[tuple[str, str], ...] = ()
    """The fields of forms that continue from this moment; empty where none does."""
    groups: tuple[ChoiceGroup, ...] = ()
    has_card_marks: bool = False
    """The playable cards have marks."""
    may_judge: bool = False
    """Whether the reader may ask for them; False without a question, or for a reader who may not ask."""
    judge_error: str = ""
    thinking: Thinking | None = None
    bots: tuple[tuple[str, str], ...] = ()
    """The bots for the other seats from here on: by name, and in words."""
    verdict: VerdictPanel | None = None
    aside: Aside | None = None
    why: Why | None = None
    as_played: bool = False
    """It is read as it was played: nothing on the page comes from a later moment."""

    @property
    def mark_label(self) -> str:
        """The mission's state at this moment."""
        return mark_label(self.mark)

    @property
    def has_marks(self) -> bool:
        """Whether anything in the record has a mark."""
        return any(row.mark for chapter in self.chapters for row in chapter.rows)

    @property
    def here_href(self) -> str:
        """The URL of this moment."""
        return self.address(self.step)

    @property
    def people(self) -> tuple[SeatPlace, ...]:
        """The seats that the reader may take, in order."""
        seats = (seat for seat in self.round.seats if seat.kind != "robot")
        return tuple(sorted(seats, key=lambda seat: seat.number))

    @property
    def trick_back_href(self) -> str:
        """The URL of the previous chapter's end."""
        return self.address(self.trick_back)

    @property
    def trick_forward_href(self) -> str:
        """The URL of this chapter's end, or of the next one's."""
        return self.address(self.trick_forward)

    @property
    def back(self) -> int | None:
        """The previous step."""
        return self.step - 1 if self.step else None

    @property
    def forward(self) -> int | None:
        """The next step."""
        return self.step + 1 if self.step < self.last else None

    @property
    def trick_back(self) -> int:
        """The end of the previous chapter."""
        ends = [chapter.rows[-1].step for chapter in self.chapters if chapter.rows]
        return max((end for end in ends if end < self.step), default=0)

    @property
    def trick_forward(self) -> int:
        """The end of this chapter, or of the next one where this one has ended."""
        ends = [chapter.rows[-1].step for chapter in self.chapters if chapter.rows]
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
    verdict: Verdict | None = None,
    hands: Hands = Hands(),
    address: Address = "?step={}".format,
) -> ReplayPage:
    """Return the moment after `step` actions: `views` come from every seat there, in order, the robot's too.

    `step` must lie within 0 … len(actions): see `step_within`. `verdict` is the solver's result, where it may be shown.
    """
    facts = [view if isinstance(view, Mapping) else view.as_dict() for view in views]
    page = round_page(
        _trick_counts(facts),
        faces,
        Moment(table_id, attempt_number, seen=step, mission_words=mission_words, reason=reason),
    )
    names = Names({face.number: face.name for face in faces}, game=facts[0]["game"])
    rows = _rows(actions, names, step, verdict, address)
    return ReplayPage(
        attempt_id=attempt_id,
        round=page,
        step=step,
        last=len(actions),
        hands=_hands(facts, page, hands),
        chapters=_chapters(rows, actions, len(facts)),
        happened=rows[step - 1].sentence if step else _("The cards have been dealt."),
        address=address,
        mark=verdict.mark(step) if verdict else "",
        groups=choice_groups(facts[hands.actor], names) if hands.actor is not None else (),
        has_card_marks=hands.marks is not None,
    )


def step_within(step: int, actions: Sequence[Acted]) -> int:
    """Return the requested step, or the nearest one."""
    return max(0, min(step, len(actions)))


def _trick_counts(facts: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the moment as a spectator sees it, with secret numbers; the open hands are shown beside it."""
    secrets = {
        tuple(prediction[:2]): prediction
        for view in facts
        for prediction in view["predictions"]
        if prediction[2] is not None
    }
    predictions = [secrets.get(tuple(prediction[:2]), prediction) for prediction in facts[0]["predictions"]]
    public = {key: value for key, value in facts[0].items() if key != "hand"}
    return public | {"seat": None, "legal": (), "predictions": predictions}


def _hands(facts: Sequence[Mapping[str, Any]], page: RoundPage, hands: Hands) -> tuple[OpenHand, ...]:
    actions = _on_cards(facts[hands.actor]["legal"]) if hands.actor is not None else {}
    return tuple(_hand(facts[seat.number]["hand"], seat, actions, hands) for seat in page.seats)


def _hand(hand: Sequence[str], seat: SeatPlace, actions: Mapping[str, str], hands: Hands) -> OpenHand:
    marks = hands.marks or {}
    open_cards = tuple(
        OpenCard(card, rounds_text.card_name(card), actions.get(card, ""), marks.get(card, ""))
        for card in sorted(hand, key=rounds_text.hand_order)
    )
    return OpenHand(seat, open_cards, aside=hands.mine not in (None, seat.number) and seat.kind != "robot")


def _on_cards(legal: Sequence[str]) -> dict[str, str]:
    """Return the actions of a click on a card, by card."""
    plays = (text for text in legal if text.removeprefix("robot ").startswith(("play ", "give ")))
    return {text.split()[-1]: text for text in plays}


def _card_of(text: str) -> str:
    parts = text.removeprefix("robot ").split()
    return parts[1] if parts[0] in ("play", "give", "signal", "take") and len(parts) > 1 else ""


def _rows(
    actions: Sequence[Acted], names: Names, here: int, verdict: Verdict | None, address: Address
) -> list[ReplayRow]:
    return [
        ReplayRow(
            step,
            action_sentence(action.seat, action.text, names, open_cards=True),
            _card_of(action.text),
            step == here,
            address(step),
            _mark(action, step, verdict),
        )
        for step, action in enumerate(actions, start=1)
    ]


def _mark(action: Acted, step: int, verdict: Verdict | None) -> Mark:
    """Return the mark of a played card, or of the action that lost the mission."""
    mark = verdict.mark(step) if verdict else ""
    return mark if mark == "fatal" or _is_play(action.text) else ""


def _chapters(rows: Sequence[ReplayRow], actions: Sequence[Acted], seats: int) -> tuple[ReplayChapter, ...]:
    """Return the preparations, then trick by trick; actions between two tricks belong to the coming one."""
    grouped: list[list[ReplayRow]] = [[]]
    plays = 0
    first = next((index for index, action in enumerate(actions) if _is_play(action.text)), len(actions))
    for index, (row, action) in enumerate(zip(rows, actions, strict=True)):
        if index >= first and plays % seats == 0 and (plays == 0 or _is_play(actions[index - 1].text)):
            grouped.append([])
        grouped[-1].append(row)
        plays += _is_play(action.text)
    return tuple(_chapter(number, chapter) for number, chapter in enumerate(grouped) if chapter)


def _is_play(text: str) -> bool:
    return text.removeprefix("robot ").startswith("play ")


def _chapter(number: int, rows: Sequence[ReplayRow]) -> ReplayChapter:
    title = _("Trick %(number)s") % {"number": number} if number else _("Before the first trick")
    return ReplayChapter(title, tuple(rows), any(row.here for row in rows))
