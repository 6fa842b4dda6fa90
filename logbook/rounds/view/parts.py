"""Parts of a table's page: plain values for the templates. `logbook.rounds.view.page` fills them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final, Literal

from logbook.rounds import text
from logbook.rounds.chapters import chapter_of
from logbook.rounds.task_cards import TaskFacts
from logbook.rounds.view.captions import Caption
from logbook.rounds.view.choices import ChoiceGroup
from logbook.rounds.view.condition_parts import ClockFace, Condition, TerrainCard
from logbook.rounds.view.end import NOTHING, After, EndPanel
from logbook.rounds.view.help import NO_MARKS, Help, SeatHelp
from logbook.rounds.view.proposals import Proposal
from logbook.rounds.view.robot_parts import RobotRow


@dataclass(frozen=True)
class SeatFace:
    """The player on a seat, or the bot that stands in; `page` is the player, if the reader may open their page."""

    number: int
    name: str
    kind: Literal["person", "bot", "robot"] = "person"
    mine: bool = False
    presence: str = ""
    """The key of the player's presence at a running table."""
    stand_in: bool = False
    agreed: tuple[int, ...] = ()
    """The seats whose players want a stand-in here."""
    decides_by: datetime | None = None
    """In turn-based games, the end of the player's time."""
    page: int | None = None


@dataclass(frozen=True)
class SignalMark:
    """A signalled card; `says` is highest, only or lowest, or "" where its place has no meaning."""

    card: str
    says: str
    words: str
    played: bool


@dataclass(frozen=True)
class TaskCard:
    """A task: its owner, its order, and its state.

    For a task card (`card`), `words` state the task, `progress` its progress, and `said` its owner's prediction.
    """

    task: str
    name: str
    owner: int | None
    owner_name: str
    mine: bool
    token: str
    status: str
    status_words: str
    note: str
    card: TaskFacts | None = None
    words: str = ""
    progress: str = ""
    said: str = ""
    offered: bool = False
    """It also stands among the reader's choices."""
    topic: str = ""
    """The topic that its "?" explains; "" while it lies face down."""
    predicted: int | None = None
    """The number of tricks that its owner predicted, if the reader may know it."""

    @property
    def hidden(self) -> bool:
        """True while the task lies face down."""
        return not self.task


@dataclass(frozen=True)
class SeatPlace:
    """One seat round the table; `place` counts clockwise from the reader's own (0)."""

    number: int
    place: int
    name: str
    kind: str
    presence: str
    stand_in: bool
    agreed: tuple[int, ...]
    decides_by: datetime | None
    mine: bool
    captain: bool
    turn: bool
    leads: bool
    tricks: int
    cards: int
    has_signals: bool
    """It has a signal of its own, given or still to give."""
    may_signal: bool
    asked: bool
    gave: bool
    mark: str
    signal: SignalMark | None
    tasks: tuple[TaskCard, ...]
    answer: str
    page: int | None = None
    help: SeatHelp = NO_MARKS
    """The marks here for a player who practises counting."""

    @property
    def anywhere(self) -> SeatPlace:
        """The seat without its place and its time: the same for all viewers, at any moment."""
        return replace(self, place=0, decides_by=None)


@dataclass(frozen=True)
class PlayedCard:
    """A card in a trick."""

    card: str
    seat: int
    place: int
    name: str
    leads: bool
    winning: bool


@dataclass(frozen=True)
class Slot:
    """The place of a card still to come in the trick; `next` is the awaited one."""

    place: int
    name: str
    next: bool


@dataclass(frozen=True)
class TrickPlace:
    """A trick: the one on the table, or the one just won (`settled`)."""

    number: int
    cards: tuple[PlayedCard, ...]
    settled: bool
    words: str
    winner_place: int | None = None
    slots: tuple[Slot, ...] = ()


@dataclass(frozen=True)
class PassedCard:
    """The card that the reader was passed, and its giver's seat; `just_now` if the pass was the last action."""

    card: str
    giver: int
    just_now: bool


@dataclass(frozen=True)
class HandCard:
    """A card of the reader: its action, or why it has none. `received`: a neighbour has just passed it."""

    card: str
    name: str
    action: str
    action_name: str
    why_not: str
    signal: SignalMark | None
    received: bool = False
    """A neighbour has just passed this card."""
    again: str = ""
    """The action of a second press, where the reader wants cards to need one; "" for the usual words."""
    wins: bool = False
    """It is marked as a card that wins the trick for certain."""

    @property
    def playable(self) -> bool:
        """True if the card can be clicked now."""
        return bool(self.action)


@dataclass(frozen=True)
class PollTable:
    """The captain's question and the answers so far."""

    question: str
    answers: tuple[tuple[str, str], ...]
    waiting: tuple[str, ...]


@dataclass(frozen=True)
class SignalChoice:
    """A player's choice not to signal. Only this player is shown it."""

    may_now: bool
    """They can signal before the coming trick, and have not declined."""
    declined_round: bool
    """They will not signal in this attempt."""
    asked: bool
    """In turn-based games, the table waits for players who could signal before the coming trick."""


@dataclass(frozen=True)
class BotsWait:
    """The reader's options before the bots go on: `signal`, `proposal` or `distress`; "" where nothing waits.

    With `bots-signal` the reader leads the first trick, and the bots have not signalled yet.
    """

    what_for: str = ""
    seconds: float = 0.0
    """The seconds until the bots go on; 0 where they wait for the reader."""

    def __bool__(self) -> bool:
        return bool(self.what_for)


NO_WAIT: Final = BotsWait()


@dataclass(frozen=True)
class PreparedSuit:
    """The cards that the reader may prepare for a suit that may be led, with their names; `chosen` is prepared."""

    suit: str
    words: str
    cards: tuple[tuple[str, str], ...]
    chosen: str


