"""Heuristic decisions in each phase, as the text of an action that the view allows."""

from __future__ import annotations

from ...contract import View
from ..components import TOKEN
from ..gems import HAZARDS, JOKER
from ..odds import Values, bag_of, box_named, diver_of_view, drawn_of, rules_of_view, weigh
from .chart import NO_SPOT, NOTHING
from .dive_pay import means_of, pay
from .heuristics import Places, Plan, Weights, hand_value, new_card, sails
from .position import Position, spot_number

AHEAD = 4
"""The number of gems that a leader looks ahead."""
COMING = 0.5
"""The least pay of a dive for which a boat rushes to it."""
TRUST = 0.5
"""The weight of the gain from drawing on for a player who does not lead."""


def action_text(plan: Plan, position: Position) -> str:
    """Return the text of the plan's first action."""
    cards = sorted(position.chart.crews[card].name for card in plan.cards)
    match plan.verb:
        case "rest":
            return "rest"
        case "dive":
            return f"dive {position.chart.spaces[plan.place]}"
        case "recruit":
            return f"recruit {plan.place + 1} with {' '.join((*cards, *(TOKEN,) * plan.tokens))}"
    if cards or plan.tokens:
        return f"sail {cards[0] if cards else TOKEN}"
    boat = 0 if plan.boats[0] != NOTHING else 1
    return f"move {boat + 1} {position.chart.spaces[plan.boats[boat]]}"


def sail_options(view: View, position: Position, weights: Weights) -> list[tuple[float, Plan]]:
    """The ways to continue a sail, each with its value; at least one, unless dropping anchor is allowed."""
    seat, sail = view["seat"], view["sail"]
    moved = tuple(boat - 1 for boat in sail["moved"])
    places = Places(position, seat, weights)
    options = list(sails(position, seat, weights, places, sail["steps"], moved))
    return options or ([] if moved else list(_anywhere(view, position, places)))


def _anywhere(view: View, position: Position, places: Places) -> list[tuple[float, Plan]]:
    """Every move that is allowed, where no wreck is within reach."""
    options = []
    for text in view["legal"]:
        verb, *parts = text.split()
        if verb == "move":
            space, boat = position.chart.number[parts[1]], int(parts[0]) - 1
            to = (space, NOTHING) if boat == 0 else (NOTHING, space)
            options.append((places.boat(space, NO_SPOT), Plan("sail", boats=to)))
    return options


def sail_on(view: View, position: Position, weights: Weights) -> str:
    """Spend more on propellers, move a boat, or drop anchor: the action with the highest value."""
    best = max(sail_options(view, position, weights), key=lambda pair: pair[0], default=None)
    if best is None or (best[0] <= 0 and "anchor" in view["legal"]):
        return "anchor"
    return action_text(best[1], position)


def arrive(view: View, position: Position, weights: Weights) -> str:
    """Reveal a face-down tile, or put a boat on the spot with the highest value."""
    spot_values = Places(position, view["seat"], weights).spot_values
    revealing = [text for text in view["legal"] if text.startswith("reveal ")]
    spots = [text for text in view["legal"] if text.startswith("spot ")]
    if revealing:
        return str(revealing[0])
    return str(max(spots, key=lambda text: (spot_values[spot_number(text.split()[2])], text)))


def hire(view: View, position: Position, weights: Weights) -> str:
    """The card of the new market with the highest value."""
    slots = [int(text.split()[1]) for text in view["legal"]]
    return f"take {max(slots, key=lambda slot: new_card(position, view['seat'], position.market[slot - 1], weights))}"


def rush(view: View, position: Position, weights: Weights) -> str:
    """Bring the boat along that gives up less, if the dive pays more than it gives up."""
    seat, dive = view["seat"], view["dive"]
    space = position.chart.number[dive["space"]]
    boats, spots = position.boats[seat], position.spots[seat]
    places = Places(position, seat, weights)
    gains = {"stay": 0.0}
    here = bool(position.here(seat, space))
    for text in view["legal"]:
        if text in ("rush 1", "rush 2"):
            boat = int(text[-1]) - 1
            given_up = places.site(boats[boat], spots[boat]) if position.has_wreck(boats[boat]) else 0.0
            gains[text] = rushing_pays(position, seat, space, dive["leader"], is_present=here) - weights.rush * given_up
    return max(sorted(gains), key=gains.__getitem__)


