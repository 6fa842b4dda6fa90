"""Proposals of the crew in words: the possible ones, and the one on the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext_lazy

from logbook.lib.translation import gettext as _
from logbook.rounds.view.status import Names

ViewFacts = Mapping[str, Any]


@dataclass(frozen=True)
class Proposal:
    """The proposal on the table, in words."""

    words: str
    agreed: tuple[str, ...]
    waiting: tuple[str, ...]
    mine_to_answer: bool


def task_token(task: str, facts: ViewFacts) -> str:
    """Return a task's token, or ""."""
    return next((task_card["token"] or "" for task_card in facts["tasks"] if task_card["task"] == task), "")


def _with_token(task: str, facts: ViewFacts, names: Names) -> str:
    order = task_token(task, facts)
    label = "Ω" if order == "omega" else order
    return f"{names.card(task)} ({label})" if order else names.card(task)


def proposal_text(parts: Sequence[str], facts: ViewFacts, names: Names) -> str:
    """Return a proposal in words, without its author; `words` are the action's after `propose`."""
    kind, *rest = parts
    if kind == "distress":
        return _("Everyone passes left") if rest[0] == "left" else _("Everyone passes right")
    if kind in ("swap", "move"):
        params = {"one": _with_token(rest[0], facts, names), "other": _with_token(rest[1], facts, names)}
        return (_("%(one)s ⇄ %(other)s") if kind == "swap" else _("from %(one)s to %(other)s")) % params
    if kind == "hand":
        return _("%(card)s to %(who)s") % {"card": _with_token(rest[0], facts, names), "who": names.of(int(rest[1]))}
    if kind == "roles":
        params = {"first": names.of(int(rest[0])), "last": names.of(int(rest[1]))}
        return _("First four tricks to %(first)s, last trick to %(last)s") % params
    if kind == "all":
        return _("All tasks to %(who)s") % {"who": names.of(int(rest[0]))}
    return _("%(card)s to %(who)s") % {"card": _with_token(kind, facts, names), "who": names.of(int(rest[0]))}


PROPOSALS: Final[Mapping[str, Any]] = {
    "distress": gettext_lazy("%(who)s proposes the distress signal: %(what)s"),
    "swap": gettext_lazy("%(who)s proposes swapping two tokens: %(what)s"),
    "move": gettext_lazy("%(who)s proposes moving a token: %(what)s"),
    "hand": gettext_lazy("%(who)s proposes handing over a task: %(what)s"),
    "roles": gettext_lazy("%(who)s proposes: %(what)s"),
}


def proposal_on_the_table(facts: ViewFacts, names: Names) -> Proposal | None:
    """Return the open proposal and the players who still have to answer it."""
    proposal = facts.get("proposal")
    if not proposal:
        return None
    parts = proposal["text"].removeprefix("propose ").split()
    wording = PROPOSALS.get(parts[0], PROPOSALS["roles"])
    proposer = names.of(proposal["seat"])
    sentence = str(wording) % {"who": proposer, "what": proposal_text(parts, facts, names)}
    agreed = tuple(names.of(seat) for seat in proposal["agreed"])
    answering = tuple(names.of(seat) for seat in facts["waiting_on"])
    return Proposal(sentence, agreed, answering, mine_to_answer="agree" in facts["legal"])
