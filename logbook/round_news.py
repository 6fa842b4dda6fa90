"""Actions in words: what happened since the reader last looked, and the lines of a replay."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from logbook import speech
from logbook.round_choices import proposal_words
from logbook.round_status import Names

Words = Sequence[str]
Fill = Callable[[Words, Names], Mapping[str, str]]


def _card(words: Words, names: Names) -> Mapping[str, str]:
    return {"card": speech.card_name(words[1])}


def _signal(words: Words, names: Names) -> Mapping[str, str]:
    says = str(speech.SAYS[words[2]]) if len(words) > 2 else _("no position")
    return {"card": speech.card_name(words[1]), "says": says}


def _word(words: Words, names: Names) -> Mapping[str, str]:
    return {"word": str(speech.WORDS.get(words[1], words[1]))}


def _other(words: Words, names: Names) -> Mapping[str, str]:
    return {"other": names.of(int(words[-1]))}


def _assign(words: Words, names: Names) -> Mapping[str, str]:
    return {"card": speech.card_name(words[1]), "other": names.of(int(words[2]))}


def _proposal(words: Words, names: Names) -> Mapping[str, str]:
    return {"what": proposal_words(words[1:], {"tasks": ()}, names)}


def _nothing(words: Words, names: Names) -> Mapping[str, str]:
    return {}


SAID: Final[Mapping[str, tuple[str | Promise, Fill]]] = {
    "play": (gettext_lazy("%(who)s plays %(card)s."), _card),
    "robot play": (gettext_lazy("%(who)s plays the robot's %(card)s."), _card),
    "take": (gettext_lazy("%(who)s takes the task %(card)s."), _card),
    "robot take": (gettext_lazy("%(who)s gives the robot the task %(card)s."), _card),
    "pass": (gettext_lazy("%(who)s passes."), _nothing),
    "robot pass": (gettext_lazy("%(who)s passes for the robot."), _nothing),
    "answer": (gettext_lazy("%(who)s answers: %(word)s."), _word),
    "name": (gettext_lazy("%(who)s names %(other)s."), _other),
    "assign all": (gettext_lazy("%(who)s gives all tasks to %(other)s."), _other),
    "assign": (gettext_lazy("%(who)s gives the task %(card)s to %(other)s."), _assign),
    "propose": (gettext_lazy("%(who)s proposes: %(what)s."), _proposal),
    "agree": (gettext_lazy("%(who)s agrees."), _nothing),
    "decline": (gettext_lazy("%(who)s declines."), _nothing),
    "give": (gettext_lazy("%(who)s passes %(card)s on."), _card),
    "signal": (gettext_lazy("%(who)s signals %(card)s: %(says)s."), _signal),
    "ask": (gettext_lazy("%(who)s asks to signal."), _nothing),
    "refrain": (gettext_lazy("%(who)s refrains."), _nothing),
}


def action_words(seat: int, text: str, names: Names, *, open_cards: bool = False) -> str:
    """One action in a sentence. A card passed on is named only where all cards lie open."""
    words = text.split()
    if words[0] == "give" and not open_cards and seat != names.reader:
        return _("%(who)s has chosen a card to pass on.") % {"who": names.of(seat)}
    key, rest = _key(words)
    if key not in SAID:
        return f"{names.of(seat)}: {text}"
    wording, fill = SAID[key]
    return str(wording) % {"who": names.of(seat), **fill(rest, names)}


def _key(words: Words) -> tuple[str, Words]:
    if words[0] == "robot":
        return f"robot {words[1]}", words[1:]
    return ("assign all", words) if list(words[:2]) == ["assign", "all"] else (words[0], words)


def news_of(actions: Sequence[Any], names: Names) -> tuple[str, ...]:
    """What happened, for a reader who may not see every hand; each action has `.seat` and `.text`."""
    return tuple(action_words(action.seat, action.text, names) for action in actions)
