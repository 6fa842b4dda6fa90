"""Benchmark of a deal of the day: `python -m benchmarks.daily [--database postgresql] [--plays 100000]`.

It stores a day that so many players alone have played, in a database of its own, and closes and counts it as the site
does, in a process of its own. It measures time and memory of that, and the pages before and after, of a player and of a
stranger. `--running 200` has so many players in the middle of a round at the close.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from functools import partial
from random import Random
from typing import Any, Final
from unittest import mock

from benchmarks.campaign_boards import figures, late_of, milliseconds
from benchmarks.results import keep, run_benchmark
from benchmarks.standings import database, megabytes, prepare, settle

ROWS: Final = 2_000
READS: Final = 60
"""The number of requests of each page."""
DAY: Final = date(2026, 1, 7)
TASKS: Final = 4
EARLIER_DAYS: Final = 2
"""Finished before, by the accounts: enough for a place."""


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--plays", type=int, default=100_000)
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--running", type=int, default=0, help="rounds that the close interrupts")
    parser.add_argument("--close", action="store_true", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.close:
        prepare()
        _close()
        return
    with database(chosen.database):
        prepare()
        _measure(chosen.plays, chosen.running)


def _measure(plays: int, running: int) -> None:
    from django.core.management import call_command
    from django.db import connection
    from django.test.utils import override_settings

    call_command("migrate", verbosity=0)
    deal = open_deal(DAY)
    earlier = [open_deal(DAY - timedelta(days=n)) for n in range(1, EARLIER_DAYS + 1)]
    _play(deal, earlier, plays)
    _begin(deal, running)
    print(f"{connection.vendor}: a day of {plays} players alone, and {running} who are still playing{_load()}")
    settle()
    page = f"/daily/{DAY}/planet-nine/"
    boards = (page, f"{page}?page={plays // 100}", f"{page}?page={plays // 50}")
    with override_settings(ALLOWED_HOSTS=["*"]):
        _pages("before the close", ("/daily/", page))
        connection.close()
        subprocess.run([sys.executable, "-m", "benchmarks.daily", "--close"], check=True)
        settle()
        _pages("after it", ("/daily/", *boards), own=(f"{page}?club=birds", "/daily/calendar/?month=2026-01"))


def _load() -> str:
    return f" [load {os.getloadavg()[0]:.1f}]"


def open_deal(day: date, game: str = "planet-nine", mission: str = "4") -> Any:
    """Store an open deal of this day with its two stages; its cards are never dealt here."""
    from logbook.challenges.models.challenges import Challenge, Deal, Stage
    from logbook.clubs.models import Club
    from logbook.daily.models import DailyDeal

    opens = datetime(day.year, day.month, day.day, tzinfo=UTC)
    club, _new = Club.objects.get_or_create(run_by_site=True, defaults={"name": "Daily", "slug": "d", "public": True})
    until = max(opens, datetime.now(UTC)) + timedelta(days=1)
    challenge = Challenge.objects.create(
        club=club, title=f"{game}, {day}", players=4, policy="single", bot="solver", opens_at=opens,
        opened_at=opens, closes_at=until, state=Challenge.State.OPEN, facts=["players: 4"],
    )  # fmt: skip
    for number in (1, 2):
        stage = Stage.objects.create(challenge=challenge, number=number, game=game, mission=mission)
        Deal.objects.create(stage=stage, attempt=1, seed=f"{day}/{number}/1/1", state=Deal.State.READY)
    return DailyDeal.objects.create(date=day, game=game, challenge=challenge)


def _play(deal: Any, earlier: list[Any], plays: int) -> None:
    """Store so many finished first attempts; six in ten are of accounts, who have played the earlier days too."""
    from logbook.clubs.models import Club, ClubMember

    chance, stage = Random(1), deal.challenge.stages.get(number=1)
    club = Club.objects.create(name="Birds", slug="birds")
    for first in range(0, plays, ROWS):
        players = _players(range(first, min(first + ROWS, plays)))
        _results(deal, stage, players, chance)
        accounts = [player for player in players if player.user_id]
        for day in earlier:
            _results(day, day.challenge.stages.get(number=1), accounts, chance)
        ClubMember.objects.bulk_create(ClubMember(club=club, player=player) for player in accounts[:5])
    ClubMember.objects.filter(club=club).update(joined_at=datetime(2025, 1, 1, tzinfo=UTC))


def _players(numbers: range) -> list[Any]:
    from django.contrib.auth.models import User

    from logbook.people.models.players import Player

    old = datetime(2025, 1, 1, tzinfo=UTC)
    users = iter(
        User.objects.bulk_create(
            User(username=f"p{n}", email=f"p{n}@example.org", date_joined=old) for n in numbers if n % 10 < 6
        )
    )
    return Player.objects.bulk_create(
        Player(name=f"Player {n}", user=next(users) if n % 10 < 6 else None) for n in numbers
    )


def _results(deal: Any, stage: Any, players: list[Any], chance: Random) -> None:
    """Store table, seats, attempt, result and analysis of each of these players."""
    from logbook.daily import ranking
    from logbook.daily.models import DailyResult, DailySeat
    from logbook.replays.models.analyses import Analysis

    wins = [chance.random() < 0.5 for _player in players]
    tables = _tables(stage, players, wins)
    attempts = _attempts(deal, tables, players, wins)
    Analysis.objects.bulk_create(
        Analysis(attempt=attempt, solver=2, lost_in=chance.choice((None, *range(1, 10))))
        for attempt, won in zip(attempts, wins, strict=True)
        if not won
    )
    done = [TASKS if won else chance.randrange(TASKS) for won in wins]
    results = DailyResult.objects.bulk_create(
        DailyResult(
            deal=deal, table=table, people=1, won_first=won, solved_on=1 if won else None,
            tries=[{"won": won, "distress": False, "trick": 7, "done": tasks, "tasks": TASKS}],
            rank_key=ranking.key_of_mission(won=won, distress=False, tasks_done=tasks),
        )
        for table, won, tasks in zip(tables, wins, done, strict=True)
    )  # fmt: skip
    DailySeat.objects.bulk_create(
        DailySeat(result=result, deal=deal, player=player, alone=True)
        for result, player in zip(results, players, strict=True)
    )


def _tables(stage: Any, players: list[Any], wins: list[bool]) -> list[Any]:
    """Store a table with its seats for each player."""
    from logbook.tables.models import Seat, Table

    tables = Table.objects.bulk_create(
        Table(
            game="planet-nine", mission="4", players=4, stage=stage, daily=True, opened_by=player, soloist=player,
            state=Table.State.WON if won else Table.State.BETWEEN,
        )
        for player, won in zip(players, wins, strict=True)
    )  # fmt: skip
    Seat.objects.bulk_create(
        (
            Seat(table=table, number=n, player=None if n else player, bot="solver" if n else "")
            for table, player in zip(tables, players, strict=True)
            for n in range(4)
        ),
        batch_size=ROWS,
    )
    return tables


def _attempts(deal: Any, tables: list[Any], players: list[Any], wins: list[bool]) -> list[Any]:
    """Store an ended attempt at each table."""
    from logbook.tables.counting import Counts
    from logbook.tables.models import Attempt, Sitting

    now = datetime.now(UTC)
    attempts = Attempt.objects.bulk_create(
        Attempt(
            table=table, number=1, seed=f"{deal.date}/1/1/1", rules=1, tricks=7, ended_at=now,
            state=Attempt.State.SUCCESS if won else Attempt.State.FAILURE, counts=Counts.DAY,
        )
        for table, won in zip(tables, wins, strict=True)
    )  # fmt: skip
    Sitting.objects.bulk_create(
        Sitting(attempt=attempt, number=0, player=player) for attempt, player in zip(attempts, players, strict=True)
    )
    return attempts


def _begin(deal: Any, running: int) -> None:
    """Deal the day to so many guests; no bot plays."""
    from logbook.daily.services import plays
    from logbook.people.models.players import Player

    with no_tasks():
        for number in range(running):
            plays.play_alone(deal=deal, player=Player.objects.create(name=f"Guest {number}"), address="192.0.2.1")


def no_tasks() -> Any:
    """Leave all tasks in the queue: each is measured by itself."""
    from logbook.lib import queue

    return mock.patch.object(queue, "send")


def _close() -> None:
    """Close the day, and count it, as beat and workers do task by task."""
    from logbook.challenges.models.challenges import Challenge
    from logbook.challenges.services import lifecycle, result_counting
    from logbook.daily.models import DailyDeal
    from logbook.daily.services import counting
    from logbook.notifications.services import messages

    deal = DailyDeal.objects.get(date=DAY)
    Challenge.objects.filter(pk=deal.challenge_id).update(closes_at=datetime.now(UTC))
    steps: tuple[tuple[str, Callable[[], object]], ...] = (
        ("the close", lifecycle.open_and_close_due),
        ("its count", partial(result_counting.count_challenge, challenge_id=deal.challenge_id)),
        ("places and percentiles", partial(counting.count, deal_id=deal.pk)),
        ("a message to each account", partial(messages.tell_day_counted, deal_id=deal.pk)),
        ("places and percentiles once more", partial(counting.count, deal_id=deal.pk)),
    )
    with no_tasks():
        for words, step in steps:
            began, worked = time.perf_counter(), time.process_time()
            step()
            passed, worked = time.perf_counter() - began, time.process_time() - worked
            print(f"  {words}: {passed:.1f} s, {worked:.1f} s of it in Python{_load()}")
            keep(words, passed, "s")
    print(f"  the process took {megabytes():.0f} MB at most", flush=True)
    keep("memory", megabytes(), "MB")


def _pages(words: str, pages: tuple[str, ...], *, own: tuple[str, ...] = ()) -> None:
    """Ask for these pages as a stranger, and as a member of the club who has played; `own` as the latter alone."""
    late: list[float] = []
    for reader, client, asked in (("a stranger", _stranger(), pages), ("a player", _member(), (*pages, *own))):
        for page in asked:
            if client.get(page).status_code != 200:
                raise SystemExit(page)
            spent = [milliseconds(partial(client.get, page)) for _read in range(READS)]
            print(f"  {words}, {reader}, {page}: {figures(spent)}{_load()}", flush=True)
            late.append(late_of(spent))
    keep(f"slowest page {words}, p95", max(late), "ms")


def _stranger() -> Any:
    from django.test import Client

    return Client()


def _member() -> Any:
    from django.contrib.auth.models import User

    from logbook.clubs.models import ClubMember

    client = _stranger()
    member = User.objects.get(player=ClubMember.objects.earliest("pk").player_id)
    client.force_login(member, backend="django.contrib.auth.backends.ModelBackend")
    return client


if __name__ == "__main__":
    run_benchmark("daily", main)
