"""A bot that takes any legal action."""

from __future__ import annotations

from random import Random

from .bot import Bot
from .contract import View


class RandomBot(Bot):
    """Picks a verb it may use, then one of that verb's actions, all equally likely; idle unless waited for."""

    slug = "random"
    title = "Random"

    def choose(self, view: View, chance: Random) -> str | None:
        """Any legal action."""
        if view["seat"] not in view["waiting_on"]:
            return None
        by_verb: dict[str, list[str]] = {}
        for text in view["legal"]:
            by_verb.setdefault(text.removeprefix("robot ").split()[0], []).append(text)
        return chance.choice(by_verb[chance.choice(sorted(by_verb))])
