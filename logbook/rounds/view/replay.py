"""What the replay shows: one moment of a finished attempt with all hands open, and all its actions in words.

Pure, like `logbook.rounds.view.page`: it is given views, never a `State`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from logbook.rounds import text as rounds_text
from logbook.rounds.view.choices import ChoiceGroup, choice_groups
from logbook.rounds.view.news import action_words
from logbook.rounds.view.page import round_page
from logbook.rounds.view.parts import After, RoundPage, SeatFace, SeatPlace
from logbook.rounds.view.status import Names
from logbook.rounds.view.verdict import Acted, Mark, Verdict, VerdictPanel, card_words, mark_words

Address = Callable[[int], str]
"""Where the moment after so many actions is shown."""


@dataclass(frozen=True)
class ReplayRow:
    """One action in words; `step` is the moment just after it, `mark` how the mission stood then."""

    step: int
    words: str
    card: str
    here: bool
    href: str
    mark: Mark = ""

    @property
    def mark_words(self) -> str:
        """The mark, for those who do not see it."""
        return mark_words(self.mark)


@dataclass(frozen=True)
class ReplayChapter:
    """The preparations, or a trick."""

    title: str
    lines: tuple[ReplayRow, ...]
    here: bool

    @property
    def fatal(self) -> bool:
        """Whether the mission was lost here."""
        return any(line.mark == "fatal" for line in self.lines)


@dataclass(frozen=True)
class OpenCard:
    """A card of an open hand: what clicking it does, and how the mission would stand after it, where that was asked."""

    card: str
    name: str
    action: str = ""
    mark: Mark = ""

    @property
    def label(self) -> str:
        """What the button is called."""
        words = _("Pass on %(card)s") if self.action.startswith("give") else _("Play %(card)s")
        return f"{words % {'card': self.name}}{f': {card_words(self.mark)}' if self.mark else ''}"


@dataclass(frozen=True)
class OpenHand:
    """A hand lying open; `aside` where whoever plays against bots need not look."""

    seat: SeatPlace
    cards: tuple[OpenCard, ...]
    aside: bool = False


@dataclass(frozen=True)
class Hands:
    """What may be done with the open hands: whose actions are chosen, what is known of them, and what lies aside."""

    actor: int | None = None
    marks: Mapping[str, Mark] | None = None
    """By card; None while nobody asked."""
    mine: int | None = None


@dataclass(frozen=True)
class Why:
    """A bot's action: what a form says that asks why it was done, or the answer, or where that will be."""

    fields: tuple[tuple[str, str], ...] = ()
    sentence: str = ""
    waits_at: str = ""
    error: str = ""


@dataclass(frozen=True)
class Thinking:
    """Somebody is thinking for the reader: in words, and where the answer will be."""

    words: str
    href: str
    leads_on: bool = False
    """The answer is a page of another address."""


