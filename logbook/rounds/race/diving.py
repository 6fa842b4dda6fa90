"""Scene of a dive: the gems drawn, the divers, and the public odds of the next gem."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from games.deep_blue.gems import HAZARDS, TREASURES
from logbook.rounds.race.parts import Diver, DiveScene, DrawnGem, GemCount, LastDive, Odds, PaidDiver
from logbook.rounds.race.words import RaceWords

ViewFacts = Mapping[str, Any]
UP = frozenset({"told-gem", "told-warning", "told-hazard"})
"""The sentences of drawn gems."""


def dive_of(facts: ViewFacts, words: RaceWords) -> DiveScene | None:
    """Return the dive after the bell; before it, boats rush there on the map."""
    dive = facts["dive"]
    if not dive or not dive["divers"]:
        return None
    tile = words.box.tiles[dive["tile"]]
    gems = tuple(_in_order(facts, words, facts["dive"]["gems"]))
    hazard = dive["hazards"][0] if dive["hazards"] else ""
    return DiveScene(
        space=dive["space"],
        city=tile.city,
        title=_title(words, dive["leader"], dive["space"]),
        leading=tile.leader_points,
        treasures=tuple(drawn for drawn in gems if drawn.gem not in HAZARDS),
        blues=tuple(drawn for drawn in gems if drawn.gem == "blue"),
        blacks=tuple(drawn for drawn in gems if drawn.gem == "black"),
        drawn=len(gems),
        hazard=hazard,
        divers=tuple(_diver(facts, words, paid) for paid in dive["pay"]),
        odds=odds_of(facts),
    )


def _title(words: RaceWords, leader: int, space: str) -> str:
    return words.names.sentence(
        leader, _("Your dive at %(space)s"), _("%(who)s is leading a dive at %(space)s"), space=space
    )


def _in_order(facts: ViewFacts, words: RaceWords, gems: Sequence[str]) -> Iterable[DrawnGem]:
    old = len(gems) - sum(sentence["code"] in UP for sentence in facts["told"])
    for number, gem in enumerate(gems, 1):
        yield DrawnGem(number, gem, words.gem(gem), fresh=number > old, order=max(0, number - old - 1))


def _diver(facts: ViewFacts, words: RaceWords, paid: Mapping[str, Any]) -> Diver:
    seat, dive = paid["seat"], facts["dive"]
    spots = tuple(boat["spot"] for boat in facts["boats"][seat] if boat["space"] == dive["space"] and boat["spot"])
    return Diver(
        seat=seat,
        name=words.names.of(seat),
        mine=seat == facts["seat"],
        leads=seat == dive["leader"],
        spots=spots,
        spot_words=", ".join(words.gem(spot) for spot in spots),
        state=_state(facts, seat),
        words=_state_words(facts, seat),
        points=paid["total"],
        shown=tuple(words.face(card) for card in facts["shown"][seat]),
    )


def _state(facts: ViewFacts, seat: int) -> str:
    if seat in facts["dive"]["surfaced"]:
        return "surfaced"
    return "asked" if seat in facts["waiting_on"] else "down"


def _state_words(facts: ViewFacts, seat: int) -> str:
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
    at_once = min(dive["gems_at_once"], sum(bag.values()))
    danger = chance_of(bag, at_once, HAZARDS)
    hazard = hazard_chance(bag, tuple(dive["gems"]), at_once)
    return Odds(
        _("Blue or black next: %(percent)s") % {"percent": percent(danger)},
        _("Hazard to protect against: %(percent)s") % {"percent": percent(hazard)},
    )


def percent(chance: float) -> str:
    """Return a chance in percent, with a non-breaking space."""
    return f"{chance * 100:.0f}\N{NO-BREAK SPACE}%"


def chance_of(bag: Mapping[str, int], draws: int, wanted: Sequence[str]) -> float:
    """Return the chance that one of `draws` gems from the bag has one of these colours."""
    missed, left = 1.0, sum(bag.values())
    others = left - sum(bag[gem] for gem in wanted)
    for _draw in range(draws):
        missed *= max(others, 0) / left
        others, left = others - 1, left - 1
    return 1 - missed


def hazard_chance(bag: Mapping[str, int], drawn: tuple[str, ...], draws: int) -> float:
    """Return the chance that the next gems bring a hazard: a blue or black one that is not the first of its colour."""
    total = sum(bag.values())
    if not draws or not total:
        return 0.0
    chance = 0.0
    for gem, count in bag.items():
        if count:
            sure = gem in HAZARDS and gem in drawn
            rest = {**bag, gem: count - 1}
            chance += count / total * (1.0 if sure else hazard_chance(rest, (*drawn, gem), draws - 1))
    return chance


# --- the last dive


def last_dive_of(facts: ViewFacts, words: RaceWords) -> LastDive | None:
    """Return the dive that ended last, and its payments."""
    last = facts["last_dive"]
    if not last:
        return None
    paid = tuple(_paid(facts, words, one) for one in last["pay"])
    numbers = {gem: last["gems"].count(gem) for gem in last["gems"]}
    return LastDive(
        title=_title(words, last["leader"], last["space"]),
        gems=tuple(words.counts(numbers)),
        drawn=tuple(_in_order(facts, words, last["gems"])),
        paid=paid,
        verdict=_verdict(facts, words),
        fresh=any(sentence["code"] == "told-pay" for sentence in facts["told"]),
        has_bonus=any(one.bonus for one in paid),
    )


def _verdict(facts: ViewFacts, words: RaceWords) -> str:
    last = facts["last_dive"]
    own = next((one for one in last["pay"] if one["seat"] == facts["seat"]), None)
    if own is None:
        return ""
    if own["stayed"]:
        return _("You stayed down: +%(points)s.") % {"points": own["total"]}
    lost = [counted(one) for one in words.counts({gem: last["gems"].count(gem) for gem in TREASURES})]
    return surfaced_words(own["total"], lost)


def surfaced_words(points: int, lost: Sequence[str]) -> str:
    """Return what a diver keeps after surfacing, and the treasures that they lose."""
    if not lost:
        return _("You surfaced: +%(points)s. There was no treasure to lose.") % {"points": points}
    params = {"points": points, "gems": ", ".join(lost)}
    return _("You surfaced: +%(points)s. No points for these gems: %(gems)s.") % params


def counted(gems: GemCount) -> str:
    """Return a number of gems of a colour, in words."""
    return f"{gems.count} × {gems.name}" if gems.count > 1 else gems.name


def _paid(facts: ViewFacts, words: RaceWords, one: Mapping[str, Any]) -> PaidDiver:
    seat = one["seat"]
    parts = (one["cards"], one["gems"], one["leading"], one["bonus"], one["stayed"], one["total"])
    return PaidDiver(seat, words.names.of(seat), seat == facts["seat"], *parts)
