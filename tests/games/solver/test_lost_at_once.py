"""A card that loses at once is worth nothing: to the solver's bot, in its choice and in "Why?", and to both engines.

The rules say what is lost: every card that may be played is played in every imagined deal, and in the true one. What
ends in a failure there has to be rated as lost, whatever task or condition it breaks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

import games
from games.crew.bots import BOTS
from games.crew.bots.card_choice import best_card, plays, rank_cards
from games.crew.bots.determinization import sampled_round
from games.crew.bots.evaluation import Evaluation, ViewEvaluator
from games.crew.cards import CARDS, Hand, in_deck_order
from games.crew.deep_sea.custom import VOCABULARY as SEA
from games.crew.deep_sea.mission import FIRST_WINNER_AHEAD, LAST_CARD, NEVER_LEAD, VALUE_GAP
from games.crew.deep_sea.mission import mission_of as sea_mission_of
from games.crew.deep_sea.task_cards import TASK_CARDS
from games.crew.families.masks import orders
from games.crew.planet_nine.custom import VOCABULARY as SPACE
from games.crew.planet_nine.mission import mission_of
from games.crew.play import play
from games.crew.solver.answers import LOST, WON
from games.crew.solver.compiled import COMPILED, zeros
from games.crew.solver.engines import by_sat
from games.crew.solver.goals.kinds import NeverLead
from games.crew.solver.playout.chances import ROOM
from games.crew.solver.playout.evaluator import Effort, Worlds
from games.crew.solver.playout.network import network_of
from games.crew.solver.playout.random_rounds import random_rounds
from games.crew.solver.playout.simulation import FULL_SCORE, simulate
from games.crew.solver.playout.world_evaluation import WORLD
from games.crew.solver.puzzle import Puzzle
from games.crew.solver.search.engine import SEARCHER
from games.crew.solver.search.program import program_of
from games.crew.solver.search.workspace import SIZE
from games.crew.state import State
from tests import wide
from tests.games.solver.rounds import CONDITIONS, can_play, played, sea_condition, sea_round, space_round

pytestmark = pytest.mark.slow

ROUNDS = wide.of(3, 12) if COMPILED else 1
LOOK = Effort(worlds=4, nodes=500, playouts=1)
SEA_CONDITIONS = (VALUE_GAP, NEVER_LEAD, FIRST_WINNER_AHEAD, LAST_CARD)


def told(state: State, **words: Any) -> State:
    """The round with its mission in the words of a custom one: a view tells these, and the bot reads them."""
    vocabulary = SEA if state.setup.game == "deep-sea" else SPACE
    return state.evolve(setup=replace(state.setup, mission=vocabulary.write(words)))


def of_a_task(name: str) -> Callable[[int], State]:
    """Rounds with this task of Deep Sea, of any owner."""

    def make(seed: int) -> State:
        chance = Random(f"{name}/{seed}")
        players = 3 + seed % 3 if seed % 4 else 2
        state = sea_round(f"at-once/{name}/{seed}", players, [(name, chance.randrange(max(players, 3)))])
        return told(state, tasks=(name,))

    return make


def of_the_sea(name: str) -> Callable[[int], State]:
    """Rounds under this condition of Deep Sea, and no task."""

    def make(seed: int) -> State:
        state = sea_condition(f"at-once/{seed}", 2 + seed % 4, name, Random(f"{name}/{seed}"))
        mission = sea_mission_of(state)
        words = {VALUE_GAP: mission.value_gap, NEVER_LEAD: mission.never_lead, LAST_CARD: mission.last_card}
        return told(state, **{name: words.get(name, True)})

    return make


def in_space(*special: str) -> Callable[[int], State]:
    """Rounds of Planet Nine under these conditions, now and then with tasks and tokens."""

    def make(seed: int) -> State:
        state = space_round(f"at-once/{seed}", 2 + seed % 4, special, Random(f"{special}/{seed}"))
        mission = mission_of(state)
        times = mission.times if mission.times > 1 else None
        words = {"tasks": mission.tasks, "tokens": mission.tokens, "special": mission.special, "times": times}
        return told(state, **words)

    return make


KINDS = {
    **{name: of_a_task(name) for name in TASK_CARDS},
    **{name: of_the_sea(name) for name in SEA_CONDITIONS},
    **{name: in_space(name) for name in CONDITIONS},
    "tasks": in_space(),
}


def before_the_loss(state: State, chance: Random) -> State | None:
    """The last moment before cards at random lose the round; None where they win it."""
    before = state
    while state.outcome is None:
        before, state = state, played(state, chance.choice(can_play(state)).order)
    return None if state.outcome.success else before


def moments(make: Callable[[int], State]) -> Iterator[State]:
    """Moments at which a card loses at once, of those rounds that a custom mission can be."""
    for seed in range(ROUNDS):
        chance = Random(seed)
        state = make(seed)
        try:
            state.book.mission(state.setup.mission)
        except games.UnknownSetup:
            continue
        moment = before_the_loss(state, chance)
        if moment is not None:
            yield moment


def acting(state: State) -> int:
    """The seat that decides about the next card."""
    assert state.trick is not None
    return state.acts_for((state.trick.leader + len(state.trick.plays)) % state.seats)


def hands_of(state: State, world: Sequence[int]) -> tuple[Hand, ...]:
    """A world's hands as cards of the round."""
    deck = {card.order: card for card in state.cards}
    return tuple(in_deck_order(deck[place] for place in orders(int(hand))) for hand in world[: state.seats])


