"""Figures of a dive in a lesson's sentences: what stopping and drawing on are worth to the leader, and the risk."""

from __future__ import annotations

from collections.abc import Mapping

import games
from games.deep_blue.odds import odds_of_view
from logbook.races.view.diving import percent
from logbook.races.view.hindsight import decimal


def dive_figures(view: games.View) -> Mapping[str, str]:
    """Return the figures that a sentence may name in braces, in the reader's language; none outside of a dive.

    `stop`: points that the gems pay if the leader stops now. `on`: points that drawing on is worth on average, as long
    as it is best; cards still to play count. `surface`: the chance that the next gem makes the leader surface.
    `view` is the leader's own.
    """
    if not view["dive"] or not view["dive"]["divers"]:
        return {}
    odds = odds_of_view(view)
    return {
        "stop": str(round(odds.values.stop)),
        "on": decimal(odds.values.on),
        "surface": percent(odds.surface),
    }
