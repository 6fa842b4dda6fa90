"""The information of one seat of Deep Blue.

Hidden are others' hands and rest piles (except what follows from public facts), totals of points, tiles face down, the
order of the deck and the next gem. The bag's content is public: it follows from the gems added.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..contract import View
from .diving import rules_of
from .gems import by_colour
from .scoring import payment

if TYPE_CHECKING:
    from .dive import Pay
    from .state import State


@dataclass(frozen=True)
class DeepBlueView(View):
    """Cards, tiles, spaces and actions are their texts; lists are by seat unless noted otherwise.

    mission         the scenario's slug, however the setup writes it
    hand, rest      own cards, sorted (absent for spectators)
    score           own points (absent for spectators); all `scores` once the game is over
    sure, may_hold  cards of each hand that are public, and those that may be in it beside them
    boats           two each: {space, spot}
    sites           by space: {tile, face_up, city, gem, free, tier}; `tile` is null where it is hidden or gone
    market          by slot: card or null;  `prices` of the slots and of a refresh
    dive            {space, tile, leader, divers, doubled, rushers, rush_distance, gems, gems_at_once, hazards, asked,
                    surfaced, held, passed, points, pay, in_sail}; `pay` is its pay if it ended now
    last_dive       {space, tile, leader, gems, pay: [{seat, cards, gems, leading, bonus, stayed, total}]}
    effects         the public effects of the last action: [{code, params}]
    """

    game: str
    mission: str
    players: int
    components: str
    phase: str
    first: int
    turn: int
    round_number: int
    waiting_on: tuple[int, ...]
    hand: tuple[str, ...] | None
    rest: tuple[str, ...] | None
    score: int | None
    scores: tuple[int, ...] | None
    hand_sizes: tuple[int, ...]
    rest_sizes: tuple[int, ...]
    sure: tuple[tuple[str, ...], ...]
    may_hold: tuple[tuple[str, ...], ...]
    shown: tuple[tuple[str, ...], ...]
    tokens: tuple[int, ...]
    boats: tuple[tuple[Mapping[str, Any], ...], ...]
    sites: Mapping[str, Mapping[str, Any]]
    mosaic: tuple[str, ...]
    market: tuple[str | None, ...]
    prices: tuple[int, ...]
    deck_left: int
    bag: Mapping[str, int]
    supply: Mapping[str, int]
    sail: Mapping[str, Any] | None
    dive: Mapping[str, Any] | None
    last_dive: Mapping[str, Any] | None
    effects: tuple[Mapping[str, Any], ...]
    legal: tuple[str, ...]
    outcome: Mapping[str, Any] | None

    def as_dict(self) -> dict[str, Any]:
        """Plain lists and dicts; a spectator has no `hand`, `rest` and `score`."""
        plain = super().as_dict()
        if self.seat is None:
            for key in ("hand", "rest", "score"):
                del plain[key]
        return plain


def view_of(state: State, seat: int | None) -> DeepBlueView:
    """The view of a seat. All but `hand`, `rest`, `score` and `legal` is the same for all seats."""
    own = None if seat is None else state.fleets[seat]
    fleets, outcome = state.fleets, state.outcome
    return DeepBlueView(
        seat=seat,
        game=state.setup.game,
        mission=state.scenario.slug,
        players=state.setup.players,
        components=state.box.name,
        phase=state.phase,
        first=state.first,
        turn=state.turn,
        round_number=state.round_number,
        waiting_on=tuple(sorted(state.waiting_on)),
        hand=own and own.hand,
        rest=own and own.rest,
        score=None if own is None else own.points,
        scores=outcome.scores if outcome else None,
        hand_sizes=tuple(len(fleet.hand) for fleet in fleets),
        rest_sizes=tuple(len(fleet.rest) for fleet in fleets),
        sure=tuple(fleet.sure for fleet in fleets),
        may_hold=tuple(fleet.maybe for fleet in fleets),
        shown=tuple(fleet.shown for fleet in fleets),
        tokens=tuple(fleet.tokens for fleet in fleets),
        boats=tuple(tuple(boat._asdict() for boat in fleet.boats) for fleet in fleets),
        sites=_sites(state),
        mosaic=state.mosaic,
        market=tuple(card or None for card in state.market),
        prices=(*state.box.prices, state.box.refresh_price),
        deck_left=len(state.deck),
        bag=by_colour(state.bag),
        supply=by_colour(state.supply),
        sail=_sail(state),
        dive=_dive(state),
        last_dive=_last_dive(state),
        effects=tuple({"code": sentence.code, "params": sentence.params} for sentence in state.sentences),
        legal=() if seat is None else tuple([text for _, text in state.legal_actions(seat)]),
        outcome={"success": None, "reason": outcome.reason, "scores": outcome.scores} if outcome else None,
    )


def _sites(state: State) -> dict[str, dict[str, Any]]:
    spaces = state.box.board.spaces
    sites = {}
    for space, (tile, face_up, gem) in zip(state.box.board.sites, state.sites, strict=True):
        visible_tile = state.box.tiles[tile] if tile and face_up else None
        sites[space] = {
            "tier": spaces[space].tier,
            "tile": visible_tile.id if visible_tile else None,
            "face_up": face_up,
            "city": visible_tile.city if visible_tile else None,
            "gem": gem or None,
            "free": state.free_spots(space) if visible_tile else (),
        }
    return sites


def _sail(state: State) -> dict[str, Any] | None:
    if state.sail is None:
        return None
    steps, moved, arriving, resolving = state.sail
    boats = {name: tuple(boat + 1 for boat in boats) for name, boats in (("moved", moved), ("arriving", arriving))}
    return {"steps": steps, **boats, "resolving": resolving or None}


def _dive(state: State) -> dict[str, Any] | None:
    dive, tile = state.dive, state.dive and state.tile(state.dive.space)
    if dive is None or tile is None:
        return None
    return {
        "space": dive.space,
        "tile": tile.id,
        "leader": dive.leader,
        "divers": dive.divers,
        "doubled": dive.doubled,
        "rushers": dive.rushers,
        "rush_distance": dive.rush_distance,
        "gems": dive.gems,
        "hazards": dive.hazards if state.phase == "hazard" else (),
        "asked": dive.asked if state.phase == "hazard" else (),
        "surfaced": tuple(sorted(dive.surfaced)),
        "held": tuple(sorted(dive.held)),
        "passed": tuple(sorted(dive.passed)),
        "points": dive.points,
        "gems_at_once": rules_of(state, dive.space).gems_at_once,
        "pay": _pay_dicts(payment(state, dive, tile, seat) for seat in dive.divers),
        "in_sail": dive.in_sail,
    }


def _last_dive(state: State) -> dict[str, Any] | None:
    if state.last_dive is None:
        return None
    space, tile, leader, gems, pay = state.last_dive
    return {"space": space, "tile": tile, "leader": leader, "gems": gems, "pay": _pay_dicts(pay)}


def _pay_dicts(pay: Iterable[Pay]) -> tuple[dict[str, Any], ...]:
    return tuple({**one._asdict(), "total": one.total} for one in pay)
