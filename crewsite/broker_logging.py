"""Errors of the broker in the log of every process, in one sentence each."""

from __future__ import annotations

import logging

from logbook.lib import queue


class WithoutClients(logging.Filter):
    """A filter of the log: redis-py's error about a missing master repeats all options of every connection."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Shorten the error, and keep the line."""
        if isinstance(record.args, tuple):
            record.args = tuple(_shortened(argument) for argument in record.args)
        return True


def _shortened(argument: object) -> object:
    return queue.WITHOUT_MASTER if isinstance(argument, Exception) and queue.is_without_master(argument) else argument
