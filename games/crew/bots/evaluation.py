"""Evaluates choices with the solver: in how many worlds that agree with a view does the mission stay winnable?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from math import exp, log
from random import Random
from statistics import fmean
from typing import Final, NamedTuple

from ...contract import View
from ..cards import CARDS, Hand, Trick, in_deck_order
from ..families.masks import mask_of
from ..play import play
from ..solver.compiled import numbers
from ..solver.goals.from_state import puzzle_of
from ..solver.playout.evaluator import Effort, Facts, Pick, Result, WorldEvaluator, Worlds
from ..solver.playout.simulation import FULL_SCORE
from ..solver.puzzle import Puzzle
from ..state import State
from ..tasks import OPEN, Task
from . import heuristics
from .determinization import sample, sampled_round
from .inference import signal_values, unlikely_cards, values_given
from .picks import picks_of, wishes_of
from .preferences import preferences_of
from .reading import read

_EXCHANGE = "random-card-from-right-after-trick-1"
_TRUST_IN_CARDS: Final[Mapping[str, float]] = {"planet-nine": 0.3, "deep-sea": 0.1}
"""The exponent of the likelihood of partners' cards, by game.

With 1, a few sampled deals would have nearly all the weight; with these, hidden cards are guessed best. A wanted card
that was not given counts here and in the sampling; the exponent allows for it, too.
"""
_POOL: Final[Mapping[str, int]] = {"planet-nine": 250, "deep-sea": 120}
"""The most worlds among which those for an evaluation are drawn, by game."""
_DRAWN_FROM: Final = 4
"""Worlds are drawn among so many times as many, up to that."""
NO_CARD = -1
"""No card: the evaluation is about the position itself."""
_EASE: Final[Mapping[str, float]] = {"planet-nine": 6.0, "deep-sea": 4.0}
"""The weight of a playout against a line that is merely possible, by game.

