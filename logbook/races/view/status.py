"""Status of a race, in one sentence for its reader."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.utils.translation import gettext_lazy, ngettext

from logbook.lib.translation import gettext as _
from logbook.races.view.labels import RaceLabels, steps_label

ViewFacts = Mapping[str, Any]
Say = Callable[[ViewFacts, RaceLabels], str]


def status_sentence(facts: ViewFacts, labels: RaceLabels) -> str:
    """Return whose turn it is, and for what."""
    if facts["outcome"]:
        return _("The race is over")
    mine = facts["seat"] is not None and facts["seat"] in facts["waiting_on"]
    return (MINE if mine else OTHERS)[facts["phase"]](facts, labels)


def _plain(sentence: Any) -> Say:
    return lambda facts, labels: str(sentence)


def _waiting_for(sentence: Any) -> Say:
    def waiting(facts: ViewFacts, labels: RaceLabels) -> str:
        return str(sentence) % {"names": labels.names.list(facts["waiting_on"]), **_where(facts, labels)}

    return waiting


def _where(facts: ViewFacts, labels: RaceLabels) -> dict[str, str]:
    dive = facts["dive"]
    hazard = labels.gem(dive["hazards"][0]) if dive and dive["hazards"] else ""
    return {"space": dive["space"] if dive else "", "gem": hazard}


def _sailing(facts: ViewFacts, labels: RaceLabels) -> str:
    steps = facts["sail"]["steps"]
    if not steps:
        return _("Play more propeller cards, or drop anchor")
    return _("Sail: %(steps)s left") % {"steps": steps_label(steps)}


def _arriving(facts: ViewFacts, labels: RaceLabels) -> str:
    if any(text.startswith("spot ") for text in facts["legal"]):
        return _("Choose a scouting spot for your boat")
    return _("Choose which wreck to reveal first")


def _hazard(facts: ViewFacts, labels: RaceLabels) -> str:
    return _("Hazard (%(gem)s): protect yourself or surface") % _where(facts, labels)


def _rushing(facts: ViewFacts, labels: RaceLabels) -> str:
    return _("Dive at %(space)s: rush there or stay?") % _where(facts, labels)


def _cards(facts: ViewFacts, labels: RaceLabels) -> str:
    playable = sum(text.startswith("play ") for text in facts["legal"])
    if not playable:
        return _("No card for these gems: tap Pass")
    return ngettext("Play a card for these gems, or pass", "Play cards for these gems, or pass", playable)


MINE: Final[Mapping[str, Say]] = {
    "turn": _plain(gettext_lazy("Your turn: recruit, sail, rest or dive")),
    "hiring": _plain(gettext_lazy("Take a card from the new market for free")),
    "sailing": _sailing,
    "arriving": _arriving,
    "rushing": _rushing,
    "hazard": _hazard,
    "cards": _cards,
    "onward": _plain(gettext_lazy("You lead the dive: draw or stop?")),
}
OTHERS: Final[Mapping[str, Say]] = {
    "turn": _waiting_for(gettext_lazy("Waiting for %(names)s to take their turn")),
    "hiring": _waiting_for(gettext_lazy("Waiting for %(names)s to take a market card")),
    "sailing": _waiting_for(gettext_lazy("%(names)s is sailing")),
    "arriving": _waiting_for(gettext_lazy("Waiting for %(names)s, who has reached a wreck")),
    "rushing": _waiting_for(gettext_lazy("Dive at %(space)s: waiting for %(names)s")),
    "hazard": _waiting_for(gettext_lazy("Hazard (%(gem)s): waiting for %(names)s")),
    "cards": _waiting_for(gettext_lazy("Cards for these gems: waiting for %(names)s")),
    "onward": _waiting_for(gettext_lazy("Waiting for %(names)s to draw or stop")),
}


def hand_hint(facts: ViewFacts, labels: RaceLabels) -> str:
    """Return the one reason why the other cards cannot be clicked now."""
    if facts["outcome"]:
        return _("The race is over")
    phase = facts["phase"]
    mine = facts["seat"] in facts["waiting_on"]
    return str(
        HINTS[phase] if mine and phase in HINTS else _waiting_for(gettext_lazy("Waiting for %(names)s"))(facts, labels)
    )


HINTS: Final[Mapping[str, Any]] = {
    "turn": gettext_lazy("This card has no propeller, so it can’t sail"),
    "hiring": gettext_lazy("Take a card from the market first"),
    "sailing": gettext_lazy("This card has no propeller, so it can’t sail"),
    "arriving": gettext_lazy("Choose your spot or a wreck first"),
    "rushing": gettext_lazy("You can play cards once the dive starts"),
    "hazard": gettext_lazy("This card doesn’t protect against this hazard"),
    "cards": gettext_lazy("The gems this card needs haven’t been drawn"),
    "onward": gettext_lazy("Decide first: draw or stop"),
}
