"""Scene of a dive: the gems drawn, the divers, and the public odds of the next gem."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from games.deep_blue.gems import HAZARDS, TREASURES
from logbook.lib.lists import list_text
from logbook.lib.number_texts import percent_text
from logbook.lib.translation import gettext as _
from logbook.races.view.card_parts import GemCount
from logbook.races.view.labels import RaceLabels
from logbook.races.view.parts import Diver, DiveScene, DrawnGem, LastDive, Odds, PaidDiver

ViewFacts = Mapping[str, Any]
UP = frozenset({"effect-gem", "effect-warning", "effect-hazard"})
"""The sentences of drawn gems."""


def dive_of(facts: ViewFacts, labels: RaceLabels) -> DiveScene | None:
    """Return the dive after the bell; before it, boats rush there on the map."""
    dive = facts["dive"]
    if not dive or not dive["divers"]:
        return None
    tile = labels.box.tiles[dive["tile"]]
    gems = tuple(_in_order(facts, labels, facts["dive"]["gems"]))
    hazard = dive["hazards"][0] if dive["hazards"] else ""
    return DiveScene(
        space=dive["space"],
        city=tile.city,
        title=_title(labels, dive["leader"], dive["space"]),
        leading=tile.leader_points,
        treasures=tuple(gem for gem in gems if gem.gem not in HAZARDS),
        blues=tuple(gem for gem in gems if gem.gem == "blue"),
        blacks=tuple(gem for gem in gems if gem.gem == "black"),
        drawn=len(gems),
        hazard=hazard,
        divers=tuple(_diver(facts, labels, payment) for payment in dive["pay"]),
        odds=odds_of(facts),
    )


def _title(labels: RaceLabels, leader: int, space: str) -> str:
    return labels.names.sentence(
        leader, _("Your dive at %(space)s"), _("%(who)s is leading a dive at %(space)s"), space=space
    )


def _in_order(facts: ViewFacts, labels: RaceLabels, gems: Sequence[str]) -> Iterable[DrawnGem]:
    old = len(gems) - sum(sentence["code"] in UP for sentence in facts["effects"])
    for number, gem in enumerate(gems, 1):
        yield DrawnGem(number, gem, labels.gem(gem), fresh=number > old, order=max(0, number - old - 1))


def _diver(facts: ViewFacts, labels: RaceLabels, payment: Mapping[str, Any]) -> Diver:
    seat, dive = payment["seat"], facts["dive"]
    spots = tuple(boat["spot"] for boat in facts["boats"][seat] if boat["space"] == dive["space"] and boat["spot"])
    return Diver(
        seat=seat,
        name=labels.names.of(seat),
        mine=seat == facts["seat"],
        leads=seat == dive["leader"],
        spots=spots,
        spot_words=", ".join(labels.gem(spot) for spot in spots),
        state=_state(facts, seat),
        words=_diver_status(facts, seat),
        points=payment["total"],
        shown=tuple(labels.face(card) for card in facts["shown"][seat]),
    )


def _state(facts: ViewFacts, seat: int) -> str:
    if seat in facts["dive"]["surfaced"]:
        return "surfaced"
    return "asked" if seat in facts["waiting_on"] else "down"


def _diver_status(facts: ViewFacts, seat: int) -> str:
    dive = facts["dive"]
    if seat in dive["surfaced"]:
        return _("surfaced")
    if seat in facts["waiting_on"]:
        return _("deciding…")
    if dive["hazards"] and seat in dive["asked"]:
        return _("still to decide")
    if seat in dive["held"]:
        return _("done playing cards")
    return _("protected") if dive["hazards"] else _("diving")


# --- odds


def odds_of(facts: ViewFacts) -> Odds | None:
    """Return the odds of the next draw, while one is possible: the bag's contents are public."""
    dive, bag = facts["dive"], facts["bag"]
    if not dive or not sum(bag.values()) or dive["leader"] in dive["surfaced"]:
        return None
    draws = min(dive["gems_at_once"], sum(bag.values()))
    danger = chance_of(bag, draws, HAZARDS)
    hazard = hazard_chance(bag, tuple(dive["gems"]), draws)
    return Odds(
        _("Blue or black next: %(percent)s") % {"percent": percent(danger)},
        _("Chance of a hazard to protect against: %(percent)s") % {"percent": percent(hazard)},
    )


def percent(chance: float) -> str:
    """Return a chance in percent."""
    return percent_text(f"{chance * 100:.0f}")


def chance_of(bag: Mapping[str, int], draws: int, colours: Sequence[str]) -> float:
    """Return the chance that one of `draws` gems from the bag has one of these colours."""
    miss_chance, total = 1.0, sum(bag.values())
    others = total - sum(bag[gem] for gem in colours)
    for _draw in range(draws):
        miss_chance *= max(others, 0) / total
        others, total = others - 1, total - 1
    return 1 - miss_chance


def hazard_chance(bag: Mapping[str, int], gems: tuple[str, ...], draws: int) -> float:
    """Return the chance that the next gems bring a hazard: a blue or black one that is not the first of its colour."""
    total = sum(bag.values())
    if not draws or not total:
        return 0.0
    chance = 0.0
    for gem, count in bag.items():
        if count:
            sure = gem in HAZARDS and gem in gems
            rest = {**bag, gem: count - 1}
            chance += count / total * (1.0 if sure else hazard_chance(rest, (*gems, gem), draws - 1))
    return chance


# --- the last dive


def last_dive_of(facts: ViewFacts, labels: RaceLabels) -> LastDive | None:
    """Return the dive that ended last, and its payments."""
    last = facts["last_dive"]
    if not last:
        return None
    payments = tuple(_payment(facts, labels, one) for one in last["pay"])
    numbers = {gem: last["gems"].count(gem) for gem in last["gems"]}
    return LastDive(
        title=_title(labels, last["leader"], last["space"]),
        gems=tuple(labels.counts(numbers)),
        drawn=tuple(_in_order(facts, labels, last["gems"])),
        paid=payments,
        verdict=_verdict(facts, labels),
        fresh=any(sentence["code"] == "effect-pay" for sentence in facts["effects"]),
        has_bonus=any(one.bonus for one in payments),
    )


def _verdict(facts: ViewFacts, labels: RaceLabels) -> str:
    last = facts["last_dive"]
    own = next((one for one in last["pay"] if one["seat"] == facts["seat"]), None)
    if own is None:
        return ""
    if own["stayed"]:
        return _("You stayed down: +%(points)s.") % {"points": own["total"]}
    treasures = [gem_count_label(one) for one in labels.counts({gem: last["gems"].count(gem) for gem in TREASURES})]
    return surfaced_sentence(own["total"], treasures)


def surfaced_sentence(points: int, treasures: Sequence[str]) -> str:
    """Return what a diver keeps after surfacing, and the treasures that they lose."""
    if not treasures:
        return _("You surfaced: +%(points)s. There was no treasure to lose.") % {"points": points}
    params = {"points": points, "gems": list_text(treasures)}
    return _("You surfaced: +%(points)s. No points for these gems: %(gems)s.") % params


def gem_count_label(gems: GemCount) -> str:
    """Return a number of gems of a colour, in words."""
    return f"{gems.count} × {gems.name}" if gems.count > 1 else gems.name


def _payment(facts: ViewFacts, labels: RaceLabels, one: Mapping[str, Any]) -> PaidDiver:
    seat = one["seat"]
    parts = (one["cards"], one["gems"], one["leading"], one["bonus"], one["stayed"], one["total"])
    return PaidDiver(seat, labels.names.of(seat), seat == facts["seat"], *parts)
