"""Choices of the reader, in groups, each with a clear label.

Every choice posts one whole legal action text; all of them are in ``view["legal"]``. Cards to play or pass on are
clicked in the hand and are not repeated here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from operator import attrgetter
from typing import Any, Final

from django.utils.text import capfirst
from django.utils.translation import gettext_noop

from logbook.lib.translation import gettext as _
from logbook.rounds import text as rounds_text
from logbook.rounds.task_cards import TaskFacts, task_facts
from logbook.rounds.view.proposals import proposal_text, task_token
from logbook.rounds.view.status import Names

ViewFacts = Mapping[str, Any]


@dataclass(frozen=True)
class Choice:
    """One legal action in words; `card`, `task` and `says` where a drawing helps.

    `short` is the button's text where the rest stands beside it; `place` is its column among such buttons.
    """

    text: str
    label: str
    card: str = ""
    token: str = ""
    says: str = ""
    task: TaskFacts | None = None
    short: str = ""
    place: int = 0


@dataclass(frozen=True)
class ChoiceGroup:
    """Choices of one kind. `style` is buttons, cards, tasks, rows, numbers, select or single.

    In `rows` each task has its own row, with a button for each possible owner.

    `folded` ones come last, below the hand. Only screen readers get the title of an `untitled` one, which continues the
    group above it.
    """

    key: str
    title: str
    choices: tuple[Choice, ...]
    hint: str = ""
    style: str = "buttons"
    folded: bool = False
    submit: str = ""
    untitled: bool = False

    @property
    def has_task_cards(self) -> bool:
        """True where the choices show task cards' sentences, which need more room than playing cards."""
        return any(choice.task for choice in self.choices)

    @property
    def rows(self) -> list[tuple[TaskFacts | None, list[Choice]]]:
        """The choices task by task, each task's by the place of its owner."""
        by_task = groupby(self.choices, key=attrgetter("task"))
        return [(task, sorted(choices, key=attrgetter("place"))) for task, choices in by_task]


Labeller = Callable[[Sequence[str], ViewFacts, Names], Choice]


@dataclass(frozen=True)
class Kind:
    """The presentation of a kind of action."""

    title: str
    label: Labeller
    hint: str = ""
    style: str = "buttons"
    folded: bool = False
    submit: str = ""
    untitled: bool = False


def choice_groups(facts: ViewFacts, names: Names) -> tuple[ChoiceGroup, ...]:
    """Return all legal actions except the cards of the hand and of the robot's row, in groups."""
    splitting = facts["phase"] == "splitting"

    def kind(text: str) -> str:
        # Two players who share the tasks take one or propose it for the other: one row per task, a button for each
        # player.
        return "split" if splitting and text.split(maxsplit=1)[0] in ("take", "propose") else _kind_key(text)

    lying = [task["task"] for task in facts["tasks"]]
    texts = [text for text in facts["legal"] if kind(text) not in ON_CARDS]
    ordered = sorted(texts, key=lambda text: (_rank(kind(text)), _place_in_group(text.split(), lying)))
    return tuple(_group(key, list(members), facts, names) for key, members in groupby(ordered, key=kind))


ON_CARDS: Final = frozenset({"play", "give", "robot play"})


def _kind_key(text: str) -> str:
    parts = text.split()
    if "predict" in parts:
        return text.rpartition(" ")[0]
    if parts[0] == "robot":
        return f"robot {parts[1]}"
    if parts[0] != "propose":
        return f"{parts[0]} all" if parts[:2] == ["assign", "all"] else parts[0]
    return f"propose {parts[1]}" if f"propose {parts[1]}" in KINDS else "propose task"


def _place_in_group(parts: Sequence[str], lying: Sequence[str | None]) -> int:
    """Sort tasks as on the table, signals as in the hand, "yes" before "no"; otherwise in the engine's order."""
    if parts[0] == "signal":
        suit, rank = rounds_text.hand_order(parts[1])
        return suit * 10 + rank
    if parts[0] == "answer":
        answers = list(rounds_text.ENGINE_TERMS)
        return answers.index(parts[1]) if parts[1] in answers else len(answers)
    return next((lying.index(word) for word in parts if word in lying), len(lying))


def _rank(key: str) -> int:
    order = list(KINDS)
    key = "predict" if "predict" in key else key
    return order.index(key) if key in order else len(order)


