"""Benchmark of travellers: `python -m benchmarks.travellers [--database postgresql] [--lines 10000] [--rounds 400]`.

It makes one deal of a closed challenge in a database of its own, plays rounds of it with random bots, and gives each of
so many crews one of them. It measures a line's writing, the rebuild of the deal's positions with its memory, the pages
of the traveller, and a replay with "Others here".
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from http import HTTPStatus
from random import Random
from typing import TYPE_CHECKING, Any, Final

from benchmarks.standings import _megabytes, _prepare, _settle, database

if TYPE_CHECKING:
    from logbook.challenges.models.challenges import Challenge, Stage
    from logbook.tables.models import Attempt

READS: Final = 15
"""How often each page is asked for."""
ROWS: Final = 2_000
QUERIES: Final = ("", "?sort=crew", "?sort=signals", "?sort=tricks", "?show=won", "?show=people", "?page=50")


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lines", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=400, help="different rounds among them")
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    chosen = parser.parse_args()
    with database(chosen.database):
        _prepare()
        _measure(chosen.lines, chosen.rounds)


def _measure(lines: int, rounds: int) -> None:
    from django.core.management import call_command
    from django.db import connection
    from django.test.utils import override_settings

    call_command("migrate", verbosity=0)
    challenge, stage = _challenge()
    played = _played(stage, rounds)
    attempts = _attempts(stage, lines)
    print(f"{connection.vendor}: {lines} lines on one deal, {rounds} different rounds of random bots")
    _write(played, attempts)
    _settle()
    _rebuild(stage)
    _settle()
    with override_settings(ALLOWED_HOSTS=["*"]):
        _pages(challenge, attempts)


def _challenge() -> tuple[Challenge, Stage]:
    from django.utils import timezone

    from logbook.challenges.models.challenges import Challenge, Deal, Stage
    from logbook.clubs.models import Club

    club = Club.objects.create(name="Club", slug="club", public=True)
    now = timezone.now()
    window = {"opens_at": now - timedelta(days=7), "closes_at": now, "closed_at": now}
    challenge = Challenge.objects.create(club=club, title="Week 1", players=4, state=Challenge.State.CLOSED, **window)
    stage = Stage.objects.create(challenge=challenge, number=1, game="planet-nine", mission="10")
    Deal.objects.create(stage=stage, attempt=1, seed="benchmark", state=Deal.State.READY)
    return challenge, stage


def _played(stage: Stage, rounds: int) -> list[list[tuple[int, str]]]:
    """Return the actions of random rounds of the deal."""
    import games
    from games.bots import bots_of

    bot = bots_of(stage.game)["random"]
    found = []
    for number in range(rounds):
        state, chance = games.deal(games.Setup(stage.game, stage.mission, 4, "benchmark")), Random(f"round {number}")
        while state.outcome is None:
            seat = min(state.waiting_on)
            text = bot.choose(state.view(seat), chance)
            state = state.apply(games.Action(seat, str(text)))
        found.append([(action.seat, action.text) for action in state.log])
    return found


def _attempts(stage: Stage, lines: int) -> list[Attempt]:
    """Return an ended attempt for each crew. Only the first of them have events."""
    from django.utils import timezone

    from logbook.crews.models.crews import Crew
    from logbook.tables.models import Attempt, Seat, Table

    def made(model: Any, rows: list[Any]) -> list[Any]:
        return list(model.objects.bulk_create(rows, batch_size=ROWS))

    crews = made(Crew, [Crew(name=f"Crew {number}", slug=f"crew-{number}") for number in range(lines)])
    place = {"game": stage.game, "mission": stage.mission, "players": 4, "stage": stage, "state": Table.State.WON}
    tables = made(Table, [Table(crew=crew, **place) for crew in crews])
    made(Seat, [Seat(table=table, number=number, bot="random") for table in tables for number in range(4)])
    chance, now = Random(1), timezone.now()
    rows = [
        Attempt(
            table=table,
            number=1,
            seed="benchmark",
            rules=1,
            state=chance.choice((Attempt.State.SUCCESS, Attempt.State.FAILURE)),
            distress=chance.random() < 0.2,
            tricks=chance.randrange(1, 11),
            ended_at=now,
        )
        for table in tables
    ]
    return made(Attempt, rows)


def _write(played: list[list[tuple[int, str]]], attempts: list[Attempt]) -> None:
    """Write the lines of the first attempts as a worker does, and copy them to the others."""
    from logbook.tables.models import Attempt, Event
    from logbook.travellers.models import TravellerLine
    from logbook.travellers.services import lines

    first = attempts[: len(played)]
    for attempt, actions in zip(first, played, strict=False):
        rows = enumerate(actions, 1)
        Event.objects.bulk_create(Event(attempt=attempt, sequence=n, seat=seat, text=text) for n, (seat, text) in rows)
        Attempt.objects.filter(pk=attempt.pk).update(length=len(actions), rules=_rules())
    began = time.process_time()
    lines.write_lines([attempt.pk for attempt in first])
    print(f"  a line's writing: {(time.process_time() - began) / len(first) * 1000:.1f} ms of the processor")
    written = list(TravellerLine.objects.all())
    chance = Random(2)
    copies = (_copy(chance.choice(written), attempt) for attempt in attempts[len(first) :])
    TravellerLine.objects.bulk_create(copies, batch_size=ROWS)


def _rules() -> int:
    import games

    return games.GAMES["planet-nine"].rules


def _copy(line: Any, attempt: Attempt) -> Any:
    from logbook.travellers.models import TravellerLine

    columns = {name: getattr(line, name) for name in ("tasks", "signals", "bots", "moves", "positions")}
    return TravellerLine(attempt=attempt, **columns)


def _rebuild(stage: Stage) -> None:
    from logbook.travellers.models import Position
    from logbook.travellers.services.positions import Deal, rebuild_positions

    before, began, worked = _megabytes(), time.perf_counter(), time.process_time()
    rebuild_positions(Deal(stage.pk, 1))
    passed, worked = time.perf_counter() - began, time.process_time() - worked
    print(f"  rebuild of the positions: {passed:.1f} s, {worked:.1f} s of it in Python", end=", ")
    print(f"{Position.objects.count()} rows; memory grew by {_megabytes() - before:.0f} MB")


def _pages(challenge: Challenge, attempts: list[Attempt]) -> None:
    from django.test import Client
    from django.urls import reverse

    client, address = Client(), reverse("traveller", args=(challenge.pk, 1, 1))
    for query in QUERIES:
        _page(f"traveller {query or 'as it opens'}", partial(client.get, address + query))
    replay = reverse("replay", args=(attempts[0].pk,))
    _page("replay with “Others here”", partial(client.get, f"{replay}?step=4"))


def _page(words: str, read: Callable[[], Any]) -> None:
    spent = []
    for _ in range(READS):
        began = time.perf_counter()
        answer = read()
        spent.append((time.perf_counter() - began) * 1000)
        if answer.status_code != HTTPStatus.OK:
            raise RuntimeError(f"{words}: {answer.status_code}")
    size = len(answer.content) / 1000
    print(f"  {words + ':':32} median {statistics.median(spent):6.1f} ms, longest {max(spent):6.1f} ms, {size:.0f} KB")


if __name__ == "__main__":
    main()
