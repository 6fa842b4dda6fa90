"""The contract of every game: the values that pass between `games` and its users.

A setup names a game before its first decision, an action is one decision, a state is a setup and the actions so far, a
view is the information of one seat about a state, and an outcome is the result.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, NamedTuple

from .sentences import say


class GameError(ValueError):
    """Something a game refuses. `code` and `params` are stable; the message is one English sentence."""

    def __init__(self, code: str, /, **params: Any) -> None:
        super().__init__(say(code, params))
        self.code = code
        self.params = params


class UnknownSetup(GameError):
    """The setup names a game, mission, option, deal or rules version that does not exist."""


class UnreadableAction(GameError):
    """The text is not an action of this game in any position."""


class IllegalAction(GameError):
    """The action exists, but this seat may not do it now."""


class Action(NamedTuple):
    """One decision of one seat; `str(action)` is its line in a record."""

    seat: int
    text: str

    def __str__(self) -> str:
        return f"{self.seat} {self.text}"


@dataclass(frozen=True, slots=True)
class Setup:
    """Everything that decides a deal: the same setup always deals the same cards.

    `mission` is a number, a scenario's name or a custom mission in one line; `seed` is any text of one line
    without `#`; `deal` spells the cards out instead (see the contract, "Text"). Checked by `games.deal`.
    """

    game: str
    mission: str
    players: int
    seed: str = ""
    options: tuple[str, ...] = ()
    deal: str | None = None


@dataclass(frozen=True, slots=True)
class Sentence:
    """A thing to say: a stable code with its params, and (as `str`) its English sentence."""

    code: str
    params: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return say(self.code, self.params)


@dataclass(frozen=True, slots=True)
class Description:
    """An explained setup: `str(description)` is English, `parts` are its sentences."""

    code: str
    params: Mapping[str, Any]
    parts: tuple[Sentence, ...]

    def __str__(self) -> str:
        return " ".join(str(part) for part in self.parts)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game. `success` is None in Deep Blue, where `scores` (points by seat) decide."""

    success: bool | None
    reason: str
    scores: tuple[int, ...] | None = None
    code: str = ""
    params: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, success: bool | None, sentence: Sentence, scores: tuple[int, ...] | None = None) -> Outcome:
        """The outcome that this sentence explains."""
        return cls(success, str(sentence), scores, sentence.code, sentence.params)


@dataclass(frozen=True)
class View:
    """The information of one seat (or, with `seat` None, of a spectator): nothing less and nothing more.

    Fields are attributes and keys; each game adds its own.
    """

    seat: int | None

    def __getitem__(self, key: str) -> Any:
        if not hasattr(self, key):
            raise KeyError(key)
        return getattr(self, key)

    def as_dict(self) -> dict[str, Any]:
        """The view as plain lists and dicts, ready for `json.dumps`."""
        return {f.name: _plain(getattr(self, f.name)) for f in fields(self)}


class State(ABC):
    """A game at one moment. Values: `apply` answers a new state and leaves this one as it was."""

    setup: Setup
    outcome: Outcome | None
    log: tuple[Action, ...]

    @property
    @abstractmethod
    def waiting_on(self) -> frozenset[int]:
        """The seats for which the table waits; empty once the game is over."""

    @property
    def shares_freely(self) -> bool:
        """Whether every player may propose now who takes which task, not only those for whom the table waits.

        Never in a game without tasks.
        """
        return False

    @abstractmethod
    def legal_actions(self, seat: int) -> list[Action]:
        """All that the seat may do now, complete, unique, sorted by text."""

    @abstractmethod
    def apply(self, action: Action) -> State:
        """The state after the action. Raises UnreadableAction or IllegalAction."""

    @abstractmethod
    def view(self, seat: int | None) -> View:
        """The view of a seat; None is a spectator."""


class Game(ABC):
    """A game of the house."""

    slug: ClassVar[str]
    title: ClassVar[str]
    players: ClassVar[tuple[int, ...]]
    rules: ClassVar[int]
    missions: ClassVar[tuple[str, ...]]
    options: ClassVar[tuple[str, ...]]
    is_race: ClassVar[bool] = False
    """Whether all players play for points, so that the table neither succeeds nor fails."""

    @abstractmethod
    def deal(self, setup: Setup) -> State:
        """The state before the first decision of a player. Raises UnknownSetup."""

    @abstractmethod
    def describe(self, setup: Setup) -> Description:
        """The mission explained. Raises UnknownSetup."""

    def tasks(self, players: int) -> Iterable[Description]:
        """The task cards whose text must be read, with explanations for this number of players; none where cards say it
        all.
        """
        return ()

    def may_be_undone(self, before: State, after: State) -> bool:
        """Return whether the player may undo the last action: neither chance nor another player has answered it.

        Cards that were played or shown stay.
        """
        return False

    def position_of(self, state: State) -> int | None:
        """A number that equal positions of one deal share, signed, of 64 bits; None in a game that compares none."""
        return None

    @abstractmethod
    def mission_text(self, mission: str) -> str:
        """The mission's normal form, by which it is stored and compared. Raises UnknownSetup."""


def _plain(value: Any) -> Any:
    if isinstance(value, str):
        return str(value)
    if isinstance(value, Mapping):
        return {key: _plain(inner) for key, inner in value.items()}
    if isinstance(value, (tuple, list)):
        return [_plain(inner) for inner in value]
    return value
