"""The record of a game: a setup and a list of actions, as text that a person can read and type.

game: planet-nine
mission: 12
players: 4
seed: weekly-2026-47/1
rules: 1

2 take P7
3 take B1
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from .contract import Action, GameError, Setup, State, UnknownSetup, UnreadableAction
from .notation import whole_number
from .registry import deal, game_of

HEADERS = ("game", "mission", "players", "options", "seed", "deal", "rules")
_REQUIRED = ("game", "mission", "players")


@dataclass(frozen=True, slots=True)
class Record:
    """A game by its setup and actions. `rules` is the version of the game's rules it was played by."""

    setup: Setup
    actions: tuple[Action, ...] = ()
    rules: int = field(default=1)

    @classmethod
    def of(cls, state: State) -> Record:
        """The record that leads to this state."""
        return cls(state.setup, state.log, game_of(state.setup.game).rules)

    @classmethod
    def parse(cls, text: str) -> Record:
        """Read a record. Raises UnknownSetup for its header and UnreadableAction for its lines, by number."""
        lines = [
            (number, line.partition("#")[0].strip())
            for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1)
        ]
        written = [(number, line) for number, line in lines if line]
        headers = _read_headers([(number, line) for number, line in written if not _is_action_line(line)])
        actions = tuple(_read_action(number, line) for number, line in written if _is_action_line(line))
        return cls(_read_setup(headers), actions, _rules(headers))

    def replay(self) -> State:
        """The state at the record's end. Raises what `apply` raises, for the first illegal action."""
        _check_rules(self.setup.game, self.rules)
        state = deal(self.setup)
        for number, action in enumerate(self.actions, 1):
            try:
                state = state.apply(action)
            except GameError as error:
                raise type(error)("record-action-refused", number=number, action=str(action), why=str(error)) from error
        return state

    def __str__(self) -> str:
        return "\n".join([*self._header_lines(), "", *map(str, self.actions)]).rstrip("\n") + "\n"

    def _header_lines(self) -> Iterable[str]:
        setup = self.setup
        yield f"game: {setup.game}"
        yield f"mission: {setup.mission}"
        yield f"players: {setup.players}"
        if setup.options:
            yield f"options: {' '.join(setup.options)}"
        yield f"seed: {setup.seed}".rstrip() if setup.deal is None else f"deal: {setup.deal}"
        yield f"rules: {self.rules}"


def _read_headers(lines: Iterable[tuple[int, str]]) -> Mapping[str, str]:
    headers: dict[str, str] = {}
    for number, line in lines:
        key, colon, value = line.partition(":")
        if not colon:
            raise UnreadableAction("record-header", line=number, text=line)
        if key not in HEADERS:
            raise UnknownSetup("record-header-unknown", line=number, key=key, keys=", ".join(HEADERS))
        if key in headers:
            raise UnknownSetup("record-header-twice", line=number, key=key)
        headers[key] = value.strip()
    return headers


def _read_setup(headers: Mapping[str, str]) -> Setup:
    for key in _REQUIRED:
        if key not in headers:
            raise UnknownSetup("record-header-missing", key=key)
    if "seed" not in headers and "deal" not in headers:
        raise UnknownSetup("record-header-missing", key="seed")
    if "seed" in headers and "deal" in headers:
        raise UnknownSetup("setup-seed-and-deal")
    return Setup(
        headers["game"],
        headers["mission"],
        _number(headers, "players"),
        headers.get("seed", ""),
        tuple(headers.get("options", "").split()),
        headers.get("deal"),
    )


def _rules(headers: Mapping[str, str]) -> int:
    if "game" not in headers:
        raise UnknownSetup("record-header-missing", key="game")
    known = game_of(headers["game"]).rules
    rules = _number(headers, "rules") if "rules" in headers else known
    _check_rules(headers["game"], rules)
    return rules


def _check_rules(game: str, rules: int) -> None:
    if rules != game_of(game).rules:
        raise UnknownSetup("record-rules", rules=rules, game=game)


def _number(headers: Mapping[str, str], key: str) -> int:
    number = whole_number(headers[key])
    if number is None:
        raise UnknownSetup("record-number", key=key, text=headers[key])
    return number


def _is_action_line(line: str) -> bool:
    return line[0] in "-0123456789"


def _read_action(number: int, line: str) -> Action:
    word, _, text = line.partition(" ")
    seat = whole_number(word)
    if seat is None or not text.strip():
        raise UnreadableAction("record-action", line=number, text=line)
    return Action(seat, " ".join(text.split()))
