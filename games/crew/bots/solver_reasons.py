"""The solver bot's reasons, given after its action."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

from ...contract import Sentence, View
from ..deep_sea.impossible import CARDS, TOGETHER
from .answers import objection_to
from .card_choice import plays, rank_cards
from .evaluation import Evaluation, ViewEvaluator, chance_of_success, mean_of, open_tasks
from .heuristics import exchanges_hands
from .possible_choices import without_impossible
from .signal_choice import scores_of
from .signals import ABOUT_CARDS, best_signal, subject_of
from .table_reasons import about_asking, about_card, about_signal, with_figures

_HUNDRED = 100
_CLEAR = 3
"""A difference of so many points is about twice its standard error."""
_BY_PHASE: Final[Mapping[str, tuple[str, Sequence[str]]]] = {
    "choosing": ("bot-why-pass", ()),
    "giving": ("bot-why-pass-card", ("card",)),
    "predicting": ("bot-why-predict", ()),
    "naming": ("bot-why-name", ("seat",)),
    "distributing": ("bot-why-assign", ("task", "seat")),
}
"""The reason for an action that no other rule explains, and the meaning of its last words, by phase."""


def reason_for(view: View, text: str, chance: Random) -> Sentence | None:
    """The reason for an action in this view; None where the bot follows a simple rule, as in polls."""
    had_a_choice, view = len(view["legal"]) > 1, without_impossible(view)
    if had_a_choice and [text] == list(view["legal"]):
        return Sentence("bot-why-only-possible")
    parts = text.removeprefix("robot ").split()
    return _of_frequent_kind(view, text, parts, chance) or _for_other_action(view, parts, chance)


def _of_frequent_kind(view: View, text: str, parts: Sequence[str], chance: Random) -> Sentence | None:
    """The reason for a card, a signal, a task, or an action without a choice; None for others."""
    match parts:
        case ["play", card]:
            why: Sentence | None = _for_card(view, text, card, chance)
        case ["signal", card, *_]:
            why = _for_signal(view, text, card, chance)
        case ["ask"]:
            why = _for_asking(view)
        case ["take", task]:
            why = _for_task(view, text, task)
        case _:
            why = Sentence("bot-why-only-choice") if len(view["legal"]) == 1 else None
    return why


def _for_asking(view: View) -> Sentence:
    """Return the use of a signal before the next trick, where a condition of the mission or a task gives it one."""
    return about_asking(view) or Sentence("bot-why-ask")


def _for_decline(view: View) -> Sentence | None:
    """Return why the proposal cannot be right."""
    objection = objection_to(view)
    if objection is None:
        return None
    kind, tasks, seats = objection.fault
    if kind == TOGETHER and len(tasks) > 2:
        return Sentence("bot-why-decline-all", {"seat": seats[0]})
    code = "hand" if kind == CARDS and objection.by_own_hand else kind
    blanks = zip(("task", "other", "seat", "other_seat"), (*(*tasks, None)[:2], *(*seats, None, None)[:2]), strict=True)
    return Sentence(f"bot-why-decline-{code}", {name: blank for name, blank in blanks if blank is not None})


def _for_task(view: View, text: str, task: str) -> Sentence:
    if len(view["legal"]) == 1:
        last = len(open_tasks(view)) == 1
        return Sentence("bot-why-last-task", {"task": task}) if last else Sentence("bot-why-only-choice")
    return Sentence("bot-why-take-robot" if text.startswith("robot ") else "bot-why-take", {"task": task})


def _for_other_action(view: View, parts: Sequence[str], chance: Random) -> Sentence | None:
    """The reason for one of several actions before the first trick, or for not signalling."""
    phase = view["phase"]
    if parts in (["refrain"], ["decline"]):
        return _for_silence(view, chance) if parts == ["refrain"] else _for_decline(view)
    match parts:
        case ["propose", *words]:
            return _for_proposal(view, words)
        case ["answer" | "assign", *_] if phase in ("accepting", "volunteering", "offering"):
            return _for_all_tasks(view, parts[-1])
        case ["name", seat] if not view["poll"]:
            return Sentence("bot-why-name-alone", {"seat": int(seat)})
        case [*_] if phase in _BY_PHASE:
            code, kinds = _BY_PHASE[phase]
            last = zip(kinds, parts[-len(kinds) :], strict=True) if kinds else ()
            return Sentence(code, {kind: int(word) if kind == "seat" else word for kind, word in last})
        case _:
            return None


def _for_all_tasks(view: View, word: str) -> Sentence:
    """Return why this player should take all tasks, or not. `word` is a seat, or the seat's own yes or no."""
    if word == "no":
        return Sentence("bot-why-all-tasks-no")
    refused = "no" in dict(view["poll"]["answers"]).values()
    seat = view["seat"] if word == "yes" else int(word)
    return Sentence("bot-why-all-tasks-left" if refused else "bot-why-propose-all", {"seat": seat})


