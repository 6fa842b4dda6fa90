"""Asks the compiled kernel about many sampled worlds at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from random import Random
from threading import Lock
from typing import NamedTuple

from ...families.masks import COLOUR_CARDS, orders
from ..compiled import Numbers, numbers, reals, zeros
from ..puzzle import Puzzle
from ..search.program import program_of
from ..search.workspace import SIZE as WORK_SIZE
from .chances import EXCLUDED, LATER, ROOM, SHOWN, VOIDS, WORDS, WORTH
from .likelihood import weigh_worlds
from .network import network_of
from .owner_chances import CERTAIN, UNITS, chances_by_task, owner_weights, task_numbers
from .owner_features import FEATURES
from .policy import value_cards
from .world_evaluation import COLUMNS, RESULT, WORLD, evaluate_worlds
from .world_sampling import GIVEN, KNOWN, SEATS, UNLIKELY, VALUES, VERY_UNLIKELY, cover_robot, sample_worlds

_MEMORY = 1 << 13
_STEPS = 40


@dataclass(frozen=True, slots=True)
class LaterSignal:
    """A seat will give its best signal after the next trick."""

    seat: int
    has_words: bool
    """Whether it says what its card is."""
    worth: tuple[int, ...]
    """For each kind of signal (highest, lowest, only) and colour card its worth; 0 if below a token's."""


@dataclass(frozen=True, slots=True)
class Facts:
    """A seat's knowledge of all hands, as sets of cards by seat."""

    held: tuple[int, ...]
    """Certainly there."""
    possible: tuple[int, ...]
    """Not ruled out, with those that are certain."""
    played: tuple[int, ...]
    tops: tuple[int, ...] = ()
    """The robot's open cards by column, -1 for a gap."""
    covered: int = 0
    """The columns with a covered card, as a set."""
    given: tuple[int, ...] = ()
    """The most that a signal of the seat's hand is probably worth, in hundredths; 0 if nothing follows."""
    signal_values: tuple[int, ...] = ()
    """For each seat and kind of signal (highest, lowest, only) the value of a signal of each colour card."""
    shown: tuple[int, ...] = ()
    """The cards that, as all players know, the seat holds."""
    excluded: tuple[int, ...] = ()
    """The cards that the seat's signals exclude."""
    voids: int = 0
    """The suits in which the seats are known to be void: five bits a seat."""
    very_unlikely: tuple[int, ...] = ()
    """The wanted cards that the seat has not given to their owner when it played last."""
    unlikely: tuple[int, ...] = ()
    """The same when others were still to play."""
    wishes: tuple[int, ...] = ()
    """For each task of Deep Sea, how much each card speaks for taking it."""
    later: LaterSignal | None = None
    """The signal that a seat keeps for later."""


@dataclass(frozen=True, slots=True)
class Pick:
    """A player took a task while others were open: the player's hand is likely to suit it."""

    seat: int
    task: int
    """The card of Planet Nine's task, or the place of a Deep Sea task in the mission."""
    others: int
    """The others, as a set of these numbers."""


@dataclass(frozen=True, slots=True)
class Effort:
    """The number of worlds, of nodes for a question, and of playouts."""

    worlds: int
    nodes: int
    playouts: int


class Result(NamedTuple):
    """The worth of one option in one world."""

    status: int
    """2 if the world can be won, 1 if this is unknown, 0 if it is lost."""
    score: int
    """The sum of the playouts' scores."""
    wins: int
    """The number of playouts won."""


@dataclass(frozen=True, slots=True, eq=False)
class Worlds:
    """Sampled deals, for the kernel."""

    numbers: Numbers

    def __len__(self) -> int:
        return len(self.numbers) // WORLD

    def chosen(self, places: Iterable[int]) -> Worlds:
        """The worlds in these places."""
        return Worlds(numbers(self.numbers[WORLD * place + k] for place in places for k in range(WORLD)))

    def with_more(self, others: Worlds) -> Worlds:
        """These worlds and the others."""
        return Worlds(numbers((*self.numbers, *others.numbers)))

    def after_giving(self, seat: int, card: int, step: int, people: int, chance: Random) -> Worlds:
        """The worlds after a pass in which this seat gives this card and each other player a random colour card."""
        after = numbers(self.numbers)
        for at in range(0, len(after), WORLD):
            hands = [int(after[at + place]) for place in range(people)]
            gifts = [1 << chance.choice(list(orders(hand & COLOUR_CARDS))) for hand in hands]
            gifts[seat] = 1 << card
            for place, hand in enumerate(hands):
                after[at + place] = hand & ~gifts[place] | gifts[(place - step) % people]
        return Worlds(after)


