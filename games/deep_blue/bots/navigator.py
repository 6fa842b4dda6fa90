"""A bot that looks ahead: it samples the hidden information and plays each of its plans on to the end of the game.

On the way all players follow fast heuristics, and dives pay their average (`position.py`). In a dive the bot weighs the
bag exactly: its own points, cards that gems may unlock, all protections, and others' points.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from ...bot import Bot
from ...contract import Sentence, View
from ..odds import odds_of_view
from . import decisions
from .careful import decide_by_heuristics
from .chart import NO_SPOT
from .heuristics import Places, dive_pays
from .lookahead import ANCHOR, RIVALS, WEIGHTS, prospects
from .position import position_of, spot_number


class NavigatorBot(Bot):
    """See the module."""

    slug = "navigator"
    version = 2
    title = "Navigator"
    explains = True

    def choose(self, view: View, chance: Random) -> str | None:
        """The plan with the best results where there is something to plan; in a dive, the best action by the odds."""
        if view["seat"] not in view["waiting_on"]:
            return None
        legal = view["legal"]
        if len(legal) == 1:
            return str(legal[0])
        if view["phase"] in ("turn", "sailing"):
            return _best_plan(view, chance)
        return decisions.go_or_stop(view, RIVALS) if view["phase"] == "onward" else decide_by_heuristics(view, WEIGHTS)

    def explain(self, view: View, text: str, chance: Random) -> Sentence | None:
        """Return the bot's reason: the results in the same sampled games, or the odds."""
        return _reason_for(view, text, chance)


def _best_plan(view: View, chance: Random) -> str:
    position = position_of(view)
    best = prospects(view, position, chance)[0].plan
    return "anchor" if best == ANCHOR else decisions.action_text(best, position)


# --- reasons, given after the action


def _reason_for(view: View, text: str, chance: Random) -> Sentence | None:
    """The reason for an action in this view; None where there is none."""
    give_reason = _REASONS.get(text.split(maxsplit=1)[0])
    return give_reason(view, text, chance) if give_reason and len(view["legal"]) > 1 else None


def _plan(view: View, text: str, chance: Random) -> Sentence | None:
    ranked = prospects(view, position_of(view), chance)
    if len(ranked) < 2:
        return None
    games = ranked[0].worlds
    best, other = (round(prospect.mean * 100) for prospect in ranked[:2])
    if best == other:
        return Sentence("bot-why-plan-close", {"number": games})
    return Sentence("bot-why-plan", {"number": games, "points": best, "worth": other})


def _dive(view: View, text: str, chance: Random) -> Sentence:
    position, seat = position_of(view), view["seat"]
    pays = dive_pays(position, seat, position.chart.number[text.split()[1]])
    others = sum(pays.values()) - pays[seat]
    facts = {"space": text.split()[1], "points": round(pays[seat])}
    if len(pays) == 1:
        return Sentence("bot-why-dive-alone", facts)
    return Sentence("bot-why-dive", {**facts, "number": round(others / (len(pays) - 1))})


def _onward(view: View, text: str, chance: Random) -> Sentence:
    values, odds = decisions.weighing(view, 0.0), odds_of_view(view)
    code = "bot-why-draw" if text == "draw" else "bot-why-stop"
    percent = round(odds.surface * 100)
    return Sentence(code, {"number": percent, "points": round(values.stop), "worth": round(values.on)})


def _answer(view: View, text: str, chance: Random) -> Sentence | None:
    ways = decisions.protections(view)
    if not ways:
        return None
    points = round(decisions.staying(view, ways[0].split()[1], decisions.TRUST))
    return Sentence("bot-why-surface" if text == "surface" else "bot-why-protect", {"points": points})


def _rush(view: View, text: str, chance: Random) -> Sentence:
    position, dive = position_of(view), view["dive"]
    space = position.chart.number[dive["space"]]
    is_present = bool(position.here(view["seat"], space))
    points = decisions.rushing_pays(position, view["seat"], space, dive["leader"], is_present=is_present)
    return Sentence("bot-why-stay" if text == "stay" else "bot-why-rush", {"points": max(0, round(points))})


def _spot(view: View, text: str, chance: Random) -> Sentence:
    spot_values = Places(position_of(view), view["seat"], WEIGHTS).spot_values
    spot = text.split()[2]
    more = spot_values[spot_number(spot)] - spot_values[NO_SPOT]
    return Sentence("bot-why-spot", {"spot": spot, "points": round(more)})


_REASONS: Mapping[str, Callable[[View, str, Random], Sentence | None]] = {
    "recruit": _plan,
    "sail": _plan,
    "move": _plan,
    "anchor": _plan,
    "rest": _plan,
    "dive": _dive,
    "draw": _onward,
    "stop": _onward,
    "protect": _answer,
    "surface": _answer,
    "rush": _rush,
    "stay": _rush,
    "spot": _spot,
}
"""The reasons by the first word of an action."""
