"""Players for empty seats. A bot gets a view and nothing else."""

from ...bot import Bot
from ...random_bot import RandomBot
from .careful import CarefulBot
from .navigator import NavigatorBot

BOTS: dict[str, Bot] = {bot.slug: bot for bot in (NavigatorBot(), CarefulBot(), RandomBot())}
"""Every bot by its slug, the one to offer first in front."""

__all__ = ["BOTS", "Bot", "CarefulBot", "NavigatorBot", "RandomBot"]