@dataclass(frozen=True)
class Moment:
    """The table's facts that no view contains: the attempt, and texts about it.

    `mission_words` explains the mission and `reason` its end, both in the reader's language; `error` is why the last
    click had no effect; `news` lists the events since the reader's last look, one sentence each.
    """

    table_id: int
    attempt_number: int
    seen: int
    mission_words: str = ""
    reason: str = ""
    error: str = ""
    news: tuple[str, ...] = ()
    after: After = NOTHING
    bots_wait: BotsWait = NO_WAIT
    """The decision for which the bots leave the reader time, and how long."""
    signals: SignalChoice | None = None
    """The reader's choice about their signals; None where they can give none."""
    signals_until: datetime | None = None
    """In turn-based games, the end of the time for signals before the coming trick."""
    decides_by: datetime | None = None
    """In turn-based games, the end of the reader's time."""
    pace: str = "relaxed"
    """The table's pace."""
    waited_seconds: int = 0
    """The seconds since the table last changed."""
    took: str = ""
    """The duration of the attempt, in words."""
    own_seat: int | None = None
    """The reader's seat."""
    stand_ins: bool = False
    """Bots may stand in for players who are away."""
    may_leave: bool = False
    """The reader may leave the attempt to a stand-in."""
    stand_in: bool = False
    """A stand-in plays for the reader."""
    prepared: Mapping[str, str] | None = None
    """The cards that the reader has prepared, by the suit led; None for readers who prepare none."""
    received: PassedCard | None = None
    """The card that a neighbour has passed to the reader, until the first card is played."""
    counts: tuple[Condition, ...] = ()
    """The progress of the mission's conditions."""
    trick_won: bool = False
    """The last action ended a trick."""
    may_undo: bool = False
    """The reader may undo their last action."""
    mixed: bool = False
    """A stand-in has decided something in this attempt."""
    attempt_words: str = ""
    """The words for the attempt instead of its number."""
    practice: bool = False
    """It counts for nothing: it goes on from a moment of a replay, is the deal of a real table, or has help."""
    is_of_real_table: bool = False
    """It is practice with the deal of a real table."""
    helped: bool = False
    """It is practice with help."""
    help: Help | None = None
    """The help with counting, where the reader is shown any."""
    may_send_away: bool = False
    """The reader may send watchers away from this attempt."""
    unwatched: bool = False
    """Watchers were sent away from this attempt."""

    @property
    def may_answer(self) -> bool:
        """True if the table waits for the reader's signal, or for the word that there is none."""
        return self.signals is not None and self.signals.asked and self.signals.may_now


class GamePage:
    """The facts of the game on the page of any table."""

    game: str
    phase: str

    @property
    def game_name(self) -> str:
        """The game's name."""
        return text.game_name(self.game)

    @property
    def chapter(self) -> str:
        """The chapter of the rules that says most about this phase."""
        return chapter_of(self.game, self.phase)


@dataclass(frozen=True)
class RoundPage(GamePage):
    """Values of `tables/_round.html`."""

    moment: Moment
    game: str
    mission: str
    phase: str
    status: str
    your_turn: bool
    conditions: tuple[Condition, ...]
    terrain: TerrainCard | None
    clock: ClockFace | None
    seats: tuple[SeatPlace, ...]
    trick: TrickPlace | None
    last_trick: TrickPlace | None
    pips: tuple[str, ...]
    tricks_done: int
    tasks: tuple[TaskCard, ...]
    hand: tuple[HandCard, ...] | None
    hand_hint: str
    received: str
    """The card that the reader was passed, and by whom, in words."""
    choices: tuple[ChoiceGroup, ...]
    folded: tuple[ChoiceGroup, ...]
    proposal: Proposal | None
    poll: PollTable | None
    robot: RobotRow | None
    end: EndPanel | None
    seated: bool
    prepares: tuple[PreparedSuit, ...]
    """The cards that the reader may prepare."""
    captions: tuple[Caption, ...] = ()
    """The tips of the first missions for a new player."""

    @property
    def me(self) -> SeatPlace | None:
        """The reader's own seat."""
        return next((seat for seat in self.seats if seat.mine), None)

    @property
    def is_over(self) -> bool:
        """Whether the attempt has ended."""
        return self.end is not None

    def captions_in(self, place: str) -> tuple[Caption, ...]:
        """Return the captions of a part of the table."""
        return tuple(caption for caption in self.captions if caption.place == place)

    @property
    def others(self) -> tuple[SeatPlace, ...]:
        """The other players, clockwise."""
        return tuple(seat for seat in self.seats if not seat.mine)

    @property
    def hand_first(self) -> bool:
        """Whether the choices stand below the hand: a player who distributes task cards looks at the hand first."""
        return any(group.style == "rows" or (group.style == "tasks" and group.has_task_cards) for group in self.choices)

    @property
    def hand_columns(self) -> int:
        """The number of cards per row of the hand on a phone: up to five lie in one row, more in two."""
        cards = len(self.hand or ())
        return cards if cards <= 5 else (cards + 1) // 2

    @property
    def spoken(self) -> str:
        """The text for screen readers: the news, who won the trick, then the status."""
        moment = self.moment
        won = [f"{self.last_trick.words}."] if self.last_trick and moment.trick_won else []
        passed = [self.received] if moment.received and moment.received.just_now else []
        parts = [moment.error] if moment.error else [*moment.news, *passed, *won, f"{self.status}."]
        if self.end:
            parts.append(self.end.reason)
        elif moment.help is not None and moment.help.spoken:
            parts.append(moment.help.spoken)
        return " ".join(parts)
