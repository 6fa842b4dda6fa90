"""The page of a race at a table: pure, from a `View` and the box; the Crew's rounds have `logbook.round_page`."""

from logbook.race_page.log import Told, log_of, news_of
from logbook.race_page.page import race_page, words_at
from logbook.race_page.parts import LogTurn, RacePage

__all__ = ["LogTurn", "RacePage", "Told", "log_of", "news_of", "race_page", "words_at"]
