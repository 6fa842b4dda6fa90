"""Bots for empty seats. A bot gets a view and no other information."""

from ...bot import Bot
from ...random_bot import RandomBot
from .careful import CarefulBot
from .navigator import NavigatorBot

BOTS: dict[str, Bot] = {bot.slug: bot for bot in (NavigatorBot(), CarefulBot(), RandomBot())}
"""Every bot by its slug; the form offers the first one first."""

__all__ = ["BOTS", "Bot", "CarefulBot", "NavigatorBot", "RandomBot"]
