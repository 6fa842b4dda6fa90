"""Choices of a race besides those on the map, in the market and in the hand.

Every choice posts one whole legal action text; all of them are in ``view["legal"]``.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, ngettext

from logbook.lib.translation import gettext as _
from logbook.races.view.card_parts import Choice, ChoiceGroup
from logbook.races.view.labels import RaceLabels, steps_label

ViewFacts = Mapping[str, Any]

ELSEWHERE: Final = frozenset({"recruit", "refresh", "take", "play"})
"""Verbs of the market and of the hand."""

TITLES: Final[Mapping[str, str | Promise]] = {
    "sail": gettext_lazy("Set sail"),
    "rest": gettext_lazy("Rest"),
    "dive": gettext_lazy("Dive"),
    "move": gettext_lazy("Where to?"),
    "anchor": gettext_lazy("Drop anchor"),
    "reveal": gettext_lazy("Reveal a wreck"),
    "spot": gettext_lazy("Choose a scouting spot"),
    "rush": gettext_lazy("Rush to the dive?"),
    "stay": gettext_lazy("Rush to the dive?"),
    "protect": gettext_lazy("Protect yourself or surface"),
    "surface": gettext_lazy("Protect yourself or surface"),
    "pass": gettext_lazy("Cards for these gems"),
    "draw": gettext_lazy("Draw another gem?"),
    "stop": gettext_lazy("Draw another gem?"),
    "hold": gettext_lazy("No more cards"),
}
ORDER: Final = tuple(TITLES)
TOGETHER: Final = {"stay": "rush", "stop": "draw", "surface": "protect"}
"""Verbs that join another verb's group."""


def choice_groups(facts: ViewFacts, labels: RaceLabels) -> tuple[ChoiceGroup, ...]:
    """Return all groups in the order of the page."""
    texts = [text for text in facts["legal"] if _is_here(text, facts)]
    texts.sort(key=lambda text: (ORDER.index(_group_of(text)), *_place(text, labels)))
    return tuple(_group(key, list(members), facts, labels) for key, members in groupby(texts, key=_group_of))


def _is_here(text: str, facts: ViewFacts) -> bool:
    verb, _space, rest = text.partition(" ")
    if verb == "sail":
        return rest == "token"
    return verb not in ELSEWHERE and not (verb == "protect" and rest in (facts.get("hand") or ()))


def _group_of(text: str) -> str:
    verb = text.split(maxsplit=1)[0]
    return TOGETHER.get(verb, verb)


def _place(text: str, labels: RaceLabels) -> tuple[int, str]:
    """Return the place within a group: actions before passes; destinations are sorted where they are grouped."""
    return ORDER.index(text.split(maxsplit=1)[0]), text


def _group(key: str, texts: list[str], facts: ViewFacts, labels: RaceLabels) -> ChoiceGroup:
    choices = [_choice(text, facts, labels) for text in texts]
    if key == "move":
        choices = sorted(choices, key=lambda choice: (choice.style, choice.note, choice.text))
    style = "select" if key == "move" else "quiet" if key == "hold" else "buttons"
    return ChoiceGroup(key, str(TITLES[key]), tuple(choices), _hint(key, facts), style, key in UNTITLED)


UNTITLED: Final = frozenset({"rest", "dive", "anchor", "hold", "sail", "pass"})


def _hint(key: str, facts: ViewFacts) -> str:
    if key == "hold":
        return _("You won’t be asked to play cards for gems again in this dive. You can still protect yourself.")
    if key == "spot":
        return _("Treasure spots pay more per gem; the others protect you once.")
    return ""


def _choice(text: str, facts: ViewFacts, labels: RaceLabels) -> Choice:
    verb, *rest = text.split()
    return CHOICES_BY_VERB[verb](text, rest, facts, labels)


def _sail(text: str, rest: list[str], facts: ViewFacts, labels: RaceLabels) -> Choice:
    label = _("Spend a bonus token: 1 step") if facts["sail"] else _("Sail with a bonus token: 1 step")
    return Choice(text, label)


def _rest(text: str, rest: list[str], facts: ViewFacts, labels: RaceLabels) -> Choice:
    count = min(labels.box.cards_of_a_rest, len(facts["rest"]))
    label = ngettext("Rest: take back %(number)s card", "Rest: take back %(number)s cards", count)
    return Choice(text, label % {"number": count})


