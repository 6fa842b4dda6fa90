"""A host whose clock differs from the database's says so once."""

from __future__ import annotations

import logging
from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.utils import timezone

from logbook.lib import host_clock

pytestmark = [
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has the clock of its process"),
    pytest.mark.django_db(transaction=True),
]


@pytest.fixture(autouse=True)
def not_looked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(host_clock, "_looked_at", -host_clock.LOOKED_SECONDS)


@pytest.fixture
def warnings(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    caplog.set_level(logging.INFO, logger=host_clock.__name__)
    return caplog


def connected_anew(times: int = 1) -> None:
    for _time in range(times):
        connection.close()
        connection.ensure_connection()


@pytest.mark.parametrize(("minutes", "words"), [(2, "120 seconds ahead of"), (-2, "120 seconds behind")])
def test_a_wrong_clock_is_logged_once(warnings: pytest.LogCaptureFixture, minutes: int, words: str) -> None:
    with time_machine.travel(timezone.now() + timedelta(minutes=minutes)):
        connected_anew(times=3)
    (said,) = warnings.messages
    assert said.startswith(f"The clock of this host is {words} the database’s.")


def test_a_clock_that_is_right_is_not_mentioned(warnings: pytest.LogCaptureFixture) -> None:
    connected_anew()
    assert not warnings.messages
    assert host_clock._looked_at > -host_clock.LOOKED_SECONDS, "it was compared"


def test_only_the_primary_is_asked(warnings: pytest.LogCaptureFixture) -> None:
    replica = connection.copy("replica")
    with time_machine.travel(timezone.now() + timedelta(minutes=2)):
        replica.ensure_connection()
    replica.close()
    assert not warnings.messages
