"""Rulings 24 to 55 as they are seen in a game: gems, hazards, cards, points, the end, and scenarios."""

from __future__ import annotations

from games.deep_blue.gems import HAZARDS
from games.deep_blue.state import State
from tests.games.deep_blue.builders import codes, legal
from tests.games.deep_blue.sights import Step, ruling

# Drawing, hazards, cards


@ruling(24, "The first gem comes up with the dive; the leader could not have stopped before.")
def first_gem(step: Step) -> bool:
    return step.verb == "dive" and step.after.phase == "onward"


@ruling(25, "Of both colours one has warned, and a second of one is a hazard.")
def hazards(step: Step) -> bool:
    drawn = [gem for gem in (step.after.dive.gems if step.after.dive else ()) if gem in HAZARDS]
    return (
        step.verb == "draw" and sorted(map(drawn.count, HAZARDS)) == [1, 2] and drawn[-1] == max(drawn, key=drawn.count)
    )


@ruling(26, "The leader protects himself, and then others are asked.")
def leader_first(step: Step) -> bool:
    dive = step.after.dive
    return step.verb == "protect" and step.after.phase == "hazard" and dive is not None and dive.leader == step.seat


@ruling(27, "A diver surfaces who could have been protected.")
def declines(step: Step) -> bool:
    return step.verb == "surface" and bool(legal(step.before, step.seat, "protect"))


@ruling(28, "A spot protects, and its boat goes to the middle.")
def spot_protects(step: Step) -> bool:
    return step.verb == "protect" and "effect-protected-by-spot" in codes(step.after)


@ruling(29, "A diver surfaces whose cards count.")
def surfaces(step: Step) -> bool:
    pay = step.dived.pay if step.dived else ()
    return any(not paid.stayed and paid.cards and not paid.gems and not paid.leading for paid in pay)


@ruling(30, "A hazard is answered, and only then cards are played for it.")
def protection_first(step: Step) -> bool:
    return step.verb == "protect" and step.after.phase == "cards"


@ruling(31, "The leader has failed, and the others still answer.")
def leader_failed(step: Step) -> bool:
    dive = step.after.dive
    return step.after.phase == "hazard" and dive is not None and not dive.leader_is_down


@ruling(32, "Survivors play cards after the leader failed.")
def survivors(step: Step) -> bool:
    dive = step.before.dive
    return step.verb == "play" and dive is not None and not dive.leader_is_down


@ruling(33, "A leader who failed is paid for leading and for cards.")
def failed_pay(step: Step) -> bool:
    pay = step.dived.pay[0] if step.dived else None
    return pay is not None and not pay.stayed and bool(pay.leading and pay.cards) and not pay.gems


@ruling(34, "A gem drawn earlier unlocks a card.")
def earlier_gem(step: Step) -> bool:
    if step.verb != "play" or step.before.dive is None:
        return False
    needs = dict(zip(("silver", "gold", "red"), step.before.box.cards[step.words[1]].needs, strict=False))
    return any(needs.values()) and not needs.get(step.before.dive.gems[-1])


@ruling(35, "Hazards count among the gems that a card needs.")
def any_gem(step: Step) -> bool:
    if step.verb != "play" or step.before.dive is None:
        return False
    plain = [gem for gem in step.before.dive.gems if gem not in HAZARDS]
    return step.before.box.cards[step.words[1]].needs_any > len(plain)


@ruling(36, "Several players are asked for cards at once, and the leader after them.")
def window(step: Step) -> bool:
    return step.after.phase == "cards" and len(step.after.waiting_on) > 1


@ruling(37, "A card with money or propellers is played for its points.")
def one_effect(step: Step) -> bool:
    card = step.before.box.cards.get(step.words[-1])
    return step.verb == "play" and card is not None and bool(card.money or card.propellers)


@ruling(38, "The bag is empty, and the dive ends.")
def bag_empty(step: Step) -> bool:
    return step.dived is not None and sum(step.after.bag) == len(step.dived.gems)


