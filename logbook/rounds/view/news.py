"""Actions in words: the news since the reader's last look, and the lines of a replay."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from logbook.rounds import text as rounds_text
from logbook.rounds.task_cards import task_facts
from logbook.rounds.view.proposals import proposal_words
from logbook.rounds.view.status import Names

Words = Sequence[str]
Fill = Callable[[Words, Names], Mapping[str, str]]


def _card(words: Words, names: Names) -> Mapping[str, str]:
    return {"card": names.card(words[1])}


def _signal(words: Words, names: Names) -> Mapping[str, str]:
    says = str(rounds_text.SAYS[words[2]]) if len(words) > 2 else _("no position")
    return {"card": names.card(words[1]), "says": says}


def _word(words: Words, names: Names) -> Mapping[str, str]:
    return {"word": str(rounds_text.WORDS.get(words[1], words[1]))}


def _other(words: Words, names: Names) -> Mapping[str, str]:
    return {"other": names.of(int(words[-1]))}


def _assign(words: Words, names: Names) -> Mapping[str, str]:
    return {"card": names.card(words[1]), "other": names.of(int(words[2]))}


def _proposal(words: Words, names: Names) -> Mapping[str, str]:
    return {"what": proposal_words(words[1:], {"tasks": ()}, names)}


def _prediction(words: Words, names: Names) -> Mapping[str, str]:
    count = int(words[2])
    return {"tricks": ngettext("%(number)s trick", "%(number)s tricks", count) % {"number": count}}


def _nothing(words: Words, names: Names) -> Mapping[str, str]:
    return {}


SAID: Final[Mapping[str, tuple[str | Promise, Fill]]] = {
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


def action_words(seat: int, text: str, names: Names, *, open_cards: bool = False) -> str:
    """Return one action in a sentence. Passed cards and secret numbers appear only where all cards are open."""
    words = text.split()
    hidden = "" if open_cards or seat == names.reader else _hidden(words, names)
    if hidden:
        return hidden % {"who": names.of(seat)}
    key, rest = _key(words)
    if key not in SAID:
        return f"{names.of(seat)}: {text}"
    wording, fill = SAID[key]
    return str(wording) % {"who": names.of(seat), "robot": names.robot, **fill(rest, names)}


def _hidden(words: Words, names: Names) -> str:
    """Return an action's sentence for readers who may not know its details; "" for a public action."""
    if words[0] == "give":
        return _("%(who)s has chosen a card to pass.")
    if "predict" in words:
        facts = task_facts(words[-2], names.players)
        return _("%(who)s has secretly noted a number of tricks.") if facts is None or facts.secret else ""
    return ""


def _key(words: Words) -> tuple[str, Words]:
    if words[0] == "robot":
        return f"robot {words[1]}", words[1:]
    return ("assign all", words) if list(words[:2]) == ["assign", "all"] else (words[0], words)


def news_of(actions: Sequence[Any], names: Names) -> tuple[str, ...]:
    """Return the news for a reader who may not see every hand; each action has `.seat` and `.text`."""
    return tuple(action_words(action.seat, action.text, names) for action in actions)