def _for_proposal(view: View, words: Sequence[str]) -> Sentence | None:
    """Return why the seat proposes this player for a task, or for all of them; unasked, it proposes only itself."""
    itself = "-itself" if view["seat"] not in view["waiting_on"] else ""
    match words:
        case ["roles", *_]:
            return Sentence("bot-why-roles")
        case ["all", seat]:
            return Sentence(f"bot-why-propose-all{itself}", {"seat": int(seat)})
        case [task, seat] if view["phase"] in ("selecting", "splitting"):
            about_it = [text for text in view["legal"] if task in text.split()]
            code = f"bot-why-propose{itself}" if len(about_it) > 1 else "bot-why-propose-only"
            return Sentence(code, {"task": task, "seat": int(seat)})
        case _:
            return None


def _for_signal(view: View, text: str, card: str, chance: Random) -> Sentence:
    """Return who needs to know of the card, the signal's clear effect in playouts, or the reason of the choice."""
    return with_figures(about_signal(view, text), _figures_of_signal(view, text, card, chance))


def _figures_of_signal(view: View, text: str, card: str, chance: Random) -> Sentence:
    if not exchanges_hands(view) and (why := _what_it_changes(view, text, card, chance)):
        return why
    if text != best_signal(view):
        return Sentence("bot-why-signal-among", {"card": card})
    return Sentence("bot-why-signal" if subject_of(view) == ABOUT_CARDS else "bot-why-signal-hand", {"card": card})


def _what_it_changes(view: View, text: str, card: str, chance: Random) -> Sentence | None:
    """Return the playouts' scores with the signal, and with one later or none, where it is clearly better now."""
    scores = scores_of(ViewEvaluator(view, chance), text)
    now, without = round(scores.now * _HUNDRED), round(scores.without * _HUNDRED)
    later = without if scores.later is None else round(scores.later * _HUNDRED)
    if scores.later is not None and now - later >= _CLEAR:
        return Sentence("bot-why-signal-now", {"card": card, "number": now, "other_number": later})
    if now - without >= _CLEAR and later - now < _CLEAR:
        return Sentence("bot-why-signal-helps", {"card": card, "number": now, "other_number": without})
    return None


def _for_silence(view: View, chance: Random) -> Sentence:
    """Return why the seat gives no signal, though it asked for the time: it compares its best one with silence."""
    best = best_signal(view)
    if best is None:
        return Sentence("bot-why-refrain")
    scores = scores_of(ViewEvaluator(view, chance), best)
    silent = scores.without if scores.later is None else scores.later
    now, kept = round(scores.now * _HUNDRED), round(silent * _HUNDRED)
    if now - kept >= _CLEAR:
        return Sentence("bot-why-refrain")
    if kept <= now:
        return Sentence("bot-why-refrain-close", {"card": best.split()[1]})
    code = "bot-why-refrain-without" if scores.later is None else "bot-why-refrain-later"
    return Sentence(code, {"card": best.split()[1], "number": kept, "other_number": now})


def _for_card(view: View, text: str, card: str, chance: Random) -> Sentence:
    cards = plays(view)
    if len(cards) == 1:
        return Sentence("bot-why-only", {"card": card})
    return with_figures(about_card(view, text), _figures_of_card(view, text, card, chance))


def _figures_of_card(view: View, text: str, card: str, chance: Random) -> Sentence:
    """Return how the card and the next best one did in the simulated deals."""
    ranking = rank_cards(ViewEvaluator(view, chance))
    mine = ranking.pop(text)
    other, theirs = next(iter(ranking.items()))
    # A card that was soon out has seen fewer worlds, so both are compared over those.
    own, next_best = mean_of(mine[: len(theirs)]), mean_of(theirs[: len(mine)])
    if not any(round(mean_of(one).winnable * _HUNDRED) for one in (mine, *ranking.values())):
        return Sentence("bot-why-lost", {"card": card})
    success = round(chance_of_success(view["game"], mean_of(mine)) * _HUNDRED)
    return _comparison({"card": card, "other": other.split()[-1], "chance": success}, own, next_best)


def _comparison(facts: Mapping[str, str | int], own: Evaluation, other: Evaluation) -> Sentence:
    """Return the card's advantage: deals that it keeps winnable, the score of playouts, or both together.

    It tells both where they disagree. Later samples may have decided between cards that look equally good here.
    """
    number, won, other_number, other_won = (
        round(share * _HUNDRED) for share in (own.winnable, own.score, other.winnable, other.score)
    )
    if 0 <= other_number - number < _CLEAR and 0 <= other_won - won < _CLEAR:
        return Sentence("bot-why-equal", facts)
    facts = {**facts, "number": number}
    if number == other_number:
        return Sentence("bot-why-easier", {**facts, "won": won, "other_number": other_won})
    facts = {**facts, "other_number": other_number}
    if won == other_won:
        return Sentence("bot-why-winnable", facts)
    return Sentence("bot-why-winnable-and-easier", {**facts, "won": won, "other_won": other_won})
