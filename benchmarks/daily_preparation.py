"""Benchmark of days ahead: `python -m benchmarks.daily_preparation [--days 28] [--from 2027-01-04]`.

One process prepares the deals of so many days in both games, alone and for crews: it proves them and rates them with
the bots that they are played with. It prints the time of each day, and how often the bots won.
"""

from __future__ import annotations

import argparse
import time
from datetime import date, timedelta

from benchmarks.results import keep, run_benchmark
from benchmarks.standings import database, prepare


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--days", type=int, default=28)
    parser.add_argument("--from", dest="first", type=date.fromisoformat, default=date(2027, 1, 4), help="a Monday")
    chosen = parser.parse_args()
    with database("sqlite"):
        prepare()
        _measure(chosen.first, chosen.days)


def _measure(first: date, days: int) -> None:
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    began, worked = time.perf_counter(), time.process_time()
    for day in (first + timedelta(days=n) for n in range(days)):
        _prepare_day(day)
    passed, worked = time.perf_counter() - began, time.process_time() - worked
    print(f"{days} days in {passed / 60:.1f} min, {worked / 60:.1f} min of one core (asked: 28 days in < 60)")
    keep("all days", passed / 60, "min")


def _prepare_day(day: date) -> None:
    """Make the deals of a day, and prepare them as a worker does."""
    from logbook.challenges.models.challenges import Candidate
    from logbook.challenges.services import challenges
    from logbook.daily.services import days

    began = time.perf_counter()
    deals = days.make_coming_days(today=day, ahead=0)
    for deal in deals:
        challenges.prepare_challenge(challenge_id=deal.challenge_id)
    made = {deal.challenge_id: deal.slug for deal in deals}
    tried = Candidate.objects.filter(deal__stage__challenge__in=made).order_by("deal__stage__challenge", "deal__stage")
    words = [
        f"{made[one.deal.stage.challenge_id]} {one.deal.stage.mission}: {one.wins}/{one.playouts}"
        for one in tried.filter(picked=True).select_related("deal__stage")
    ]
    print(f"{day:%A}: {time.perf_counter() - began:.0f} s, {tried.count()} candidates; {', '.join(words)}", flush=True)


if __name__ == "__main__":
    run_benchmark("daily_preparation", main)