def _group(key: str, texts: Sequence[str], facts: ViewFacts, names: Names) -> ChoiceGroup:
    if "predict" in key:
        return _predictions(key, texts, names)
    kind = KINDS.get(key, OTHER)
    choices = tuple(kind.label(text.split(), facts, names) for text in texts)
    open_now = _asked_for(key, facts)
    return ChoiceGroup(
        key.replace(" ", "-"),
        _(kind.title) % {"robot": names.robot},
        choices,
        _hint(key, kind, facts),
        kind.style,
        kind.folded and not open_now,
        _(kind.submit) if kind.submit else "",
        kind.untitled,
    )


def _hint(key: str, kind: Kind, facts: ViewFacts) -> str:
    if key == "signal" and facts["communication"] in SIGNAL_HINTS:
        return _(SIGNAL_HINTS[facts["communication"]])
    return _(kind.hint) if kind.hint else ""


SIGNAL_HINTS: Final[Mapping[str, str]] = {
    "currents": gettext_noop(
        "Currents: once per attempt, show your highest, only or lowest card of a colour, without saying which."
    ),
    "rapture": gettext_noop(
        "Show one card as your highest, only or lowest of its colour. This uses one of the shared signals."
    ),
}


def _predictions(key: str, texts: Sequence[str], names: Names) -> ChoiceGroup:
    """Return the choices of how many tricks a task's owner predicts."""
    facts = task_facts(key.rsplit(maxsplit=1)[-1], names.players)
    ordered = sorted(texts, key=lambda text: int(text.split()[-1]))
    choices = tuple(Choice(text, text.split()[-1]) for text in ordered)
    title = _("How many tricks will you win?")
    if key.startswith("robot"):
        title = _("How many tricks will %(robot)s win?") % {"robot": names.robot}
    hint = _("Only you will see the number.") if facts and facts.secret else _("Everyone will see the number.")
    return ChoiceGroup(key.replace(" ", "-"), title, choices, hint, "numbers")


def _asked_for(key: str, facts: ViewFacts) -> bool:
    """Return True where the table waits for this choice, so that it is unfolded."""
    if facts["seat"] not in facts["waiting_on"]:
        return False
    return (key, facts["phase"]) in {("signal", "window"), ("propose roles", "roles")}


# Wording of each action


def _take(parts: Sequence[str], facts: ViewFacts, names: Names) -> Choice:
    label = _("Take %(card)s") % {"card": names.the_card(parts[-1])}
    return _with_task(Choice(" ".join(parts), label), parts[-1], facts, names)


def _robot_take(parts: Sequence[str], facts: ViewFacts, names: Names) -> Choice:
    params = {"robot": names.robot, "card": names.the_card(parts[-1])}
    label = capfirst(_("%(robot)s takes %(card)s") % params)
    return _with_task(Choice(" ".join(parts), label), parts[-1], facts, names)


def _with_task(choice: Choice, task: str, facts: ViewFacts, names: Names) -> Choice:
    """Return the choice with the task on its button: a playing card, or a task card beside its words."""
    if rounds_text.is_card(task):
        return replace(choice, card=task, token=task_token(task, facts))
    return replace(choice, task=task_facts(task, names.players), short=rounds_text.task_sentence(task, names.players))


def _plain(label: str) -> Labeller:
    def labelled(parts: Sequence[str], facts: ViewFacts, names: Names) -> Choice:
        return Choice(" ".join(parts), _(label))

    return labelled


def _answer(parts: Sequence[str], facts: ViewFacts, names: Names) -> Choice:
    return Choice(" ".join(parts), str(rounds_text.ENGINE_TERMS.get(parts[1], parts[1])))


def _person(names: Names, seat: str) -> str:
    number = int(seat)
    return _("Yourself") if number == names.reader else names.of(number)


def _seat(parts: Sequence[str], facts: ViewFacts, names: Names) -> Choice:
    return Choice(" ".join(parts), _person(names, parts[-1]))


def _assign(parts: Sequence[str], facts: ViewFacts, names: Names) -> Choice:
    params = {"card": names.card(parts[1]), "who": _person(names, parts[2])}
    return _with_task(Choice(" ".join(parts), _("%(card)s to %(who)s") % params), parts[1], facts, names)


def _signal(parts: Sequence[str], facts: ViewFacts, names: Names) -> Choice:
    card, says = parts[1], parts[2] if len(parts) > 2 else ""
    params = {"card": names.card(card), "says": str(rounds_text.SAYS[says]) if says else ""}
    label = _("%(card)s: %(says)s") % params if says else _("%(card)s, position hidden") % params
    return Choice(" ".join(parts), label, card=card, says=says or "hidden")


