"""Benchmark of boards: `python -m benchmarks.standings [--database postgresql] [--attempts 1000000]`.

It builds a population (benchmarks/population.py) in a database of its own, SQLite in a temporary folder or a temporary
PostgreSQL, and measures: the full recompute beside a plain SQL query for the same ranks, its memory, the time until an
ended attempt is on every board, and every page and filter through Django's test client.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import product
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from benchmarks.clusters import postgresql
from benchmarks.results import keep, run_benchmark

BARE = """
WITH runs AS (
  SELECT t.id, COALESCE(t.crew_id, -t.id) AS who, t.crew_id, t.game, t.mission, s.challenge_id,
    COUNT(*) AS attempts, MAX(CASE WHEN a.state = 'success' THEN 1 ELSE 0 END) AS won,
    COUNT(*) + MAX(CASE WHEN a.distress THEN 1 ELSE 0 END) AS score
  FROM logbook_attempt a JOIN logbook_table t ON t.id = a.table_id LEFT JOIN logbook_stage s ON s.id = t.stage_id
  WHERE a.state <> 'playing' GROUP BY t.id, t.crew_id, t.game, t.mission, s.challenge_id
), boards AS (
  SELECT RANK() OVER (PARTITION BY game, mission ORDER BY MIN(score)) AS place
  FROM runs WHERE won = 1 GROUP BY game, mission, who
), standings AS (
  SELECT RANK() OVER (
    PARTITION BY challenge_id ORDER BY SUM(won) DESC, SUM(CASE WHEN won = 1 THEN score ELSE 0 END)) AS place
  FROM runs WHERE challenge_id IS NOT NULL AND crew_id IS NOT NULL GROUP BY challenge_id, crew_id
)
SELECT (SELECT COUNT(*) FROM boards), (SELECT SUM(place) FROM boards),
  (SELECT COUNT(*) FROM standings), (SELECT SUM(place) FROM standings)
"""
FILTERS = {
    "all": "",
    "players": "players=4",
    "online": "place=online",
    "table": "place=table",
    "certified": "certified=yes",
    "free deals": "certified=no",
    "since": "since=2025-06-01",
    "since ever": "since=2000-01-01",
    "club": "club=club-7",
    "several": "players=3&place=online&certified=no&since=2025-01-01",
    "few": "players=5&place=table&certified=yes&since=2026-09-01",
    "several, club": "club=club-7&players=4",
    "page 2": "page",
    "page back": "back",
}
BOARDS = ("fewest", "fastest", "bots")
MISSIONS = ("planet-nine/1", "planet-nine/10", "planet-nine/50", "deep-sea/1", "deep-sea/32", "planet-nine/tasks=3")


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--attempts", type=int, default=50_000)
    parser.add_argument("--crews", type=int, default=None, help="a hundredth of the attempts, unless told")
    parser.add_argument("--clubs", type=int, default=None, help="a twentieth of the crews, unless told")
    parser.add_argument("--rounds", type=int, default=10, help="how often each page is asked for")
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--recompute", action="store_true", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.recompute:
        prepare()
        print(json.dumps(recompute()))
        return
    crews = chosen.crews or max(10, chosen.attempts // 100)
    with database(chosen.database):
        prepare()
        measure(chosen.attempts, crews, chosen.clubs or max(10, crews // 20), chosen.rounds)


@contextmanager
def database(kind: str) -> Iterator[None]:
    """Create a database of its own, and name it in the environment."""
    with tempfile.TemporaryDirectory(prefix="crewsite-benchmark.") as folder:
        os.environ["CREWSITE_VAR"] = folder
        if kind == "sqlite":
            os.environ["DATABASE_URL"] = f"sqlite:///{Path(folder) / 'standings.sqlite3'}"
            yield
            return
        with postgresql() as address:
            os.environ["DATABASE_URL"] = address
            yield


def prepare() -> None:
    """Set Django up with a database of its own."""
    import django

    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    os.environ.setdefault("LOG_LEVEL", "ERROR")
    django.setup()


def measure(attempts: int, crews: int, clubs: int, rounds: int) -> None:
    """Run all measurements in order."""
    from django.core.management import call_command
    from django.db import connection

    from benchmarks.population import Population
    from logbook.tables.models import Attempt, Table

    call_command("migrate", verbosity=0)
    began = time.perf_counter()
    made = Population(attempts, crews, clubs).make()
    settle()
    first = Attempt.objects.filter(table__game="planet-nine", table__mission="1").count()
    last = Attempt.objects.filter(table__game="planet-nine", table__mission="50").count()
    print(f"  {connection.vendor}: {made} attempts at {Table.objects.count()} tables, {crews} crews, {clubs} clubs")
    print(f"  mission 1 has {first} attempts, mission 50 {last}; made in {time.perf_counter() - began:.0f} s")
    _whole()
    _incremental()
    _pages(rounds)


def settle() -> None:
    """Vacuum and analyse the database, as PostgreSQL does by itself from time to time."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE" if connection.vendor == "postgresql" else "ANALYZE")


