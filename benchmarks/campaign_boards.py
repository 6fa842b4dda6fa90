"""Benchmark of campaign boards: `python -m benchmarks.campaign_boards [--database postgresql] [--logbooks 100000]`.

It makes logbooks of crews in a database of its own, each with so many entries by its people, and ranks all of them. It
measures that recompute with its memory, a worker's work for one more entry, and the pages of one board that nearly all
logbooks are on.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Iterator
from datetime import date, timedelta
from functools import partial
from random import Random
from typing import Any, Final

from benchmarks.results import keep, run_benchmark
from benchmarks.standings import database, megabytes, prepare, settle

ROWS: Final = 2_000
READS: Final = 100
"""The number of requests of each page."""
PEOPLE: Final = 4
DAY: Final = date(2026, 1, 1)
BOARD: Final = f"/leaderboards/planet-nine/campaigns/{PEOPLE}/"


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--logbooks", type=int, default=100_000)
    parser.add_argument("--entries", type=int, default=10, help="of each logbook")
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    chosen = parser.parse_args()
    with database(chosen.database):
        prepare()
        _measure(chosen.logbooks, chosen.entries)


def _measure(logbooks: int, entries: int) -> None:
    from django.core.management import call_command
    from django.db import connection
    from django.test.utils import override_settings

    call_command("migrate", verbosity=0)
    _logbooks(logbooks, entries)
    print(f"{connection.vendor}: {logbooks} logbooks of {entries} entries, on one board")
    settle()
    _recompute("from nothing")
    settle()
    _recompute("of what exists")
    _one_more()
    with override_settings(ALLOWED_HOSTS=["*"]):
        _pages()


def _logbooks(number: int, entries: int) -> None:
    """Write crews, people, campaigns, entries and who was there. A tenth of the logbooks are the same people's second.

    Missions are won in order, most of them at once.
    """
    from logbook.campaigns.models import Attendance, Campaign, LogEntry
    from logbook.crews.models.crews import Crew
    from logbook.people.models.players import Player

    made: Any
    chance = Random(1)
    for first in range(0, number, ROWS):
        batch = range(first, min(first + ROWS, number))
        crews = Crew.objects.bulk_create(Crew(name=f"Crew {one}", slug=f"crew-{one}") for one in batch)
        made = Player.objects.bulk_create(Player(name=f"Player {one}") for one in range(len(batch) * PEOPLE))
        people = [made[start : start + PEOPLE] for start in range(0, len(made), PEOPLE)]
        people = [people[place - place % 10] if place % 10 == 1 else own for place, own in enumerate(people)]
        campaigns = Campaign.objects.bulk_create(
            Campaign(crew=crew, game="planet-nine", name="Winter") for crew in crews
        )
        rows = [entry for campaign in campaigns for entry in _entries(campaign, entries, chance)]
        LogEntry.objects.bulk_create(rows, batch_size=ROWS)
        Attendance.objects.bulk_create(
            (Attendance(entry=row, player=one) for place, row in enumerate(rows) for one in people[place // entries]),
            batch_size=ROWS * PEOPLE,
        )


def _entries(campaign: Any, number: int, chance: Random) -> Iterator[Any]:
    from logbook.campaigns.models import LogEntry

    mission = 1
    for place in range(number):
        won = chance.random() < 0.7
        yield LogEntry(
            campaign=campaign,
            mission=str(mission),
            won=won,
            distress=chance.random() < 0.1,
            players=PEOPLE,
            played_on=DAY + timedelta(days=place),
        )
        mission += won


def _recompute(words: str) -> None:
    from logbook.campaigns.services import standings

    before, began, worked = megabytes(), time.perf_counter(), time.process_time()
    rows = standings.recompute_everything()
    passed, worked = time.perf_counter() - began, time.process_time() - worked
    print(f"  recompute {words}: {passed:.1f} s, {worked:.1f} s of it in Python, {rows} rows", end="; ")
    print(f"memory grew by {megabytes() - before:.0f} MB")
    keep(f"recompute {words}", passed, "s")


def _one_more() -> None:
    """Measure a worker's work after one more entry of a logbook."""
    from logbook.campaigns.models import Campaign
    from logbook.campaigns.services import standings

    keys = list(Campaign.objects.order_by("?").values_list("pk", flat=True)[:READS])
    spent = [milliseconds(partial(standings.recompute_standings, [key])) for key in keys]
    print(f"  one logbook ranked again: {figures(spent)}")
    keep("one logbook ranked again, median", statistics.median(spent), "ms")


def _pages() -> None:
    from django.db import connection
    from django.test import Client

    from logbook.campaigns.models import CampaignStanding
    from logbook.campaigns.selectors import boards
    from logbook.leaderboards.selectors import pages

    client, kind = Client(), boards.Kind.BY_HAND
    rows = CampaignStanding.objects.filter(kind=kind, is_first=True, missions_won__gt=0)
    ordered = rows.order_by("rank_key", "campaign_id")
    middle, last = ordered[rows.count() // 2], ordered.reverse()[pages.PAGE]
    places = {
        "its first page": "",
        "a page in the middle": f"&after={middle.rank_key}.{middle.campaign_id}",
        "its last page": f"&after={last.rank_key}.{last.campaign_id}",
        "a page back": f"&before={middle.rank_key}.{middle.campaign_id}",
    }
    late: list[float] = []
    for words, place in places.items():
        spent = [milliseconds(partial(client.get, f"{BOARD}?kind={kind}{place}")) for _ in range(READS)]
        print(f"  {words + ':':32} {figures(spent)}")
        late.append(late_of(spent))
        keep(f"{words}, p95", late[-1], "ms")
    keep("slowest page, p95", max(late), "ms")
    places_of = partial(boards.places_of, middle.campaign)
    print(f"  {'the place of a logbook:':32} {figures([milliseconds(places_of) for _ in range(READS)])}")
    connection.close()


def milliseconds(work: Any) -> float:
    """Return the time that this work takes."""
    began = time.perf_counter()
    work()
    return (time.perf_counter() - began) * 1000


def figures(spent: list[float]) -> str:
    """Return the median and the 95th percentile of these times, in words."""
    return f"median {statistics.median(spent):.1f} ms, p95 {late_of(spent):.1f} ms"


def late_of(spent: list[float]) -> float:
    """Return the 95th percentile of these times."""
    return statistics.quantiles(spent, n=20)[-1]


if __name__ == "__main__":
    run_benchmark("campaign_boards", main)