@dataclass(frozen=True)
class Aside:
    """What a page says that leads away from the record: what would have won, or a line of one's own."""

    saving: bool
    sentence: str
    back_href: str
    again_href: str
    may_go_on: bool = False
    """It is the bots' turn."""
    waits: bool = False
    """They leave the person a moment to speak."""
    error: str = ""


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
    address: Address
    mark: Mark = ""
    fields: tuple[tuple[str, str], ...] = ()
    """What a form that leads on from this moment says; empty where none does."""
    groups: tuple[ChoiceGroup, ...] = ()
    judged: bool = False
    """The cards that may be played bear their marks."""
    may_judge: bool = False
    """Whether one may ask for them; False where there is nothing to ask, or nobody to ask it."""
    judge_error: str = ""
    thinking: Thinking | None = None
    bots: tuple[tuple[str, str], ...] = ()
    """Who may play the other seats from here on: by name, and in words."""
    verdict: VerdictPanel | None = None
    aside: Aside | None = None
    why: Why | None = None

    @property
    def mark_words(self) -> str:
        """How the mission stands at this moment."""
        return mark_words(self.mark)

    @property
    def has_marks(self) -> bool:
        """Whether anything in the record bears a mark."""
        return any(line.mark for chapter in self.chapters for line in chapter.lines)

    @property
    def here_href(self) -> str:
        """Where this moment is shown."""
        return self.address(self.step)

    @property
    def people(self) -> tuple[SeatPlace, ...]:
        """The seats that one may take, in order."""
        seats = (seat for seat in self.round.seats if seat.kind != "robot")
        return tuple(sorted(seats, key=lambda seat: seat.number))

    @property
    def first_href(self) -> str:
        """Where the beginning is shown."""
        return self.address(0)

    @property
    def last_href(self) -> str:
        """Where the end is shown."""
        return self.address(self.last)

    @property
    def back_href(self) -> str:
        """Where the step before is shown."""
        return self.address(max(0, self.step - 1))

    @property
    def forward_href(self) -> str:
        """Where the step after is shown."""
        return self.address(min(self.last, self.step + 1))

    @property
    def trick_back_href(self) -> str:
        """Where the end of the chapter before is shown."""
        return self.address(self.trick_back)

    @property
    def trick_forward_href(self) -> str:
        """Where the end of this chapter, or of the next one, is shown."""
        return self.address(self.trick_forward)

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
    found: Verdict | None = None,
    hands: Hands = Hands(),
    address: Address = "?step={}".format,
) -> ReplayPage:
    """The moment after `step` actions: `views` are those of every seat (the robot's too) at that moment, in order.

    `step` must lie within 0 … len(actions): see `step_within`. `found` is what the solver says, where it may be told.
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
        after=After(),
    )
    names = Names({face.number: face.name for face in faces}, game=facts[0]["game"])
    lines = _lines(actions, names, step, found, address)
    return ReplayPage(
        attempt_id=attempt_id,
        round=round_shown,
        step=step,
        last=len(actions),
        hands=_hands(facts, round_shown, hands),
        chapters=_chapters(lines, actions, len(facts)),
        happened=lines[step - 1].words if step else _("The cards are dealt."),
        address=address,
        mark=found.mark(step) if found else "",
        groups=choice_groups(facts[hands.actor], names) if hands.actor is not None else (),
        judged=hands.marks is not None,
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


def _hands(facts: Sequence[Mapping[str, Any]], round_shown: RoundPage, hands: Hands) -> tuple[OpenHand, ...]:
    actions = _on_cards(facts[hands.actor]["legal"]) if hands.actor is not None else {}
    return tuple(_hand(facts[seat.number]["hand"], seat, actions, hands) for seat in round_shown.seats)


def _hand(held: Sequence[str], seat: SeatPlace, actions: Mapping[str, str], hands: Hands) -> OpenHand:
    marks = hands.marks or {}
    cards = tuple(
        OpenCard(card, rounds_text.card_name(card), actions.get(card, ""), marks.get(card, ""))
        for card in sorted(held, key=rounds_text.hand_order)
    )
    return OpenHand(seat, cards, aside=hands.mine not in (None, seat.number) and seat.kind != "robot")


def _on_cards(legal: Sequence[str]) -> dict[str, str]:
    """What can be done by clicking a card, by card."""
    plays = (text for text in legal if text.removeprefix("robot ").startswith(("play ", "give ")))
    return {text.split()[-1]: text for text in plays}


def _card_of(text: str) -> str:
    words = text.removeprefix("robot ").split()
    return words[1] if words[0] in ("play", "give", "signal", "take") and len(words) > 1 else ""


def _lines(
    actions: Sequence[Acted], names: Names, here: int, found: Verdict | None, address: Address
) -> list[ReplayRow]:
    return [
        ReplayRow(
            step,
            action_words(action.seat, action.text, names, open_cards=True),
            _card_of(action.text),
            step == here,
            address(step),
            _mark(action, step, found),
        )
        for step, action in enumerate(actions, start=1)
    ]


def _mark(action: Acted, step: int, found: Verdict | None) -> Mark:
    """Every card played has its mark; of the rest only what lost the mission."""
    mark = found.mark(step) if found else ""
    return mark if mark == "fatal" or _is_play(action.text) else ""


def _chapters(lines: Sequence[ReplayRow], actions: Sequence[Acted], seats: int) -> tuple[ReplayChapter, ...]:
    """The preparations, then trick by trick; what is said between two belongs to the coming one."""
    grouped: list[list[ReplayRow]] = [[]]
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


def _chapter(number: int, lines: Sequence[ReplayRow]) -> ReplayChapter:
    title = _("Trick %(number)s") % {"number": number} if number else _("Before the first trick")
    return ReplayChapter(title, tuple(lines), any(line.here for line in lines))
