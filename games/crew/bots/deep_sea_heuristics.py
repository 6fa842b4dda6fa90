"""Heuristics of the careful bot in Deep Sea for tasks, predictions and cards: it plays sampled worlds out."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum
from random import Random
from statistics import median_low

from ...contract import View
from ..cards import CARDS
from ..deep_sea.predicting import KIND, predicted
from ..deep_sea.task_cards import TASK_CARDS
from ..play import play
from ..state import State
from ..tasks import DONE, Task
from .determinization import sample, sampled_round
from .needed_trumps import spares_trumps
from .playout import play_out, share_done
from .reading import read

_WORLDS = 8
_HARDLY = 0.05
"""A card that does so little worse in a round than a lead that strips a partner of a trump is preferred to it."""
_NO_TIE = 10_000
"""The divisor of a card's strength, so that it counts less than any difference of promises."""
_SHARING_WORLDS = 6
_WILLING = 0.5
"""The least chance of success with which a bot takes all tasks."""


def worlds(view: View, chance: Random, number: int) -> list[State]:
    """Sampled rounds that agree with the view."""
    reading = read(view)
    return [sampled_round(view, reading, sample(reading, chance)) for _ in range(number)]


def play_card(view: View, chance: Random) -> str:
    """The card after which most sampled rounds end well."""
    cards = [text for text in view["legal"] if text.removeprefix("robot ").startswith("play ")]
    if len(cards) == 1:
        return str(cards[0])
    imagined = worlds(view, chance, _WORLDS)
    sound = [text for text in cards if not _loses_at_once(imagined[0], text)] or cards
    promises = {text: _promise(imagined, text) - CARDS[text[-2:]].strength / _NO_TIE for text in sound}
    return spares_trumps(view, max(promises, key=promises.__getitem__), promises, _HARDLY * len(imagined))


def _loses_at_once(world: State, text: str) -> bool:
    """Return whether the rules end the round, lost, with this card: by public facts, so in every world."""
    outcome = play(world, CARDS[text[-2:]]).outcome
    return outcome is not None and not outcome.success


def _promise(imagined: Sequence[State], text: str) -> float:
    return fsum(share_done(play_out(play(world, CARDS[text[-2:]]))) for world in imagined)


# Assigning tasks


def take(view: View, chance: Random) -> str:
    """The task for which this hand is better than other hands; `pass` if there is none."""
    takes = [text for text in view["legal"] if "take " in text]
    passing = next((text for text in view["legal"] if text.endswith("pass")), None)
    owner = 2 if view["legal"][0].startswith("robot") else view["seat"]
    imagined = worlds(view, chance, _SHARING_WORLDS)
    fits = {text: _fitness(imagined, text.split()[-1], owner) for text in takes}
    best = max(takes, key=lambda text: fits[text], default=None)
    if best is None or (passing and fits[best] < 0):
        return str(passing)
    return str(best)


def _fitness(imagined: Sequence[State], name: str, owner: int) -> float:
    """Return how much likelier this seat is than another to complete the task."""
    others = [seat for seat in range(imagined[0].seats) if seat != owner]
    own = sum(_completes(world, name, owner) for world in imagined)
    theirs = sum(_completes(world, name, others[place % len(others)]) for place, world in enumerate(imagined))
    return (own - theirs) / len(imagined)


def _completes(world: State, name: str, owner: int) -> bool:
    """Return whether the seat completes this task, and those that it has, when there is no other task."""
    own = [task for task in world.tasks if task.owner == owner]
    return chance_of(world, (*own, Task(name, owner=owner))) == 1.0