def rushing_pays(position: Position, seat: int, space: int, leader: int, *, is_present: bool) -> float:
    """The pay of one more boat in the middle of the wreck."""
    rules, wreck = position.rules_at(space), position.chart.wrecks[position.tiles[space]]
    shared = wreck.leader if rules.all_are_paid else 0
    if is_present or seat == leader:  # The gems are paid once, for any number of boats there.
        return shared - COMING
    lead = means_of(position.chart, position.hands[leader], position.here(leader, space))
    hand, at_once, more = position.hands[seat], rules.gems_at_once, rules.more_per_card
    return shared + pay(position.chart, position.bag, hand, (NO_SPOT,), lead, at_once, more, False) - COMING


# In the water


def weighing(view: View, rivals: float) -> Values:
    """Stopping against drawing on, for the leader, others' pay counted against it by this share among them all."""
    seat, dive = view["seat"], view["dive"]
    others = [
        (diver_of_view(view, other), rivals / (view["players"] - 1))
        for other in dive["divers"]
        if other != seat and other not in dive["surfaced"]
    ]
    return weigh(bag_of(view), drawn_of(view), diver_of_view(view, seat), others, rules_of_view(view), AHEAD)


def go_or_stop(view: View, rivals: float) -> str:
    """Draw on if its value is higher than that of stopping."""
    return "draw" if weighing(view, rivals).gain > 0 else "stop"


def play_cards(view: View, position: Position, weights: Weights) -> str:
    """Play the unlocked cards, the dearest first, because points are certain. Then declare whether more may follow."""
    chart = position.chart
    crews = {text: chart.crews[chart.crew_number[text.split()[1]]] for text in view["legal"] if text[:4] == "play"}
    if crews:
        return str(max(sorted(crews), key=lambda text: crews[text].points))
    scoring = any(chart.crews[card].points for card in position.hands[view["seat"]])
    return "pass" if scoring or "hold" not in view["legal"] else "hold"


def protections(view: View) -> list[str]:
    """Ways to answer the hazard, the cheapest first: a spot of its colour, one of either, a card."""
    order = {gem: place for place, gem in enumerate((*HAZARDS, JOKER))}
    ways = [text for text in view["legal"] if text.startswith("protect ")]
    return sorted(ways, key=lambda text: (order.get(text.split()[1], len(order)), text))


def answer(view: View, position: Position, weights: Weights, trust: float = TRUST) -> str:
    """Protect if staying is worth more than the cost."""
    ways = protections(view)
    if not ways:
        return "surface"
    means = ways[0].split()[1]
    card = position.chart.crew_number.get(means)
    cost = hand_value(position.chart, card, weights) if card is not None else 0.0
    return str(ways[0]) if staying(view, means, trust) > cost * min(1.0, position.cities / 2) else "surface"


def staying(view: View, means: str, trust: float) -> float:
    """The value of staying down by these means: between the dive's ending now and its best end."""
    seat, dive = view["seat"], view["dive"]
    diver = diver_of_view(view, seat)
    place = "either" if means == JOKER else dive["hazards"][0]
    diver = diver._replace(**{place: max(0.0, getattr(diver, place) - 1)})
    rules = rules_of_view(view)
    values = weigh(bag_of(view), drawn_of(view), diver, (), rules, AHEAD)
    unlocked = _newly_unlocked(view)
    return values.stop + unlocked + (values.gain * (1.0 if seat == dive["leader"] else trust))


def _newly_unlocked(view: View) -> float:
    """Points of cards in hand that can be played after the hazard is answered."""
    box, drawn = box_named(view["components"]), drawn_of(view)
    more = rules_of_view(view).more_per_card
    cards = (box.cards[card] for card in view["hand"])
    return float(sum(card.points + more for card in cards if card.unlocked(drawn, sum(drawn))))