def _dive(text: str, rest: list[str], facts: ViewFacts, labels: RaceLabels) -> Choice:
    return Choice(text, _("Dive at %(space)s") % {"space": rest[0]}, style="primary")


def _move(text: str, rest: list[str], facts: ViewFacts, labels: RaceLabels) -> Choice:
    start = facts["boats"][facts["seat"]][int(rest[0]) - 1]["space"]
    steps = labels.box.board.cost(start, rest[1])
    label = _("Boat %(number)s to %(space)s: %(steps)s")
    params = {"number": rest[0], "space": rest[1], "steps": steps_label(steps)}
    return Choice(text, label % params, note=str(steps), style=rest[0])


def _anchor(text: str, rest: list[str], facts: ViewFacts, labels: RaceLabels) -> Choice:
    stays = next(iter({1, 2} - set(facts["sail"]["moved"])), 0)
    return Choice(text, _("Drop anchor: boat %(number)s stays") % {"number": stays})


def _reveal(text: str, rest: list[str], facts: ViewFacts, labels: RaceLabels) -> Choice:
    return Choice(text, _("Reveal the wreck at %(space)s") % {"space": rest[0]}, style="primary")


def _spot(text: str, rest: list[str], facts: ViewFacts, labels: RaceLabels) -> Choice:
    space = facts["boats"][facts["seat"]][int(rest[0]) - 1]["space"]
    where = _("boat %(number)s at %(space)s") % {"number": rest[0], "space": space}
    return Choice(text, labels.spot(rest[1]), spot=rest[1], note=where)


def _rush(text: str, rest: list[str], facts: ViewFacts, labels: RaceLabels) -> Choice:
    space = facts["dive"]["space"]
    if rest[0] == "both":
        return Choice(text, _("Rush to %(space)s with both boats") % {"space": space})
    start = facts["boats"][facts["seat"]][int(rest[0]) - 1]["space"]
    params = {"space": space, "number": rest[0], "start": start}
    return Choice(text, _("Rush to %(space)s with boat %(number)s, from %(start)s") % params)


def _stay(text: str, rest: list[str], facts: ViewFacts, labels: RaceLabels) -> Choice:
    return Choice(text, _("Stay where you are"))


def _protect(text: str, rest: list[str], facts: ViewFacts, labels: RaceLabels) -> Choice:
    label = _("Use your scouting spot: %(spot)s") % {"spot": labels.gem(rest[0])}
    return Choice(text, label, spot=rest[0], style="primary")


def _surface(text: str, rest: list[str], facts: ViewFacts, labels: RaceLabels) -> Choice:
    dive, seat = facts["dive"], facts["seat"]
    points = next((payment["cards"] + payment["leading"] for payment in dive["pay"] if payment["seat"] == seat), 0)
    label = _("Surface: +%(points)s, no points for gems")
    if dive["leader"] == seat:
        label = _("Surface: +%(points)s, no points for gems, and the dive ends")
    return Choice(text, label % {"points": points})


def _pass(text: str, rest: list[str], facts: ViewFacts, labels: RaceLabels) -> Choice:
    playable = any(text.startswith("play ") for text in facts["legal"])
    return Choice(text, _("Pass for now") if playable else _("Pass: no card for these gems"))


def _hold(text: str, rest: list[str], facts: ViewFacts, labels: RaceLabels) -> Choice:
    return Choice(text, _("Pass for the rest of the dive"))


def _draw(text: str, rest: list[str], facts: ViewFacts, labels: RaceLabels) -> Choice:
    count = min(facts["dive"]["gems_at_once"], sum(facts["bag"].values()))
    label = ngettext("Draw %(number)s more gem", "Draw %(number)s more gems", count) % {"number": count}
    return Choice(text, label, style="primary")


def _stop(text: str, rest: list[str], facts: ViewFacts, labels: RaceLabels) -> Choice:
    mine = next((payment["total"] for payment in facts["dive"]["pay"] if payment["seat"] == facts["seat"]), 0)
    label = ngettext("Stop: you get %(number)s point", "Stop: you get %(number)s points", mine)
    return Choice(text, label % {"number": mine})


CHOICES_BY_VERB: Final = {
    "sail": _sail,
    "rest": _rest,
    "dive": _dive,
    "move": _move,
    "anchor": _anchor,
    "reveal": _reveal,
    "spot": _spot,
    "rush": _rush,
    "stay": _stay,
    "protect": _protect,
    "surface": _surface,
    "pass": _pass,
    "hold": _hold,
    "draw": _draw,
    "stop": _stop,
}