def loses(state: State, text: str) -> bool:
    """Whether the rules end the round with this card, lost."""
    outcome = play(state, CARDS[text.rsplit(maxsplit=1)[-1]]).outcome
    return outcome is not None and not outcome.success


def lost_at_once(state: State) -> Iterator[tuple[str, Evaluation]]:
    """Cards that lose at once in a deal, with what the bot sees of them in this deal."""
    view = state.view(acting(state))
    evaluator = ViewEvaluator(view, Random(1))
    worlds = evaluator.worlds(LOOK.worlds).numbers
    cards = plays(view)
    for at in range(0, len(worlds), WORLD):
        one = worlds[at : at + WORLD]
        position = sampled_round(view, evaluator.reading, hands_of(state, one))
        evaluations = evaluator.evaluate(
            evaluator.position, Worlds(one), [CARDS[text.split()[-1]].order for text in cards], LOOK
        )
        yield from (
            (text, evaluation) for text, evaluation in zip(cards, evaluations, strict=True) if loses(position, text)
        )


@pytest.mark.parametrize("kind", KINDS)
def test_what_loses_at_once_is_rated_nothing_in_every_deal(kind: str) -> None:
    for state in moments(KINDS[kind]):
        for text, evaluation in lost_at_once(state):
            assert evaluation.worth == 0, f"{kind}, {state.setup.seed}: {text}"


@pytest.mark.parametrize("kind", ["T60", "T61", "T38", NEVER_LEAD, LAST_CARD, VALUE_GAP, "chosen-player-wins-no-trick"])
def test_neither_the_choice_nor_the_reason_falls_for_it(kind: str) -> None:
    """The card that is played, and the figures that `Why?` tells."""
    found = 0
    for state in moments(KINDS[kind]):
        view = state.view(acting(state))
        cards = plays(view)
        losing = [text for text in cards if loses(state, text)]
        if len(cards) == 1 or not losing:
            continue
        ranking = rank_cards(ViewEvaluator(view, Random(1)))
        assert not any(one.worth for text in losing for one in ranking[text])
        assert len(losing) == len(cards) or best_card(ViewEvaluator(view, Random(1))) not in losing
        reason = BOTS["solver"].explain(view, losing[0], Random(1))
        assert reason is not None
        assert reason.code == "bot-why-lost" or reason.params["number"] == 0
        found += 1
    assert found, "these rounds show nothing"


def led(goal: NeverLead, card: int) -> Puzzle:
    """Two tricks are left, and this card opens the running one; seat 0 has led it."""
    hands = (1 << 20, 1 << 5 | 1 << 21, 1 << 6 | 1 << 22)
    return Puzzle(3, 2, 0, 0, (card,), hands, (), (0, 0, 0), (goal,))


@pytest.mark.parametrize(("seats", "status"), [(1, LOST), (0b111, LOST), (0b110, WON)])
def test_a_forbidden_lead_that_lies_there_is_lost_in_both_engines(seats: int, status: str) -> None:
    puzzle = led(NeverLead(seats, 0b111111111), 4)
    assert SEARCHER.search(puzzle, 1_000).status == status
    assert by_sat(puzzle, 1_000).status == status


def test_playouts_lose_by_it_too() -> None:
    program, work = zeros(ROOM), zeros(SIZE)
    for place, number in enumerate(program_of(led(NeverLead(1, 0b111111111), 4))):
        program[place] = number
    assert simulate(program, work, network_of("planet-nine"), 3, 1, zeros(0)) <= FULL_SCORE // 2
    assert random_rounds(program, work, 5, 1) == 0
