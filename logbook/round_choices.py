"""What the reader may do now, grouped as people think of it, each choice with a clear label.

Every choice posts one whole legal action text; nothing is offered that is not in ``view["legal"]``. Cards
that can be played or passed on are clicked in the hand and are not repeated here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop

from logbook import speech
from logbook.round_status import Names

ViewFacts = Mapping[str, Any]


@dataclass(frozen=True)
class Choice:
    """One legal action and how it is said; `card` and `says` where a drawing helps."""

    text: str
    label: str
    card: str = ""
    token: str = ""
    says: str = ""


@dataclass(frozen=True)
class ChoiceGroup:
    """Choices of one kind. `style` is buttons, cards, tasks, select or single.

    `folded` ones stand back, below the hand. The title of an `untitled` one is for screen readers alone: it goes on
    from the group above it.
    """

    key: str
    title: str
    choices: tuple[Choice, ...]
    hint: str = ""
    style: str = "buttons"
    folded: bool = False
    submit: str = ""
    untitled: bool = False


@dataclass(frozen=True)
class Proposal:
    """The proposal on the table, in words."""

    words: str
    proposer: str
    agreed: tuple[str, ...]
    waiting: tuple[str, ...]
    mine_to_answer: bool


Labeller = Callable[[Sequence[str], ViewFacts, Names], Choice]


@dataclass(frozen=True)
class Kind:
    """How a kind of action is presented."""

    title: str
    label: Labeller
    hint: str = ""
    style: str = "buttons"
    folded: bool = False
    submit: str = ""
    untitled: bool = False


def choice_groups(facts: ViewFacts, names: Names) -> tuple[ChoiceGroup, ...]:
    """Everything in the view's legal list except the cards of the hand and of the robot's row."""
    texts = [text for text in facts["legal"] if _kind_key(text) not in ON_CARDS]
    ordered = sorted(texts, key=lambda text: _rank(_kind_key(text)))
    return tuple(_group(key, list(members), facts, names) for key, members in groupby(ordered, key=_kind_key))


ON_CARDS: Final = frozenset({"play", "give", "robot play"})


def _kind_key(text: str) -> str:
    words = text.split()
    if words[0] == "robot":
        return f"robot {words[1]}"
    if words[0] != "propose":
        return f"{words[0]} all" if words[:2] == ["assign", "all"] else words[0]
    return f"propose {words[1]}" if f"propose {words[1]}" in KINDS else "propose task"


def _rank(key: str) -> int:
    order = list(KINDS)
    return order.index(key) if key in order else len(order)


def _group(key: str, texts: Sequence[str], facts: ViewFacts, names: Names) -> ChoiceGroup:
    kind = KINDS.get(key, OTHER)
    choices = tuple(kind.label(text.split(), facts, names) for text in texts)
    folded = kind.folded and not _asked_for(key, facts)
    return ChoiceGroup(
        key.replace(" ", "-"),
        _(kind.title),
        choices,
        _(kind.hint) if kind.hint else "",
        kind.style,
        folded,
        _(kind.submit) if kind.submit else "",
        kind.untitled,
    )


def _asked_for(key: str, facts: ViewFacts) -> bool:
    """True where the table waits for just this, so that it should lie open."""
    if facts["seat"] not in facts["waiting_on"]:
        return False
    return (key, facts["phase"]) in {("signal", "window"), ("propose roles", "roles"), ("propose task", "choosing")}


# How each action is said


def _take(words: Sequence[str], facts: ViewFacts, names: Names) -> Choice:
    task = words[-1]
    label = _("Take %(card)s") % {"card": speech.card_name(task)}
    return Choice(" ".join(words), label, card=_drawn(task), token=_token_of(task, facts))


def _robot_take(words: Sequence[str], facts: ViewFacts, names: Names) -> Choice:
    label = _("The robot takes %(card)s") % {"card": speech.card_name(words[-1])}
    return Choice(" ".join(words), label, card=_drawn(words[-1]), token=_token_of(words[-1], facts))


def _drawn(task: str) -> str:
    return task if speech.is_card(task) else ""


def _token_of(task: str, facts: ViewFacts) -> str:
    return next((found["token"] or "" for found in facts["tasks"] if found["task"] == task), "")


def _plain(label: str) -> Labeller:
    def labelled(words: Sequence[str], facts: ViewFacts, names: Names) -> Choice:
        return Choice(" ".join(words), _(label))

    return labelled


def _answer(words: Sequence[str], facts: ViewFacts, names: Names) -> Choice:
    return Choice(" ".join(words), str(speech.WORDS.get(words[1], words[1])))


def _person(names: Names, seat: str) -> str:
    number = int(seat)
    return _("Yourself") if number == names.reader else names.of(number)


def _seat(words: Sequence[str], facts: ViewFacts, names: Names) -> Choice:
    return Choice(" ".join(words), _person(names, words[-1]))


def _assign(words: Sequence[str], facts: ViewFacts, names: Names) -> Choice:
    params = {"card": speech.card_name(words[1]), "who": _person(names, words[2])}
    return Choice(
        " ".join(words), _("%(card)s to %(who)s") % params, card=_drawn(words[1]), token=_token_of(words[1], facts)
    )


def _signal(words: Sequence[str], facts: ViewFacts, names: Names) -> Choice:
    card, says = words[1], words[2] if len(words) > 2 else ""
    params = {"card": speech.card_name(card), "says": str(speech.SAYS[says]) if says else ""}
    label = _("%(card)s: %(says)s") % params if says else _("%(card)s, without its position") % params
    return Choice(" ".join(words), label, card=card, says=says or "hidden")


def _proposed(words: Sequence[str], facts: ViewFacts, names: Names) -> Choice:
    return Choice(" ".join(words), proposal_words(words[1:], facts, names))


def _with_token(task: str, facts: ViewFacts) -> str:
    order = _token_of(task, facts)
    shown = "Ω" if order == "omega" else order
    return f"{speech.card_name(task)} ({shown})" if order else speech.card_name(task)


def proposal_words(words: Sequence[str], facts: ViewFacts, names: Names) -> str:
    """A proposal in words, without who makes it; `words` are the action's after `propose`."""
    kind, *rest = words
    if kind == "distress":
        return (
            _("Everybody passes a card to the left") if rest[0] == "left" else _("Everybody passes a card to the right")
        )
    if kind in ("swap", "move"):
        params = {"one": _with_token(rest[0], facts), "other": _with_token(rest[1], facts)}
        return (_("%(one)s ⇄ %(other)s") if kind == "swap" else _("from %(one)s to %(other)s")) % params
    if kind == "hand":
        return _("%(card)s to %(who)s") % {"card": _with_token(rest[0], facts), "who": names.of(int(rest[1]))}
    if kind == "roles":
        params = {"first": names.of(int(rest[0])), "last": names.of(int(rest[1]))}
        return _("%(first)s: first four tricks, %(last)s: last trick") % params
    if kind == "all":
        return _("All tasks to %(who)s") % {"who": names.of(int(rest[0]))}
    return _("%(card)s to %(who)s") % {"card": _with_token(kind, facts), "who": names.of(int(rest[0]))}


