"""Benchmark of the pages of a large campaign: `python -m benchmarks.campaigns [--lines 5000] [--others 2000]`.

It creates the crew in an SQLite database of its own, beside campaigns of other crews, and requests its pages through
Django's test client. It prints process time and queries of each, and the time of one more entry. A site caches the
figures of other crews for five minutes; they are measured with and without that cache.
"""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
import time
from datetime import date, timedelta
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from benchmarks.results import keep, run_benchmark

if TYPE_CHECKING:
    from logbook.campaigns.models import Campaign
    from logbook.people.models.players import Player

FIRST_DAY = date(2021, 1, 1)
PEOPLE = 4


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lines", type=int, default=5_000)
    parser.add_argument("--others", type=int, default=2_000, help="campaigns of other crews")
    parser.add_argument("--rounds", type=int, default=20, help="how often each page is asked for")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="crewsite-benchmark.") as folder:
        os.environ["CREWSITE_VAR"] = folder
        os.environ["DATABASE_URL"] = f"sqlite:///{Path(folder) / 'campaigns.sqlite3'}"
        os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
        os.environ.setdefault("LOG_LEVEL", "ERROR")
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", verbosity=0)
        campaign, player = make(chosen.lines, chosen.others)
        measure(campaign, player, chosen.rounds)


def make(lines: int, others: int) -> tuple[Campaign, Player]:
    """Create the crew, its entries, and the mission logs of other crews."""
    from django.contrib.auth.models import User

    from logbook.campaigns.models import Attendance, Campaign, LogEntry, MissionLog
    from logbook.campaigns.services import campaigns
    from logbook.crews.models.crews import Crew, CrewMember
    from logbook.people.models.players import Player

    chance = Random("campaigns")
    people = [Player.objects.create(name=f"Person {number}") for number in range(PEOPLE)]
    people[0].user = User.objects.create_user("one", "one@example.org", "unused words")
    people[0].save()
    crew = Crew.objects.create(name="Aurora", slug="aurora")
    CrewMember.objects.bulk_create(CrewMember(crew=crew, player=player) for player in people)
    campaign = campaigns.open_campaign(crew=crew, by=people[0], game="planet-nine", name="For years", in_order=False)
    began = time.process_time()
    made = LogEntry.objects.bulk_create(
        LogEntry(
            campaign=campaign,
            key=uuid4(),
            mission=str(chance.randint(1, 50)),
            won=chance.random() < 0.4,
            distress=chance.random() < 0.1,
            players=PEOPLE,
            minutes=chance.randint(5, 25),
            played_on=FIRST_DAY + timedelta(days=number // 4),
            logged_by=people[0],
        )
        for number in range(lines)
    )
    Attendance.objects.bulk_create(
        (
            Attendance(entry=entry, player=player, captain=n == entry.pk % PEOPLE)
            for entry in made
            for n, player in enumerate(people)
        ),
        batch_size=5_000,
    )
    settled = time.process_time()
    campaigns.recompute_missions(campaign.pk)
    print(f"{lines} lines made in {settled - began:.1f} s, settled in {time.process_time() - settled:.3f} s")
    other = Crew.objects.bulk_create(Crew(name=f"Crew {n}", slug=f"crew-{n}") for n in range(others))
    theirs = Campaign.objects.bulk_create(Campaign(crew=one, game="planet-nine", name="Theirs") for one in other)
    boxes = (_box(MissionLog, one, mission, chance) for one in theirs for mission in range(1, chance.randint(2, 51)))
    MissionLog.objects.bulk_create(boxes, batch_size=5_000)
    print(f"{MissionLog.objects.count()} boxes in all, of {others + 1} campaigns")
    return campaign, people[0]


def _box(model: Any, campaign: Campaign, mission: int, chance: Random) -> Any:
    attempts = chance.randint(1, 6)
    told = {"won": chance.random() < 0.9, "attempts": attempts, "distress": False, "score": attempts}
    days = {"first_on": FIRST_DAY, "last_on": FIRST_DAY}
    return model(campaign=campaign, game="planet-nine", mission=str(mission), **told, **days)


def measure(campaign: Campaign, player: Player, rounds: int) -> None:
    """Request each page several times: with the cache of other crews' figures, as on a site, and without."""
    from django.test import override_settings

    for words, backend in (("kept", "locmem.LocMemCache"), ("counted anew", "dummy.DummyCache")):
        print(f"other crews' figures {words}:")
        with override_settings(CACHES={"default": {"BACKEND": f"django.core.cache.backends.{backend}"}}):
            _measure(campaign, player, rounds, words)


def _measure(campaign: Campaign, player: Player, rounds: int, cached: str) -> None:
    from django.test import Client
    from django.urls import reverse

    client = Client(SERVER_NAME="localhost")
    if player.user is not None:
        client.force_login(player.user, backend="django.contrib.auth.backends.ModelBackend")
    entry = campaign.entries.latest("pk").pk
    for name, args in (
        ("campaign", [campaign.pk]),
        ("campaign-log", [campaign.pk]),
        ("campaign-mission", [campaign.pk, "7"]),
        ("campaign-entry", [campaign.pk, entry]),
        ("crew", ["aurora"]),
        ("crew-statistics", ["aurora"]),
    ):
        _time(name, cached, rounds, partial(client.get, reverse(name, args=args)))
    tally = reverse("campaign-tally", args=[campaign.pk])
    _time("one more failure", cached, rounds, lambda: client.post(tally, {"key": str(uuid4()), "mission": "7"}), 303)


def _time(name: str, cached: str, rounds: int, ask: Any, status: int = 200) -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as queries:
        answer = ask()
        asked = len(queries)
    if answer.status_code != status:
        raise RuntimeError(f"{name}: {answer.status_code}")
    times = []
    for _round in range(rounds):
        began = time.process_time()
        ask()
        times.append(1000 * (time.process_time() - began))
    kilobytes = len(answer.content) / 1024
    print(
        f"{name:<18} median {statistics.median(times):6.1f} ms  most {max(times):6.1f} ms"
        f"  {asked:2} queries  {kilobytes:5.1f} KB"
    )
    keep(f"{name}, {cached}: median", statistics.median(times), "ms")
    keep(f"{name}, {cached}: queries", asked, "")


if __name__ == "__main__":
    run_benchmark("campaigns", main)
