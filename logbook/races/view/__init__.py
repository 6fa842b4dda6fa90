"""Page of a race at a table: pure, from a `View` and the box; the Crew's rounds have `logbook.rounds.view.page`."""

from logbook.races.view.log import LogItem, log_of, news_of
from logbook.races.view.page import race_page, words_at
from logbook.races.view.parts import LogTurn, RacePage

__all__ = ["LogItem", "LogTurn", "RacePage", "log_of", "news_of", "race_page", "words_at"]