# --- the full recompute


def recompute() -> dict[str, float]:
    """Recompute in a process of its own; return seconds, processor seconds, and peak memory in megabytes."""
    from logbook.leaderboards.services import results

    before, began, worked = megabytes(), time.perf_counter(), time.process_time()
    results.recompute_everything()
    return {
        "seconds": time.perf_counter() - began,
        "worked": time.process_time() - worked,
        "grew": megabytes() - before,
        "came to": megabytes(),
    }


def megabytes() -> float:
    """Return the peak memory of this process. (A child inherits its parent's value in `getrusage`.)"""
    status = Path("/proc/self/status")
    if not status.exists():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return next(int(line.split()[1]) for line in status.read_text().splitlines() if line.startswith("VmHWM")) / 1024


def _whole() -> None:
    from django.db import connection

    from logbook.challenges.models.challenges import Standing
    from logbook.leaderboards.models.results import Result

    bare = min(_spent(_bare) for _ in range(3)).passed
    for words in ("whole recompute, from nothing", "again, over what is there"):
        answer = subprocess.run(
            [sys.executable, "-m", "benchmarks.standings", "--recompute"], capture_output=True, text=True, check=True
        )
        found = json.loads(answer.stdout)
        print(
            f"  {words + ':':31}{found['seconds']:8.1f} s ({found['worked']:.1f} s of it in Python),"
            f" {found['seconds'] / bare:.2f} × the bare query's {bare:.1f} s;"
            f" memory grew by {found['grew']:.0f} MB to {found['came to']:.0f} MB"
        )
        keep(words, found["seconds"], "s")
        keep(f"{words}: memory", found["came to"], "MB")
        settle()
    ranks = _bare()
    stored = Standing.objects.count(), sum(Standing.objects.values_list("rank", flat=True))
    print(f"  the same standings as the bare query: {stored == ranks[2:]}; {Result.objects.count()} results")
    connection.close()


def _bare() -> tuple[int, ...]:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(BARE)
        return tuple(int(figure) for figure in cursor.fetchone())


class Spent(NamedTuple):
    """Wall-clock seconds, and processor seconds of this process."""

    passed: float
    worked: float


def _spent(what: Callable[[], object]) -> Spent:
    began, worked = time.perf_counter(), time.process_time()
    what()
    return Spent(time.perf_counter() - began, time.process_time() - worked)


# --- one ended attempt


def _incremental() -> None:
    from logbook.tables.models import Table

    chance = Random("ended")
    tables = Table.objects.filter(crew__isnull=False)
    common = list(tables.filter(game="planet-nine", mission="1").values_list("pk", flat=True)[:5000])
    contested = list(tables.filter(stage__isnull=False).values_list("pk", flat=True)[:5000])
    _report("an ended attempt is counted", sorted(_spent(_ended(chance.choice(common))) for _ in range(100)))
    _report("... in a challenge, with standings", sorted(_spent(_ended(chance.choice(contested))) for _ in range(100)))
    _report("... and stands on a board that is read", sorted(_spent(_to_the_board(n)) for n in range(20)))
    _report("the sweep looks for uncounted tables", sorted(_spent(_sweep) for _ in range(3)))


def _sweep() -> object:
    from django.utils import timezone

    from logbook.leaderboards.services import results

    return results.uncounted_tables(before=timezone.now())


def _ended(table: int) -> Callable[[], None]:
    from django.utils import timezone

    from logbook.leaderboards.services import results
    from logbook.tables.models import Attempt

    last = Attempt.objects.filter(table=table).count()
    Attempt.objects.create(table_id=table, number=last + 1, seed="-", rules=1, state="failure", ended_at=timezone.now())
    return lambda: results.recompute_result(table_id=table)