def chance_of(world: State, tasks: tuple[Task, ...]) -> float:
    """The share of these tasks that a playout completes when there are no others."""
    told = tuple((task.owner or 0, task.name, world.tricks_total // world.seats) for task in tasks)
    alone = world.book.recall(world.evolve(tasks=tasks, predictions=told, phase="gap"))
    end = play_out(alone)
    return sum(task.status == DONE for task in end.tasks) / len(tasks)


def all_to(view: View, seat: int, chance: Random) -> float:
    """The chance that this seat completes all tasks that are left."""
    tasks = tuple(Task(task["task"], owner=seat) for task in view["tasks"] if task["owner"] is None)
    imagined = worlds(view, chance, _SHARING_WORLDS)
    return sum(chance_of(world, tasks) == 1.0 for world in imagined) / len(imagined)


def answer(view: View, chance: Random) -> str:
    """Yes to all tasks if this hand will probably complete them."""
    if len(view["legal"]) == 1:
        return str(view["legal"][0])
    return "answer yes" if all_to(view, view["seat"], chance) >= _WILLING else "answer no"


def offer(view: View, chance: Random) -> str:
    """Keep all tasks if this hand will probably complete them or no other player is left; else ask the next player."""
    own = f"assign all {view['seat']}"
    others = [text for text in view["legal"] if text != own]
    if own in view["legal"] and (not others or all_to(view, view["seat"], chance) >= _WILLING):
        return own
    return str(others[0])


def propose(view: View, chance: Random) -> str:
    """Propose an owner for a task: this seat if its hand is good for it, else a seat with the fewest tasks.

    What the crew has declined comes last (`possible_choices`); the rest varies at random.
    """
    own = [text for text in view["legal"] if text.startswith("propose T") and text.endswith(f" {view['seat']}")]
    others = [text for text in view["legal"] if text.startswith("propose T")]
    if others and not own:
        return str(min(others, key=lambda text: _load(view, int(text[-1])) + chance.random()))
    if not own:
        return _all_to_somebody(view, chance)
    imagined = worlds(view, chance, _SHARING_WORLDS)
    fits = {text: _fitness(imagined, text.split()[1], view["seat"]) + 0.1 * chance.random() for text in own}
    best = max(own, key=lambda text: fits[text])
    if fits[best] > 0:
        return str(best)
    worst = min(own, key=lambda text: fits[text]).split()[1]
    offers = [text for text in view["legal"] if text.startswith(f"propose {worst} ")]
    return str(min(offers, key=lambda text: _load(view, int(text[-1])) + chance.random()))


def _all_to_somebody(view: View, chance: Random) -> str:
    """The players may propose only all tasks together, or no single task fits this seat."""
    own = f"propose all {view['seat']}"
    if own in view["legal"] and all_to(view, view["seat"], chance) >= _WILLING:
        return own
    offers = [text for text in view["legal"] if text.startswith("propose ") and "distress" not in text]
    return str(chance.choice(offers))


def _load(view: View, seat: int) -> int:
    return sum(task["owner"] == seat for task in view["tasks"])


def split(view: View, chance: Random) -> str:
    """Take a task that fits this hand better than the other volunteer's; leave the rest to the other."""
    takes = [text for text in view["legal"] if text.startswith("take ")]
    proposals = [text for text in view["legal"] if text.startswith("propose ")]
    if not takes:
        return str(proposals[0])
    imagined = worlds(view, chance, _SHARING_WORLDS)
    fits = {text: _fitness(imagined, text.split()[-1], view["seat"]) for text in takes}
    best = max(takes, key=lambda text: fits[text])
    return str(best if fits[best] >= 0 or not proposals else proposals[0])


def predict(view: View, chance: Random) -> str:
    """The number nearest to the median of the tricks that the owner wins in sampled rounds."""
    text = str(view["legal"][0])
    name = text.split()[-2]
    owner = next(task["owner"] for task in view["tasks"] if task["task"] == name)
    counts = [_tricks_of(world, owner) for world in worlds(view, chance, _SHARING_WORLDS * 2)]
    about_it = [text for text in view["legal"] if text.split()[-2] == name]
    return str(min(about_it, key=lambda text: abs(int(text.rsplit(maxsplit=1)[-1]) - median_low(counts))))


def _tricks_of(world: State, owner: int) -> int:
    """The number of tricks that the owner wins when the crew plays for the tasks that wait for no prediction."""
    others = tuple(task for task in world.tasks if task.owner is not None and not _is_unpredicted(world, task))
    end = play_out(world.book.recall(world.evolve(tasks=others or _nothing_to_do(), phase="gap")))
    return round(end.tricks_won[owner] * end.tricks_total / max(1, len(end.tricks)))


def _is_unpredicted(world: State, task: Task) -> bool:
    return TASK_CARDS[task.name].kind == KIND and predicted(world, task) is None


def _nothing_to_do() -> tuple[Task, ...]:
    """A task that stays open to the last trick and prefers no card before."""
    return (Task("T76", owner=0),)
