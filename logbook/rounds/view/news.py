"""Actions in words: the news since the reader's last look, and the lines of a replay."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, ngettext

from logbook.lib.lists import labelled
from logbook.lib.translation import gettext as _
from logbook.rounds import text as rounds_text
from logbook.rounds.task_cards import task_facts
from logbook.rounds.view.proposals import proposal_text
from logbook.rounds.view.status import Names

ActionParts = Sequence[str]
Fill = Callable[[ActionParts, Names], Mapping[str, str]]


def _card(parts: ActionParts, names: Names) -> Mapping[str, str]:
    return {"card": names.the_card(parts[1])}


def _signal(parts: ActionParts, names: Names) -> Mapping[str, str]:
    says = str(rounds_text.SAYS[parts[2]]) if len(parts) > 2 else _("no position")
    return {"card": names.the_card(parts[1]), "says": says}


def _word(parts: ActionParts, names: Names) -> Mapping[str, str]:
    return {"word": str(rounds_text.ENGINE_TERMS.get(parts[1], parts[1]))}


def _other(parts: ActionParts, names: Names) -> Mapping[str, str]:
    return {"other": names.of(int(parts[-1]))}


def _assign(parts: ActionParts, names: Names) -> Mapping[str, str]:
    return {"card": names.the_card(parts[1]), "other": names.of(int(parts[2]))}


def _proposal(parts: ActionParts, names: Names) -> Mapping[str, str]:
    return {"what": proposal_text(parts[1:], {"tasks": ()}, names)}


def _prediction(parts: ActionParts, names: Names) -> Mapping[str, str]:
    count = int(parts[2])
    return {"tricks": ngettext("%(number)s trick", "%(number)s tricks", count) % {"number": count}}


def _nothing(parts: ActionParts, names: Names) -> Mapping[str, str]:
    return {}


SENTENCES: Final[Mapping[str, tuple[str | Promise, Fill]]] = {
    "play": (gettext_lazy("%(who)s plays %(card)s."), _card),
    "robot play": (gettext_lazy("%(who)s plays %(robot)s’s %(card)s."), _card),
    "take": (gettext_lazy("%(who)s takes the task %(card)s."), _card),
    "robot take": (gettext_lazy("%(who)s gives %(robot)s the task %(card)s."), _card),
    "pass": (gettext_lazy("%(who)s passes."), _nothing),
    "robot pass": (gettext_lazy("%(who)s passes for %(robot)s."), _nothing),
    "answer": (gettext_lazy("%(who)s answers: %(word)s."), _word),
    "name": (gettext_lazy("%(who)s names %(other)s."), _other),
    "assign all": (gettext_lazy("%(who)s gives all the tasks to %(other)s."), _other),
    "assign": (gettext_lazy("%(who)s gives the task %(card)s to %(other)s."), _assign),
    "propose": (gettext_lazy("%(who)s proposes: %(what)s."), _proposal),
    "agree": (gettext_lazy("%(who)s agrees."), _nothing),
    "decline": (gettext_lazy("%(who)s declines."), _nothing),
    "give": (gettext_lazy("%(who)s passes %(card)s."), _card),
    "signal": (gettext_lazy("%(who)s signals %(card)s: %(says)s."), _signal),
    "ask": (gettext_lazy("%(who)s wants to signal."), _nothing),
    "predict": (gettext_lazy("%(who)s announces %(tricks)s."), _prediction),
    "robot predict": (gettext_lazy("%(who)s announces %(tricks)s for %(robot)s."), _prediction),
    "timeout": (gettext_lazy("Time’s up."), _nothing),
    "refrain": (gettext_lazy("%(who)s skips signalling."), _nothing),
}


def action_sentence(seat: int, text: str, names: Names, *, open_cards: bool = False) -> str:
    """Return one action in a sentence. Passed cards and secret numbers appear only where all cards are open."""
    parts = text.split()
    secret = "" if open_cards or seat == names.reader else _secret_sentence(parts, names)
    if secret:
        return secret % {"who": names.of(seat)}
    key, rest = _key(parts)
    if key not in SENTENCES:
        return labelled(names.of(seat), text)
    wording, fill = SENTENCES[key]
    return str(wording) % {"who": names.of(seat), "robot": names.robot, **fill(rest, names)}


def _secret_sentence(parts: ActionParts, names: Names) -> str:
    """Return an action's sentence for readers who may not know its details; "" for a public action."""
    if parts[0] == "give":
        return _("%(who)s has chosen a card to pass.")
    if "predict" in parts:
        facts = task_facts(parts[-2], names.players)
        return _("%(who)s has secretly written down a number of tricks.") if facts is None or facts.secret else ""
    return ""


def _key(parts: ActionParts) -> tuple[str, ActionParts]:
    if parts[0] == "robot":
        return f"robot {parts[1]}", parts[1:]
    return ("assign all", parts) if list(parts[:2]) == ["assign", "all"] else (parts[0], parts)


def news_of(actions: Sequence[Any], names: Names) -> tuple[str, ...]:
    """Return the news for a reader who may not see every hand; each action has `.seat` and `.text`."""
    return tuple(action_sentence(action.seat, action.text, names) for action in actions)