def _to_the_board(number: int) -> Callable[[], None]:
    """Have a new crew win the first mission: count it, and find it on the board of the busiest mission."""
    from django.utils import timezone

    from logbook.crews.models.crews import Crew
    from logbook.leaderboards.selectors import boards as leaderboards
    from logbook.leaderboards.selectors.pages import Cursor
    from logbook.leaderboards.services import results
    from logbook.people.models.players import Player
    from logbook.tables.models import Attempt, Sitting, Table

    crew = Crew.objects.create(name=f"New {number}", slug=f"new-{number}")
    table = Table.objects.create(game="planet-nine", mission="1", players=4, crew=crew)
    attempt = Attempt.objects.create(table=table, number=1, seed="-", rules=1, state="success", ended_at=timezone.now())
    people = [Player.objects.create(name=f"New {number}/{seat}") for seat in range(4)]
    Sitting.objects.bulk_create(Sitting(attempt=attempt, number=n, player=one) for n, one in enumerate(people))

    def counted_and_read() -> None:
        results.recompute_result(table_id=table.pk)
        filters = leaderboards.Filters(players=4)
        before = Cursor(2, attempt.pk - 1)
        page = leaderboards.board(
            "planet-nine", "1", filters=filters, player=None, crews=Crew.objects.none(), after=before
        )
        if page.entries[0].name != crew.name:
            raise RuntimeError(f"{crew} is not on the board.")

    return counted_and_read


# --- the pages


def _pages(rounds: int) -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    client = _somebody()
    worst: list[tuple[float, str]] = []
    slowest = 0.0
    print(f"  {'milliseconds':40}{'asked':>7}{'median':>9}{'p95':>9}{'most':>9}{'p95 cpu':>9}  queries")
    for kind, addresses in _addresses(client).items():
        queries, spent = set(), []
        for address in addresses:
            with CaptureQueriesContext(connection) as told:
                _get(client, address)
            queries.add(len(told))
            times = sorted(_spent(partial(_get, client, address)) for _ in range(rounds))
            worst.append((times[len(times) // 2].passed, address))
            spent += times
        late = _report(kind, sorted(spent), f"  {', '.join(map(str, sorted(queries)))}")
        if kind.partition(", ")[0] in BOARDS:
            slowest = max(slowest, late)
    keep("slowest board, p95", slowest, "ms")
    print("  slowest (median of each):")
    for seconds, address in sorted(worst, reverse=True)[:6]:
        print(f"    {1000 * seconds:7.1f}  {address}")


def _get(client: Any, address: str) -> Any:
    response = client.get(address)
    if response.status_code != 200:
        raise RuntimeError(f"{address}: {response.status_code}")
    return response


def _somebody() -> Any:
    """Return a signed-in client of a club member."""
    from django.contrib.auth.models import User
    from django.test import Client

    from logbook.clubs.models import ClubMember
    from logbook.people.models.players import Player

    user = User.objects.create_user(username="reader", email="reader@example.org")
    player = Player.objects.create(name="Reader", user=user)
    ClubMember.objects.create(club_id=7, player=player, role="member")
    client = Client(HTTP_HOST="localhost")
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def _addresses(client: Any) -> dict[str, list[str]]:
    kinds: dict[str, list[str]] = {}
    for board, name, mission in product(BOARDS, FILTERS, MISSIONS):
        if (address := _address(client, mission, board, FILTERS[name])) is not None:
            kinds.setdefault(f"{board}, {name}", []).append(address)
    kinds["list of boards"] = ["/leaderboards/", "/leaderboards/?game=deep-sea"]
    kinds["mission pages"] = [f"/missions/{mission}/" for mission in MISSIONS if "=" not in mission]
    return kinds


def _address(client: Any, mission: str, board: str, query: str) -> str | None:
    from logbook.leaderboards.selectors import boards as leaderboards

    base = f"/leaderboards/{mission}/?board={board}"
    if query not in ("page", "back"):
        return f"{base}&{query}"
    game, text = mission.split("/")
    measure = leaderboards.Measure(board)
    from logbook.crews.models.crews import Crew

    page = leaderboards.board(game, text, measure, player=None, crews=Crew.objects.none())
    after = page.after
    return None if after is None else f"{base}&{'after' if query == 'page' else 'before'}={after}"


def _report(name: str, spent: list[Spent], more: str = "") -> float:
    """Print and keep one line of figures; return the 95th percentile, in milliseconds."""
    at = [1000 * spent[min(int(len(spent) * share), len(spent) - 1)].passed for share in (0.5, 0.95, 1)]
    worked = 1000 * sorted(one.worked for one in spent)[min(int(len(spent) * 0.95), len(spent) - 1)]
    print(f"  {name:40}{len(spent):7}{at[0]:9.1f}{at[1]:9.1f}{at[2]:9.1f}{worked:9.1f}{more}", flush=True)
    keep(f"{name}, median", at[0], "ms")
    keep(f"{name}, p95", at[1], "ms")
    return at[1]


if __name__ == "__main__":
    run_benchmark("standings", main)
