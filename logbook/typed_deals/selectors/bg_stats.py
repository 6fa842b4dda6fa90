"""Selector of the link that hands the round to the app BG Stats, which asks there before it stores anything.

The format is the app's own: bgstatsapp.com/support/push-plays-to-bg-stats-from-other-apps-or-websites.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any, Final
from urllib.parse import quote

import games
from logbook.typed_deals.models import TypedDeal
from logbook.typed_deals.services import setups
from logbook.typed_deals.services.log import key_of

ADDRESS: Final = "https://app.bgstatsapp.com/createPlay.html?data="
NUMBERS: Final = {"planet-nine": 284083, "deep-sea": 324856}
"""The games' numbers at BoardGameGeek."""


def bg_stats_address(deal: TypedDeal) -> str:
    """Return the address; "" until the round is over and its result is said."""
    if deal.over_at is None or deal.won is None:
        return ""
    return ADDRESS + quote(json.dumps(_play(deal, deal.over_at), ensure_ascii=False, separators=(",", ":")), safe="")


def _play(deal: TypedDeal, ended: datetime) -> dict[str, Any]:
    """Return the play in the app's format: its time is UTC, and each player has the round's result."""
    return {
        "sourceName": "Crewsite",
        "sourcePlayId": str(key_of(deal, "bgstats")),
        "playDate": ended.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S"),
        "board": deal.mission,
        "game": {
            "name": games.GAMES[deal.game].title,
            "sourceGameId": deal.game,
            "bggId": NUMBERS[deal.game],
            "highestWins": True,
            "noPoints": True,
        },
        "players": [
            {"name": name, "sourcePlayerId": name, "startPlayer": False, "winner": bool(deal.won)}
            for name in setups.names_of(deal)[: deal.players]
        ],
    }
