"""A process is killed at random while it plays: no acknowledged action is lost or doubled."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import IO

import pytest
from django.utils import timezone

from logbook.challenges.models.challenges import Challenge, Deal
from logbook.challenges.services import challenges
from logbook.clubs.models import Club
from logbook.leaderboards.services import results
from logbook.lib import queue
from logbook.people.models.players import Player
from logbook.tables import tasks
from logbook.tables.models import Attempt, Event
from tests import wide
from tests.challenges.random_histories import everything
from tests.challenges.scenes import make
from tests.faults.kills_scenes import database_url
from tests.tables.attempts_scenes import open_table, started, verify
from tests.tables.clock_scenes import backdated
from tests.tables.scenes import AT_ONCE

ROOT = Path(__file__).resolve().parent.parent.parent
KILLS = 8
CLOCKS = 24
PLAYERS = 3
NO_REDIS = ("were not told", "each process counts for itself")
"""What is logged where Redis is away, as it is here."""

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


class Nursery:
    """Preforked test processes, each of them to be killed."""

    def __init__(self, heard: IO[str]) -> None:
        environment = os.environ | {"DATABASE_URL": database_url(), "DJANGO_SETTINGS_MODULE": "tests.settings"}
        self.heard = heard
        self.mother = subprocess.Popen(
            (sys.executable, "-m", "tests.faults.prefork"), cwd=ROOT, env=environment, text=True, bufsize=1,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=heard,
        )  # fmt: skip

    def said_until_killed(self, *command: str, within: float) -> list[str]:
        """Return the actions that a process had acknowledged when it was killed, some moment after its first output."""
        assert self.mother.stdin is not None
        assert self.mother.stdout is not None
        self.mother.stdin.write(" ".join(command) + "\n")
        word, number = self.mother.stdout.readline().split()
        assert word == "born"
        lines = [self.mother.stdout.readline()]
        time.sleep(within)
        os.kill(int(number), signal.SIGKILL)
        while lines[-1] != "gone\n":
            lines.append(self.mother.stdout.readline())
        # An incomplete last line was not acknowledged.
        return "".join(lines[:-1]).removesuffix("\n").rpartition("\n")[0].splitlines()

    def close(self) -> list[str]:
        """Return the errors of all processes."""
        self.mother.communicate()
        self.heard.seek(0)
        return [line for line in self.heard if "Error" in line and not any(words in line for words in NO_REDIS)]


@pytest.fixture(scope="module")
def nursery(django_db_setup: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nursery]:
    with (tmp_path_factory.mktemp("nursery") / "heard").open("w+") as heard:
        nursery = Nursery(heard)
        yield nursery
        assert not nursery.close()


def test_nothing_acknowledged_is_lost_and_nothing_is_doubled(
    nursery: Nursery, alice: Player, bob: Player, olga: Player
) -> None:
    table = open_table(alice, bob, olga, mission="4")
    chance = Random("kills")  # The exact moments vary anyway with the machine's load.
    said: list[str] = []
    for _ in range(KILLS):
        player = ("tests.faults.player", str(table.pk), str(chance.random()))
        said += nursery.said_until_killed(*player, within=chance.uniform(0.0, 0.4))
        for attempt in table.attempts.all():
            verify(attempt)
        assert table.attempts.filter(state=Attempt.State.PLAYING).count() <= 1
    acted = [line.split(" ", 4) for line in said if line.startswith("acted ")]
    assert len(acted) >= KILLS
    stored = {
        (str(attempt), str(sequence)): (str(seat), text)
        for attempt, sequence, seat, text in Event.objects.values_list("attempt", "sequence", "seat", "text")
    }
    for _word, played, sequence, seat, text in acted:
        assert stored[played, sequence] == (seat, text)
    assert len({(line[1], line[2]) for line in acted}) == len(acted)
    unacknowledged = set(stored) - {(line[1], line[2]) for line in acted} - _cards_of_last_tricks()
    assert len(unacknowledged) <= KILLS, "at most the action in flight at each kill"
    results.recompute_everything()


def _cards_of_last_tricks() -> set[tuple[str, str]]:
    """Return attempt and number of each card of a 13th trick: they play themselves, so no process acknowledges them."""
    plays: dict[int, list[tuple[str, str]]] = {}
    played = Event.objects.filter(text__startswith="play ").order_by("sequence")
    for attempt, sequence in played.values_list("attempt", "sequence"):
        plays.setdefault(attempt, []).append((str(attempt), str(sequence)))
    return {card for cards in plays.values() for card in cards[12 * PLAYERS :]}


def test_a_killed_worker_loses_no_certificate_and_doubles_none(
    nursery: Nursery, club: Club, olga: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queue, "send", lambda *_arguments, **_named: None)
    monkeypatch.setattr("logbook.challenges.services.challenges.new_base_seed", lambda: "killed")
    tomorrow = timezone.now() + timedelta(days=1)  # The other process uses the real clock.
    window = {"opens_at": tomorrow, "closes_at": tomorrow + timedelta(days=1)}
    wishes = window | {"missions": ["1", "2"], "max_attempts": wide.of(1, 2), "playouts": 10}
    undisturbed, disturbed = make(club, olga, **wishes), make(club, olga, **wishes)
    challenges.prepare_challenge(challenge_id=undisturbed.pk)
    said: list[str] = []
    chance = Random("certificates")
    while "done" not in said:
        said += nursery.said_until_killed("tests.faults.preparer", str(disturbed.pk), within=chance.uniform(0.0, 0.3))
    stored = [line for line in said if line != "done"]
    assert len(set(stored)) == len(stored)
    assert everything(disturbed) == everything(undisturbed)
    assert Deal.objects.filter(state=Deal.State.READY).count() == wide.of(4, 8)
    states = Challenge.objects.order_by("pk").values_list("state", flat=True)
    assert list(states) == [Challenge.State.SCHEDULED] * 2, "both are sealed"


def test_a_killed_worker_loses_no_time_out_and_doubles_none(
    nursery: Nursery, alice: Player, bob: Player, olga: Player
) -> None:
    tables = [open_table(alice, bob, olga, game="deep-sea", mission=AT_ONCE) for _ in range(CLOCKS)]
    running = [started(table, alice) for table in tables]
    for table in tables:
        backdated(table)
    said = [nursery.said_until_killed("tests.faults.clock_ender", within=within) for within in (0.0, 0.02)]
    tasks.end_overdue_clocks.delay()
    assert len({line for lines in said for line in lines}) == sum(map(len, said))
    assert sorted(Event.objects.values_list("attempt", "sequence", "text")) == [
        (attempt.pk, 1, "timeout") for attempt in running
    ]
    for attempt in running:
        verify(attempt)
