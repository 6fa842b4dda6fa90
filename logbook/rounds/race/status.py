"""Status of a race, in one sentence for its reader."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from logbook.rounds.race.words import RaceWords, steps_words

ViewFacts = Mapping[str, Any]
Say = Callable[[ViewFacts, RaceWords], str]


def status_line(facts: ViewFacts, words: RaceWords) -> str:
    """Return whose turn it is, and for what."""
    if facts["outcome"]:
        return _("The race is over")
    mine = facts["seat"] is not None and facts["seat"] in facts["waiting_on"]
    return (MINE if mine else OTHERS)[facts["phase"]](facts, words)


def _plain(said: Any) -> Say:
    return lambda facts, words: str(said)


def _waiting(said: Any) -> Say:
    def waiting(facts: ViewFacts, words: RaceWords) -> str:
        return str(said) % {"names": words.names.list(facts["waiting_on"]), **_where(facts, words)}

    return waiting


def _where(facts: ViewFacts, words: RaceWords) -> dict[str, str]:
    dive = facts["dive"]
    hazard = words.gem(dive["hazards"][0]) if dive and dive["hazards"] else ""
    return {"space": dive["space"] if dive else "", "gem": hazard}


def _sailing(facts: ViewFacts, words: RaceWords) -> str:
    left = facts["sail"]["steps"]
    if not left:
        return _("Play more cards with propellers, or drop anchor")
    return _("Sail: %(steps)s left") % {"steps": steps_words(left)}


def _arriving(facts: ViewFacts, words: RaceWords) -> str:
    if any(text.startswith("spot ") for text in facts["legal"]):
        return _("Choose a scouting spot for your boat")
    return _("Choose which wreck to reveal first")


def _hazard(facts: ViewFacts, words: RaceWords) -> str:
    return _("A hazard, %(gem)s: protect yourself or surface") % _where(facts, words)


def _rushing(facts: ViewFacts, words: RaceWords) -> str:
    return _("A dive at %(space)s: rush there, or stay") % _where(facts, words)


def _cards(facts: ViewFacts, words: RaceWords) -> str:
    playable = sum(text.startswith("play ") for text in facts["legal"])
    if not playable:
        return _("You hold no card for these gems: say so, as the others cannot know")
    return ngettext("Play a card for these gems, or pass", "Play cards for these gems, or pass", playable)


MINE: Final[Mapping[str, Say]] = {
    "turn": _plain(gettext_lazy("Your turn: recruit, sail, rest or dive")),
    "hiring": _plain(gettext_lazy("Take a card of the new market, at no cost")),
    "sailing": _sailing,
    "arriving": _arriving,
    "rushing": _rushing,
    "hazard": _hazard,
    "cards": _cards,
    "onward": _plain(gettext_lazy("You lead the dive: draw on, or stop")),
}
OTHERS: Final[Mapping[str, Say]] = {
    "turn": _waiting(gettext_lazy("Waiting for %(names)s to recruit, sail, rest or dive")),
    "hiring": _waiting(gettext_lazy("Waiting for %(names)s to take a card of the new market")),
    "sailing": _waiting(gettext_lazy("Waiting for %(names)s, who is sailing")),
    "arriving": _waiting(gettext_lazy("Waiting for %(names)s, who has arrived at a wreck")),
    "rushing": _waiting(gettext_lazy("A dive at %(space)s: waiting for %(names)s to rush there or to stay")),
    "hazard": _waiting(gettext_lazy("A hazard, %(gem)s: waiting for %(names)s")),
    "cards": _waiting(gettext_lazy("Cards for these gems: waiting for %(names)s")),
    "onward": _waiting(gettext_lazy("Waiting for %(names)s to draw on or to stop")),
}


def hand_hint(facts: ViewFacts, words: RaceWords) -> str:
    """Return the one reason why the other cards cannot be clicked now."""
    if facts["outcome"]:
        return _("The race is over")
    phase = facts["phase"]
    mine = facts["seat"] in facts["waiting_on"]
    return str(
        HINTS[phase] if mine and phase in HINTS else _waiting(gettext_lazy("Waiting for %(names)s"))(facts, words)
    )


HINTS: Final[Mapping[str, Any]] = {
    "turn": gettext_lazy("This card has no propeller: it sails nowhere"),
    "hiring": gettext_lazy("First take a card of the market"),
    "sailing": gettext_lazy("This card has no propeller: it sails nowhere"),
    "arriving": gettext_lazy("First choose where your boat moors"),
    "rushing": gettext_lazy("Cards are played once the dive has begun"),
    "hazard": gettext_lazy("This card does not protect against this hazard"),
    "cards": gettext_lazy("The gems that this card needs have not been drawn"),
    "onward": gettext_lazy("First draw on or stop"),
}
