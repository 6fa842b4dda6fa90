"""The log’s sentences while the broker is unreachable."""

from __future__ import annotations

import logging

from redis.sentinel import MasterNotFoundError

from crewsite.broker_logging import WithoutClients


def said(*arguments: object) -> str:
    record = logging.LogRecord("celery", logging.ERROR, "", 1, "Cannot connect to %s: %s", arguments, None)
    assert WithoutClients().filter(record)
    return record.getMessage()


def test_options_of_connections_are_left_out() -> None:
    error = MasterNotFoundError("No master found for 'crew' : <redis.client.Redis(username=<REDACTED>)>")
    assert said("sentinel://one", error) == "Cannot connect to sentinel://one: no Sentinel names a living master"


def test_other_errors_stay() -> None:
    assert said("redis://one", OSError("refused")) == "Cannot connect to redis://one: refused"