class WorldEvaluator:
    """The kernel's memory for sampled deals: large, so one thread at a time uses it again."""

    _lock = Lock()
    _program, _work, _memo, _no_tape = zeros(ROOM), zeros(WORK_SIZE), zeros(4 * _MEMORY), zeros(0)
    _stamp = 0

    def __init__(self, game: str) -> None:
        self._network = network_of(game)

    def sample(self, first: Sequence[int], facts: Facts, picks: Sequence[Pick], count: int, chance: Random) -> Worlds:
        """Sample `count` worlds; `first` is one that agrees with the facts."""
        worlds = zeros(WORLD * count)
        for seat, hand in enumerate(first):
            worlds[seat] = hand
        fact_numbers = [0] * KNOWN + list(facts.wishes)
        of_cards = (facts.held, facts.possible, facts.played, facts.very_unlikely, facts.unlikely)
        parts = (*of_cards, facts.given, facts.signal_values)
        for start, part in zip((0, 5, 10, VERY_UNLIKELY, UNLIKELY, GIVEN, VALUES), parts, strict=True):
            fact_numbers[start : start + len(part)] = part
        fact_numbers[SEATS] = len(first)
        beliefs = [number for pick in picks for number in (pick.seat, pick.task, pick.others)]
        sample_worlds(numbers(fact_numbers), numbers(beliefs), worlds, _STEPS, chance.getrandbits(60) + 1)
        if facts.tops:
            up = sum(1 << top for top in facts.tops if top >= 0)
            cover_robot(worlds, numbers([up, facts.covered]))
        return Worlds(worlds)

    def likelihoods(
        self, worlds: Worlds, start: Puzzle, facts: Facts, cards: Sequence[int], ignored: int
    ) -> Sequence[float]:
        """For each world, how likely the cards played so far were in it.

        `start` is the round before its first card; `ignored` is the set of seats whose cards say nothing.
        """
        at_start = numbers(worlds.numbers)
        for at in range(0, len(at_start), WORLD):
            for seat, played in enumerate(facts.played):
                at_start[at + seat] |= played
        # A seat may have played before its signal what the signal excludes from the rest of its hand.
        excluded = tuple(cards & ~played for cards, played in zip(facts.excluded, facts.played, strict=False))
        program = with_facts(program_of(start), replace(facts, voids=0, excluded=excluded))
        likelihoods = reals(len(worlds))
        with self._lock:
            rest = self._network, self._work, self._no_tape
            weigh_worlds(program, at_start, numbers(cards), ignored, *rest, likelihoods)
        return likelihoods

    def values(self, puzzle: Puzzle, facts: Facts) -> dict[int, int]:
        """The values of the cards to the seat whose turn it is, as a seat of a playout sees them.

        A card has none if it breaks a goal with any winner of the trick. Only the lowest of interchangeable cards has
        one.
        """
        program, out = with_facts(program_of(puzzle), facts), zeros(40)
        with self._lock:
            valued = int(value_cards(program, self._work, self._network, self._no_tape, out))
        return {card: int(out[card]) for card in orders(valued)}

    def evaluate(
        self, puzzle: Puzzle, worlds: Worlds, facts: Facts, options: Sequence[int], effort: Effort, chance: Random
    ) -> tuple[list[Result], int]:
        """For each world and each option (in this order) the result; then the nodes of all searches."""
        out = zeros(RESULT * len(options) * len(worlds))
        tops = numbers(facts.tops or (-1,) * COLUMNS)
        base, cards, seed = with_facts(program_of(puzzle), facts), numbers(options), chance.getrandbits(60) + 1
        with self._lock:
            plan = numbers([WorldEvaluator._stamp, effort.nodes, effort.playouts, seed])
            WorldEvaluator._stamp += len(options) * len(worlds) + 1
            memory = self._program, self._work, self._memo, self._no_tape
            nodes = evaluate_worlds(base, worlds.numbers, tops, cards, plan, self._network, *memory, out)
        rows = (out[at : at + RESULT] for at in range(0, len(out), RESULT))
        return [Result(*map(int, row)) for row in rows], int(nodes)


def chances_of_owner(
    worlds: Worlds, tasks: Sequence[tuple[int, int | None, str | None]], seats: int, captain: int, owner: int
) -> list[float]:
    """The crew's chance with each task of Planet Nine, if this seat takes it and the seats after it choose in turn.

    A task is its card, its owner and its token. One that has an owner already gets 0.
    """
    numbers_of_tasks, out = task_numbers(tasks), zeros(len(tasks))
    memory = zeros(5), zeros(FEATURES + UNITS), zeros(len(numbers_of_tasks))
    about = numbers((seats, captain, owner))
    chances_by_task(worlds.numbers, about, numbers_of_tasks, owner_weights(), *memory, out)
    return [total / (CERTAIN * len(worlds)) for total in out]


def with_facts(program: Numbers, facts: Facts) -> Numbers:
    """The program, followed by the public knowledge about the hands."""
    base = zeros(ROOM)
    base[: len(program)] = program
    base[VOIDS] = facts.voids
    base[SHOWN : SHOWN + len(facts.shown)] = numbers(facts.shown)
    base[EXCLUDED : EXCLUDED + len(facts.excluded)] = numbers(facts.excluded)
    if facts.later:
        base[LATER], base[WORDS] = facts.later.seat + 1, int(facts.later.has_words)
        base[WORTH : WORTH + len(facts.later.worth)] = numbers(facts.later.worth)
    return base
