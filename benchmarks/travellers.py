"""Benchmark of travellers: `python -m benchmarks.travellers [--database postgresql] [--lines 10000] [--careful 100]`.

It makes one deal of a closed challenge in a database of its own, and has random bots play it for each of so many crews,
every line a round of its own; careful bots play some of them, so that there are wins. It measures a line's writing, the
rebuild of the deal's positions with its memory, pages of the traveller and the tree, and a replay with "Others here".
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import partial
from http import HTTPStatus
from random import Random
from typing import TYPE_CHECKING, Any, Final

from benchmarks.results import keep, run_benchmark
from benchmarks.standings import database, megabytes, prepare, settle

if TYPE_CHECKING:
    import games
    from logbook.challenges.models.challenges import Challenge, Stage
    from logbook.tables.models import Attempt

READS: Final = 15
"""The number of requests of each page."""
ROWS: Final = 2_000
WITH_RECORDS: Final = 400
"""The first attempts have events: their replays can be opened."""
LINES_A_DEAL: Final = 50
DEALS_AT_ONCE: Final = 100
QUERIES: Final = ("", "?sort=crew", "?sort=signals", "?sort=tricks", "?show=won", "?show=people", "?page=50")


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lines", type=int, default=10_000)
    parser.add_argument("--careful", type=int, default=100, help="rounds of careful bots among them")
    parser.add_argument("--deals", type=int, default=0, help="other deals, of fifty of these lines each")
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    chosen = parser.parse_args()
    with database(chosen.database):
        prepare()
        _measure(chosen.lines, chosen.careful, chosen.deals)


def _measure(lines: int, careful: int, deals: int) -> None:
    from django.core.management import call_command
    from django.db import connection
    from django.test.utils import override_settings

    call_command("migrate", verbosity=0)
    challenge, stage = _challenge()
    print(f"{connection.vendor}: {lines} lines on one deal, each a round of its own, {careful} of them of careful bots")
    attempts = _attempts(stage, lines)
    _play(stage, attempts, careful)
    _write(attempts[:WITH_RECORDS])
    settle()
    _rebuild(stage)
    settle()
    with override_settings(ALLOWED_HOSTS=["*"]):
        _pages(challenge, attempts)
    if deals:
        _rebuild_all(challenge, deals)


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


def _round(stage: Stage, number: int, bot: Any) -> list[games.State]:
    """Return the states of a round of the deal."""
    import games

    state, chance = games.deal(games.Setup(stage.game, stage.mission, 4, "benchmark")), Random(f"round {number}")
    states = [state]
    while state.outcome is None:
        seat = min(state.waiting_on)
        state = state.apply(games.Action(seat, str(bot.choose(state.view(seat), chance))))
        states.append(state)
    return states


def _play(stage: Stage, attempts: list[Attempt], careful: int) -> None:
    """Play each attempt, and write its result and its line as a worker does; the first ones with their events."""
    from games.bots import bots_of
    from logbook.tables.models import Attempt
    from logbook.travellers.models import TravellerLine

    bots = bots_of(stage.game)
    for start in range(0, len(attempts), ROWS):
        some, lines = attempts[start : start + ROWS], []
        for number, attempt in enumerate(some, start):
            states = _round(stage, number, bots["careful" if number < careful else "random"])
            lines.append(_line(attempt, states))
            if number < WITH_RECORDS:
                _record(attempt, states)
        Attempt.objects.bulk_update(some, ("state", "length", "rules", "tricks"))
        TravellerLine.objects.bulk_create(lines)


def _line(attempt: Attempt, states: list[games.State]) -> Any:
    from logbook.tables.models import Attempt
    from logbook.travellers.models import TravellerLine, packed
    from logbook.travellers.services import lines

    end: Any = states[-1]
    attempt.state = Attempt.State.SUCCESS if end.outcome.success else Attempt.State.FAILURE
    attempt.length, attempt.rules, attempt.tricks = len(end.log), _rules(), len(end.tricks)
    moves, positions = lines.path_of(states)
    tasks = [[task["task"], task["owner"]] for task in end.view(None).tasks]
    return TravellerLine(attempt=attempt, tasks=tasks, signals=0, bots=4, moves=moves, positions=packed(positions))


def _record(attempt: Attempt, states: list[games.State]) -> None:
    from logbook.tables.models import Event

    actions = enumerate(states[-1].log, 1)
    Event.objects.bulk_create(
        Event(attempt=attempt, sequence=number, seat=action.seat, text=action.text) for number, action in actions
    )


def _attempts(stage: Stage, lines: int) -> list[Attempt]:
    """Return an ended attempt for each crew."""
    from django.utils import timezone

    from logbook.crews.models.crews import Crew
    from logbook.tables.counting import Counts
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
            state=Attempt.State.FAILURE,
            distress=chance.random() < 0.2,
            counts=Counts.PEOPLE,
            ended_at=now,
        )
        for table in tables
    ]
    return made(Attempt, rows)


def _write(attempts: list[Attempt]) -> None:
    """Write lines anew, as a worker does after an attempt."""
    from logbook.travellers.services import lines

    began = time.process_time()
    lines.LINES.write([attempt.pk for attempt in attempts])
    print(f"  a line's writing: {(time.process_time() - began) / len(attempts) * 1000:.1f} ms of the processor")
    keep("writing of a line", (time.process_time() - began) / len(attempts) * 1000, "ms")


def _rules() -> int:
    import games

    return games.GAMES["planet-nine"].rules


def _rebuild(stage: Stage) -> None:
    from logbook.travellers.models import Position
    from logbook.travellers.services.positions import Deal, rebuild_positions

    before, began, worked = megabytes(), time.perf_counter(), time.process_time()
    rebuild_positions(Deal(stage.pk, 1))
    passed, worked = time.perf_counter() - began, time.process_time() - worked
    print(f"  rebuild of the positions: {passed:.1f} s, {worked:.1f} s of it in Python", end=", ")
    print(f"{Position.objects.count()} rows; memory grew by {megabytes() - before:.0f} MB")
    keep("rebuild of the positions", passed, "s")


def _rebuild_all(challenge: Challenge, deals: int) -> None:
    """Copy lines to other deals, and rebuild the positions of all deals."""
    from logbook.travellers.models import Position, TravellerLine
    from logbook.travellers.services import positions

    written = list(TravellerLine.objects.order_by("pk")[: LINES_A_DEAL * 20])
    for start in range(0, deals, DEALS_AT_ONCE):
        _copy(challenge, range(start, min(start + DEALS_AT_ONCE, deals)), written)
    settle()
    before, began, worked = megabytes(), time.perf_counter(), time.process_time()
    found = positions.rebuild_all()
    passed, worked = time.perf_counter() - began, time.process_time() - worked
    print(f"  rebuild of {found} deals, {TravellerLine.objects.count()} lines: {passed:.0f} s", end=", ")
    keep("rebuild of all deals", passed, "s")
    keep("a million lines at this pace", passed / TravellerLine.objects.count() * 1_000_000, "s")
    print(f"{worked:.0f} s of it in Python, {Position.objects.count()} rows", end="; ")
    print(f"memory grew by {megabytes() - before:.0f} MB")


def _copy(challenge: Challenge, numbers: range, written: list[Any]) -> None:
    """Give each of these stages a deal with some of the lines."""
    from logbook.challenges.models.challenges import Stage
    from logbook.tables.counting import Counts
    from logbook.tables.models import Attempt, Table
    from logbook.travellers.models import TravellerLine

    place = {"game": "planet-nine", "mission": "10"}
    stages = Stage.objects.bulk_create(Stage(challenge=challenge, number=number + 2, **place) for number in numbers)
    owned = [(stage, line) for stage in stages for line in Random(stage.number).sample(written, LINES_A_DEAL)]
    tables = Table.objects.bulk_create(
        Table(players=4, stage=stage, state=Table.State.ENDED, **place) for stage, _line in owned
    )
    attempts = Attempt.objects.bulk_create(
        Attempt(table=table, number=1, seed="benchmark", rules=1, state=Attempt.State.FAILURE, counts=Counts.PEOPLE)
        for table in tables
    )
    columns = ("tasks", "signals", "bots", "by_people", "moves", "positions")
    copies = (
        TravellerLine(attempt=attempt, **{name: getattr(line, name) for name in columns})
        for attempt, (_stage, line) in zip(attempts, owned, strict=True)
    )
    TravellerLine.objects.bulk_create(copies, batch_size=ROWS)


def _pages(challenge: Challenge, attempts: list[Attempt]) -> None:
    from django.test import Client
    from django.urls import reverse

    client, address = Client(), reverse("traveller", args=(challenge.pk, 1, 1))
    pages = [_page(f"traveller {query or 'as it opens'}", partial(client.get, address + query)) for query in QUERIES]
    _keep("traveller", pages)
    tree = reverse("tree", args=(challenge.pk, 1, 1))
    trees = [
        _page(f"tree {query[:12] or 'as it opens'}", partial(client.get, tree + query)) for query in _tree_queries()
    ]
    _keep("tree", trees)
    replay = reverse("replay", args=(attempts[0].pk,))
    _keep("replay", [_page("replay with “Others here”", partial(client.get, f"{replay}?step=4"))])


def _keep(words: str, pages: list[tuple[float, float]]) -> None:
    """Keep the slowest of these pages, and the largest one."""
    keep(f"{words}, slowest median", max(median for median, _size in pages), "ms")
    keep(f"{words}, largest page", max(size for _median, size in pages), "KB")


def _tree_queries() -> Iterator[str]:
    """Yield the pages of the fresh deal, of its folded branches, and of a deep position."""
    from logbook.travellers.models import Position

    partings = Position.objects.filter(is_parting=True)
    first, deep = partings.order_by("-lines", "pk")[0], partings.order_by("lines", "pk")[0]
    yield from ("", f"?at={first.number}&after=6", f"?at={deep.number}")


def _page(words: str, read: Callable[[], Any]) -> tuple[float, float]:
    """Ask for a page several times; return the median of its milliseconds, and its size in kilobytes."""
    spent = []
    for _ in range(READS):
        began = time.perf_counter()
        answer = read()
        spent.append((time.perf_counter() - began) * 1000)
        if answer.status_code != HTTPStatus.OK:
            raise RuntimeError(f"{words}: {answer.status_code}")
    size = len(answer.content) / 1000
    print(f"  {words + ':':32} median {statistics.median(spent):6.1f} ms, longest {max(spent):6.1f} ms, {size:.0f} KB")
    return statistics.median(spent), size


if __name__ == "__main__":
    run_benchmark("travellers", main)