PROPOSALS: Final[Mapping[str, Any]] = {
    "distress": gettext_lazy("%(who)s proposes the distress signal: %(what)s"),
    "swap": gettext_lazy("%(who)s proposes to swap two tokens: %(what)s"),
    "move": gettext_lazy("%(who)s proposes to move a token: %(what)s"),
    "hand": gettext_lazy("%(who)s proposes to hand a task over: %(what)s"),
    "roles": gettext_lazy("%(who)s proposes: %(what)s"),
}


def proposal_on_the_table(facts: ViewFacts, names: Names) -> Proposal | None:
    """The open proposal and who has still to answer it."""
    found = facts.get("proposal")
    if not found:
        return None
    words = found["text"].removeprefix("propose ").split()
    wording = PROPOSALS.get(words[0], PROPOSALS["roles"])
    proposer = names.of(found["seat"])
    said = str(wording) % {"who": proposer, "what": proposal_words(words, facts, names)}
    agreed = tuple(names.of(seat) for seat in found["agreed"])
    waiting = tuple(names.of(seat) for seat in facts["waiting_on"])
    return Proposal(said, proposer, agreed, waiting, mine_to_answer="agree" in facts["legal"])


# In the order in which they stand on the page
KINDS: Final[Mapping[str, Kind]] = {
    "agree": Kind(gettext_noop("The proposal"), _plain(gettext_noop("Agree"))),
    "decline": Kind(gettext_noop("The proposal"), _plain(gettext_noop("Decline"))),
    "answer": Kind(gettext_noop("Your answer"), _answer),
    "name": Kind(gettext_noop("Whom do you name?"), _seat),
    "assign all": Kind(gettext_noop("Who takes all the tasks?"), _seat),
    "assign": Kind(gettext_noop("Who takes this task?"), _assign, style="tasks"),
    "take": Kind(gettext_noop("Take a task"), _take, style="tasks"),
    "robot take": Kind(gettext_noop("A task for the robot"), _robot_take, style="tasks"),
    "pass": Kind(gettext_noop("Or"), _plain(gettext_noop("Pass: leave the tasks to others")), untitled=True),
    "robot pass": Kind(gettext_noop("Or"), _plain(gettext_noop("The robot passes")), untitled=True),
    "signal": Kind(
        gettext_noop("Signal a card"),
        _signal,
        hint=gettext_noop("Once a mission: show one card as your highest, only or lowest of its colour."),
        style="cards",
        folded=True,
    ),
    "refrain": Kind(gettext_noop("Or"), _plain(gettext_noop("Refrain: keep your signal")), untitled=True),
    "ask": Kind(
        gettext_noop("Before the next trick"),
        _plain(gettext_noop("Ask to signal")),
        hint=gettext_noop("The next trick will wait for your signal."),
        style="single",
        folded=True,
    ),
    "propose roles": Kind(
        gettext_noop("Who wins which tricks?"), _proposed, style="select", folded=True, submit=gettext_noop("Propose")
    ),
    "propose task": Kind(
        gettext_noop("Propose who takes a task"), _proposed, style="select", folded=True, submit=gettext_noop("Propose")
    ),
    "propose all": Kind(
        gettext_noop("Propose who takes all tasks"),
        _proposed,
        style="select",
        folded=True,
        submit=gettext_noop("Propose"),
    ),
    "propose swap": Kind(
        gettext_noop("Swap two tokens"),
        _proposed,
        hint=gettext_noop("Once, if everybody agrees, before the first task is chosen."),
        style="select",
        folded=True,
        submit=gettext_noop("Propose the swap"),
    ),
    "propose move": Kind(
        gettext_noop("Move a token"),
        _proposed,
        hint=gettext_noop("Once, if everybody agrees, to a task that has none."),
        style="select",
        folded=True,
        submit=gettext_noop("Propose the move"),
    ),
    "propose hand": Kind(
        gettext_noop("Hand a task over"),
        _proposed,
        hint=gettext_noop("Five at the table may hand over one task, once, if everybody agrees."),
        style="select",
        folded=True,
        submit=gettext_noop("Propose"),
    ),
    "propose distress": Kind(
        gettext_noop("Send the distress signal"),
        _proposed,
        hint=gettext_noop("If everybody agrees, each passes one card on. It counts as one more attempt, once."),
        folded=True,
    ),
}
OTHER: Final = Kind(gettext_noop("Also possible"), lambda words, facts, names: Choice(" ".join(words), " ".join(words)))