@ruling(39, "The leader goes on alone.")
def alone(step: Step) -> bool:
    dive = step.before.dive
    return step.verb == "draw" and dive is not None and len(dive.divers) > 1 and dive.active == (step.seat,)


# Scoring, aftermath, end


@ruling(40, "Two boats at a wreck are paid for gems once.")
def two_boats(step: Step) -> bool:
    doubled = step.before.dive.doubled if step.before.dive else ()
    return step.dived is not None and any(pay.seat in doubled and pay.gems for pay in step.dived.pay)


@ruling(41, "A part of the city goes to the mosaic, and boats stay at the empty site.")
def mosaic(step: Step) -> bool:
    return len(step.after.mosaic) > len(step.before.mosaic) and step.after.outcome is None


@ruling(42, "Gems go back to the bag, and cards that were played to rest.")
def cleared(step: Step) -> bool:
    return step.dived is not None and any(pay.cards for pay in step.dived.pay)


@ruling(43, "The game ends in the middle of a round.")
def uneven(step: Step) -> bool:
    return step.after.outcome is not None and (step.after.turn + 1) % step.after.seats != step.after.first


@ruling(44, "Two players are level in points at the end.")
def tie(step: Step) -> bool:
    scores = step.after.outcome.scores if step.after.outcome else None
    return scores is not None and scores.count(max(scores)) > 1


@ruling(45, "Other players do not know which cards came back from a rest.")
def secret_rest(step: Step) -> bool:
    return step.verb == "rest" and bool(step.after.fleets[step.seat].maybe)


# Scenarios


def in_city(state: State) -> bool:
    tile = state.tile(state.dive.space) if state.dive else None
    return tile is not None and tile.city


@ruling(46, "Both gems of a pair are hazards.")
def pair(step: Step) -> bool:
    return step.after.dive is not None and len(step.after.dive.hazards) == 2


@ruling(47, "A card is worth 4 points more in the city.")
def best(step: Step) -> bool:
    return step.verb == "play" and step.before.scenario.more_per_card > 0 and in_city(step.before)


@ruling(48, "A part of the city scatters gems.")
def scatters(step: Step) -> bool:
    return codes(step.after).count("effect-scattered") > 1


@ruling(49, "The gem that lies on an ordinary wreck is the first one of its dive.")
def lying(step: Step) -> bool:
    sites = zip(step.before.sites, step.after.sites, strict=True)
    taken = any(before.gem and not after.gem for before, after in sites)
    return taken and not in_city(step.after) and step.after.dive is not None


@ruling(50, "The leader is paid for every three gems.")
def efficient(step: Step) -> bool:
    return step.dived is not None and step.dived.pay[0].bonus > 2


@ruling(51, "Who reveals a part of the city dives there at once.")
def storm(step: Step) -> bool:
    return step.verb == "spot" and step.after.dive is not None and step.after.dive.in_sail


@ruling(52, "Two parts of the city are revealed in one sail.")
def double_storm(step: Step) -> bool:
    sail, dived = step.after.sail, step.dived
    return dived is not None and sail is not None and step.after.phase == "arriving" and bool(codes(step.after))


@ruling(53, "No seat is asked to rush to the city, though boats are near.")
def reefs(step: Step) -> bool:
    if step.verb != "dive" or step.before.scenario.rush_distance != 0 or not in_city(step.after):
        return False
    return any(step.boats(space) for space in step.before.box.board.neighbours[step.words[1]])


@ruling(54, "All are paid for leading, and twice with both boats.")
def ruins(step: Step) -> bool:
    pay = step.dived.pay if step.dived else ()
    return len({paid.leading for paid in pay if paid.leading}) > 1


@ruling(55, "Where cards are worth more, no gems are scattered.")
def one_scenario(step: Step) -> bool:
    return step.before.scenario.slug == "best-of-the-best" and "effect-city" in codes(step.after)