With open hands a partner can nearly always help, but playouts are weaker at Deep Sea's tasks.
"""
_MORE_OR_LESS = 0.4
"""The value of a world that the search could not decide."""


class _Logit(NamedTuple):
    """The chance of success as a logit: a constant, and what is added to it."""

    constant: float
    wins: float
    """The weight of the logit of `wins`."""
    lost: float
    """Added where no playout is won and the share of winnable worlds is below `few`."""
    few: float


_LOGITS: Final[Mapping[str, _Logit]] = {
    "planet-nine": _Logit(constant=1.52, wins=1.10, lost=-1.99, few=0.1),
    "deep-sea": _Logit(constant=1.92, wins=1.09, lost=-2.07, few=0.5),
}
"""The fits by game: logistic regressions to rounds that the bots played together, 2,400 and 1,200
(`python -m benchmarks.calibration --fit --all`).
"""
_SOFTENED: Final = 0.1
"""The least distance of a share from 0 and 1, so that its logit is finite."""


class Evaluation(NamedTuple):
    """The evaluation of one choice over the sampled worlds."""

    winnable: float
    """The share of worlds that can still be won with all cards open; an undecided world counts `_MORE_OR_LESS`."""
    score: float
    """The mean score of playouts under hidden information, between 0 and 1."""
    wins: float
    """The share of playouts won."""
    worth: float
    """The value that decides, between 0 and 2: 0 for a lost world, most for one that is won easily."""


LOST = Evaluation(0.0, 0.0, 0.0, 0.0)


def evaluation_of(game: str, winnable: float, score: float, wins: float) -> Evaluation:
    """The evaluation with its value in this game."""
    ease = _EASE[game]
    return Evaluation(winnable, score, wins, (winnable + ease * score) * 2 / (1 + ease))


def signs_of_success(game: str, evaluation: Evaluation) -> tuple[float, bool]:
    """Return the signs from which the chance of success follows.

    The logit of the playouts won, and whether none is won and few worlds are winnable: then the crew seldom wins.
    Playouts' scores tell nothing more.
    """
    wins_logit = log((evaluation.wins + _SOFTENED) / (1 + _SOFTENED - evaluation.wins))
    return wins_logit, not evaluation.wins and evaluation.winnable < _LOGITS[game].few


def chance_of_success(game: str, evaluation: Evaluation) -> float:
    """The crew's chance of success in this game, between 0 and 1, as bots' results make us expect it.

    Playouts win too seldom. No chance lies between those where few worlds are winnable and all others.
    """
    fit, (wins_logit, few) = _LOGITS[game], signs_of_success(game, evaluation)
    return 1 / (1 + exp(-(fit.constant + fit.wins * wins_logit + fit.lost * few)))


class ViewEvaluator:
    """A view, and the worlds that agree with it."""

    def __init__(self, view: View, chance: Random) -> None:
        self.view, self.chance = view, chance
        self.reading = read(view, hands_were_mixed=heuristics.exchanges_hands(view))
        self._first = sample(self.reading, chance)
        self.position = _without_exchange(sampled_round(view, self.reading, self._first))
        self._evaluator = WorldEvaluator(view["game"])
        self._pool, self._weights = Worlds(numbers(())), list[float]()

    @cached_property
    def facts(self) -> Facts:
        """The seat's knowledge of all hands."""
        seats = range(self.position.seats)
        held = [mask_of(cards) for cards in self.reading.certain]
        unseen = mask_of(self.reading.unseen)
        barred = [mask_of(card for other, card in self.reading.barred if other == seat) for seat in seats]
        played = [
            mask_of(card for trick in self.reading.tricks for other, card in trick.plays if other == seat)
            for seat in seats
        ]
        robot = self.view["robot"]
        tops = tuple(CARDS[card].order if card else NO_CARD for card in robot["up"]) if robot else ()
        covered = sum(1 << column for column, hidden in enumerate(robot["covered"]) if hidden) if robot else 0
        possible = tuple(held[seat] | unseen & ~barred[seat] for seat in seats)
        unlikely = unlikely_cards(self.reading.tricks, len(held), preferences_of(self.view))
        return Facts(
            held=tuple(held),
            possible=possible,
            played=tuple(played),
            tops=tops,
            covered=covered,
            given=values_given(self.view),
            signal_values=signal_values(self.view),
            shown=tuple(mask_of(cards) for cards in self.reading.public),
            excluded=tuple(mask_of(cards) for cards in self.reading.excluded),
            voids=self.reading.voids,
            very_unlikely=unlikely.very_unlikely,
            unlikely=unlikely.unlikely,
            wishes=wishes_of(self.view, self.position.mission),
        )

    def worlds(self, count: int) -> Worlds:
        """Sample `count` worlds that agree with the view."""
        if self._start is None:
            return self._sampled(count)
        self._fill_pool(min(_POOL[self.view["game"]], _DRAWN_FROM * count))
        return self._pool.chosen(self.chance.choices(range(len(self._pool)), self._weights, k=count))

    def _sampled(self, count: int) -> Worlds:
        first = [mask_of(hand) for hand in self._first]
        return self._evaluator.sample(first, self.facts, self._picks, count, self.chance)

    @cached_property
    def _picks(self) -> tuple[Pick, ...]:
        turns = self.position.clockwise_from(self.view["captain"])
        return picks_of(self.view, self.position.mission, turns)

    def _fill_pool(self, size: int) -> None:
        """Have so many sampled worlds, with weights: if partners' cards were likely, a world is drawn more often."""
        if size <= len(self._weights):
            return
        assert self._start is not None
        worlds = self._sampled(size - len(self._weights))
        cards = [card.order for trick in self.reading.tricks for _, card in trick.plays]
        likelihoods = self._evaluator.likelihoods(worlds, self._start, self.facts, cards, self._unweighed)
        self._pool = self._pool.with_more(worlds)
        self._weights += [likelihood ** _TRUST_IN_CARDS[self.view["game"]] for likelihood in likelihoods]

    @cached_property
    def _unweighed(self) -> int:
        """The seats whose cards say nothing, as a set: the own one, and one that plays for a number unknown here."""
        secret = {seat for seat, _task, number in self.view["predictions"] if number is None}
        return sum(1 << seat for seat in {self.view["seat"], *secret} - {None})

    @cached_property
    def _start(self) -> Puzzle | None:
        """The round before its first card, in a sampled world; None where the cards played say nothing.

        They say nothing where none was played, where hands were mixed, and where the captain chose for the robot.
        """
        view = self.view
        if not view["played"] or view["robot"] or heuristics.exchanges_hands(view):
            return None
        state, hands = self.position, list[Hand]()
        for seat, hand in enumerate(state.hands):
            own = [card for trick in self.reading.tricks for other, card in trick.plays if other == seat]
            hands.append(in_deck_order({*hand, *own}))
        tasks = tuple(task._replace(status=OPEN) for task in state.tasks)
        nothing = {"tricks": (), "winners": (), "tricks_won": (0,) * state.seats, "phase": "gap"}
        start = state.evolve(hands=tuple(hands), tasks=tasks, trick=Trick(1, state.captain), **nothing)
        return puzzle_of(start.book.recall(start))

    def evaluate(self, state: State, worlds: Worlds, options: Sequence[int], effort: Effort) -> list[Evaluation]:
        """Evaluate each card (a place in the deck) in this round over these worlds.

        The rules decide whether a card loses at once: they judge by public facts, so the answer is the same in all
        worlds.
        """
        by_card, _nodes = self.evaluate_by_world(state, worlds, options, effort)
        return [mean_of(by_card[card]) for card in options]

    def evaluate_by_world(
        self, state: State, worlds: Worlds, options: Sequence[int], effort: Effort
    ) -> tuple[dict[int, list[Evaluation]], int]:
        """Evaluate each card in each of these worlds; and return the nodes of all searches."""
        evaluations = {card: [LOST] * len(worlds) for card in options}
        alive = [card for card in options if card == NO_CARD or not loses_at_once(state, card)]
        if not alive:
            return evaluations, 0
        results, nodes = self._evaluator.evaluate(puzzle_of(state), worlds, self.facts, alive, effort, self.chance)
        for place, card in enumerate(alive):
            evaluations[card] = [self._evaluation(result, effort) for result in results[place :: len(alive)]]
        return evaluations, nodes

    def _evaluation(self, result: Result, effort: Effort) -> Evaluation:
        winnable, playouts = (0.0, _MORE_OR_LESS, 1.0)[result.status], max(1, effort.playouts)
        return evaluation_of(
            self.view["game"], winnable, result.score / (playouts * FULL_SCORE), result.wins / playouts
        )

    def values(self) -> dict[int, int]:
        """The values of the cards (places in the deck) that the policy of playouts compares, without a playout.

        The policy sees hidden cards only for goals other than cards that have to be won; for these, one sampled round
        stands for all.
        """
        return self._evaluator.values(puzzle_of(self.position), self.facts)

    def scores(self, facts: Facts, worlds: Worlds, playouts: int, chance: Random) -> list[float]:
        """The mean score of playouts in each of these worlds, between 0 and 1, where all seats know these facts."""
        effort = Effort(len(worlds), nodes=0, playouts=playouts)
        puzzle = puzzle_of(self.position)
        results, _nodes = self._evaluator.evaluate(puzzle, worlds, facts, (NO_CARD,), effort, chance)
        return [result.score / (playouts * FULL_SCORE) for result in results]

    def evaluate_position(self, state: State, worlds: Worlds, effort: Effort) -> Evaluation:
        """Evaluate the round itself."""
        return self.evaluate(state, worlds, (NO_CARD,), effort)[0]

    def with_tasks(self, owners: Iterable[tuple[str, int]]) -> State:
        """The sampled round as if these tasks were all, with these owners, at the start of play.

        Tokens order all tasks of the round, so they count only where all of them are given. A prediction that is still
        open counts as right: its owner will choose the number by the hand, and the best one wins 19 of 20 playouts.
        """
        known = {task.name: task for task in self.position.tasks}
        tasks = [known.get(name, Task(name))._replace(owner=owner, status=OPEN) for name, owner in owners]
        if len(tasks) < len(known):
            tasks = [task._replace(token=None) for task in tasks]
        state = self.position.evolve(tasks=tuple(tasks), phase="gap", predictions=())
        return state.book.recall(state)


def loses_at_once(state: State, card: int) -> bool:
    """Return whether the rules end the round, lost, with this card (a place in the deck) of the seat in turn."""
    one_card = next(one for one in state.cards if one.order == card)
    outcome = play(state, one_card).outcome
    return outcome is not None and not outcome.success


def mean_of(evaluations: Sequence[Evaluation]) -> Evaluation:
    """The mean over worlds."""
    return Evaluation(*map(fmean, zip(*evaluations, strict=True)))


def open_tasks(view: View) -> list[str]:
    """The names of the face-up tasks without an owner."""
    return [task["task"] for task in view["tasks"] if task["owner"] is None and task["task"] and task["status"] == OPEN]


def _without_exchange(state: State) -> State:
    """No player can foresee the exchange of mission 12, so the bot ignores it."""
    if state.tricks or _EXCHANGE not in state.mission.special:
        return state
    special = tuple(name for name in state.mission.special if name != _EXCHANGE)
    return state.evolve(mission=replace(state.mission, special=special))