def _proposed_owner(parts: Sequence[str], facts: ViewFacts, names: Names) -> Choice:
    """Return the choice of a seat beside its task, or beside all tasks."""
    label = _("Propose: %(what)s") % {"what": proposal_text(parts[1:], facts, names)}
    facts_of_task = task_facts(parts[1], names.players)
    seat = int(parts[-1])
    short = _("You") if seat == names.reader else names.of(seat)
    return Choice(" ".join(parts), label, task=facts_of_task, short=short, place=_place(seat, names))


def _split_owner(parts: Sequence[str], facts: ViewFacts, names: Names) -> Choice:
    """Return a choice of the two who share the tasks: the reader takes the task, or proposes it for the other."""
    if parts[0] == "propose":
        return replace(_proposed_owner(parts, facts, names), place=2)
    return replace(_take(parts, facts, names), short=_("You"), place=1)


def _place(seat: int, names: Names) -> int:
    """Return a seat's column where seats are aligned: the reader first, the others clockwise."""
    return (seat - (names.reader or 0)) % names.players + 1


def _robot_passes(parts: Sequence[str], facts: ViewFacts, names: Names) -> Choice:
    return Choice(" ".join(parts), capfirst(_("%(robot)s passes") % {"robot": names.robot}))


def _proposed(parts: Sequence[str], facts: ViewFacts, names: Names) -> Choice:
    return Choice(" ".join(parts), proposal_text(parts[1:], facts, names))


# In the order of the page
KINDS: Final[Mapping[str, Kind]] = {
    "agree": Kind(gettext_noop("Proposal"), _plain(gettext_noop("Agree"))),
    "decline": Kind(gettext_noop("Proposal"), _plain(gettext_noop("Decline"))),
    "answer": Kind(gettext_noop("Your answer"), _answer),
    "name": Kind(gettext_noop("Who do you name?"), _seat),
    "assign all": Kind(gettext_noop("Who takes all the tasks?"), _seat),
    "assign": Kind(gettext_noop("Who takes this task?"), _assign, style="tasks"),
    "take": Kind(gettext_noop("Take a task"), _take, style="tasks"),
    "robot take": Kind(gettext_noop("A task for %(robot)s"), _robot_take, style="tasks"),
    "pass": Kind(gettext_noop("Or"), _plain(gettext_noop("Pass: leave the tasks to others")), untitled=True),
    "predict": Kind(gettext_noop("How many tricks will you win?"), _plain(""), style="numbers"),
    "robot pass": Kind(gettext_noop("Or"), _robot_passes, untitled=True),
    "signal": Kind(
        gettext_noop("Signal a card"),
        _signal,
        hint=gettext_noop("Once per attempt: show one card as your highest, only or lowest of its colour."),
        style="cards",
        folded=True,
    ),
    "refrain": Kind(gettext_noop("Or"), _plain(gettext_noop("Skip signalling")), untitled=True),
    "ask": Kind(
        gettext_noop("Before the next trick"),
        _plain(gettext_noop("Signal before the next trick")),
        hint=gettext_noop("The next trick will wait for your signal."),
        style="single",
        folded=True,
    ),
    "propose roles": Kind(
        gettext_noop("Who wins which tricks?"), _proposed, style="select", folded=True, submit=gettext_noop("Propose")
    ),
    "split": Kind(
        gettext_noop("Who takes which task?"),
        _split_owner,
        hint=gettext_noop(
            "You can take a task right away; giving one to another player needs that player’s agreement."
        ),
        style="rows",
    ),
    "propose task": Kind(gettext_noop("Who takes which task?"), _proposed_owner, style="rows"),
    "propose all": Kind(gettext_noop("One player takes all the tasks"), _proposed_owner, style="rows"),
    "propose swap": Kind(
        gettext_noop("Swap two tokens"),
        _proposed,
        hint=gettext_noop("Once, before the first task is chosen, if everyone agrees."),
        style="select",
        folded=True,
        submit=gettext_noop("Propose this swap"),
    ),
    "propose move": Kind(
        gettext_noop("Move a token"),
        _proposed,
        hint=gettext_noop("Once, to a task without a token, if everyone agrees."),
        style="select",
        folded=True,
        submit=gettext_noop("Propose this move"),
    ),
    "propose hand": Kind(
        gettext_noop("Hand over a task"),
        _proposed,
        hint=gettext_noop("With five players, you can hand over one task, once, if everyone agrees."),
        style="select",
        folded=True,
        submit=gettext_noop("Propose"),
    ),
    "propose distress": Kind(
        gettext_noop("Send the distress signal"),
        _proposed,
        hint=gettext_noop("If everyone agrees, each player passes one card. Adds 1 to your score, once per mission."),
        folded=True,
    ),
}
OTHER: Final = Kind(gettext_noop("Other actions"), lambda parts, facts, names: Choice(" ".join(parts), " ".join(parts)))
